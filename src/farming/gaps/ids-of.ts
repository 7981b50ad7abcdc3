/** The ids that are there. */
export function idsOf(ids: Readonly<Record<string, string | null>>): Record<string, string> {
  const known = Object.entries(ids).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(known);
}
