/** Time ranges of the charts of a barn. */
export const ranges = ['24h', '7d', '30d'] as const;

export type Range = (typeof ranges)[number];

/** The search parameters of a barn's address; unknown ones are dropped. */
export function barnSearch(search: Readonly<Record<string, unknown>>): {
  readonly range?: Range | undefined;
} {
  const range = ranges.find((one) => one === search['range']);
  return range === undefined ? {} : { range };
}
