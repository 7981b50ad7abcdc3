const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/;
const UNIT_MILLIS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const LONGEST_MILLIS = 24 * UNIT_MILLIS.h;

/**
 * Milliseconds of a span such as `500ms`, `30s`, `2m` or `1h`; a bare number is seconds.
 * Undefined for anything else, and beyond a day.
 */
export function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text);
  if (!match) return undefined;
  const unit = (match[2] ?? 's') as keyof typeof UNIT_MILLIS;
  const millis = Math.round(Number(match[1]) * UNIT_MILLIS[unit]);
  return millis <= LONGEST_MILLIS ? millis : undefined;
}
