const UNITS: Readonly<Record<string, string>> = {
  count: 'birds',
  mortality: 'birds',
  weight: 'gr',
};

/** The unit of an event that names none; null for behaviour, of which no rule can say anything. */
export function defaultUnit(kind: unknown): string | null {
  return UNITS[String(kind)] ?? null;
}
