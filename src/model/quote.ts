const LONGEST_QUOTE = 40;

/** A value as messages show it: short, on one line, with its type visible. */
export function quote(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(
      value.length > LONGEST_QUOTE ? `${value.slice(0, LONGEST_QUOTE)}…` : value,
    );
  }
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
