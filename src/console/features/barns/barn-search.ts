/** How far back the charts of a barn reach. */
export const ranges = ['24h', '7d', '30d'] as const;

export type Range = (typeof ranges)[number];

/** The parameters of the address of a barn; what is not known is left out. */
export function barnSearch(search: Readonly<Record<string, unknown>>): {
  readonly range?: Range | undefined;
} {
  const range = ranges.find((one) => one === search['range']);
  return range === undefined ? {} : { range };
}
