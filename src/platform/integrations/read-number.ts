const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** What devices say instead of a value that they do not have. */
const ABSENT = new Set(['', 'unavailable', 'unknown', 'none', 'null', 'nan', 'n/a', '-', '--']);

/** A number, or null where the device has none; undefined for what is neither. */
export function readNumber(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > LONGEST) return undefined;
  const text = value.trim();
  if (ABSENT.has(text.toLowerCase())) return null;
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

const LONGEST = 40;
