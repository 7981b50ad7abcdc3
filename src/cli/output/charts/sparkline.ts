import type { Glyphs } from './glyphs.ts';

/** How a row of values is drawn. */
export interface SparklineOptions {
  readonly glyphs: Glyphs;
  /** The value of the lowest bar; 0 when it is left out. */
  readonly from?: number;
  /** The place of a value that stands out; its bar is followed by `!`. */
  readonly marked?: number | undefined;
}

/** One bar for each value, the highest for the greatest of them; a gap where it is not known. */
export function sparkline(
  values: readonly (number | undefined)[],
  { glyphs, from = 0, marked }: SparklineOptions,
): string {
  const highest = Math.max(from, ...values.filter((value) => value !== undefined));
  return values
    .map((value, index) => {
      const bar = value === undefined ? glyphs.gap : levelOf(value, { glyphs, from, highest });
      return index === marked ? `${bar}!` : bar;
    })
    .join('');
}

function levelOf(
  value: number,
  {
    glyphs,
    from,
    highest,
  }: { readonly glyphs: Glyphs; readonly from: number; readonly highest: number },
): string {
  const last = glyphs.levels.length - 1;
  const share = highest > from ? Math.max(0, value - from) / (highest - from) : 0;
  return glyphs.levels[Math.round(share * last)] ?? glyphs.gap;
}
