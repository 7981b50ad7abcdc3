import type { Glyphs } from './glyphs.ts';

/** A value and what is usual, for one step after another; undefined where not known. */
export interface CurvePoint {
  readonly own?: number | undefined;
  readonly standard?: number | undefined;
}

/** How a curve is drawn. */
export interface CurveOptions {
  readonly glyphs: Glyphs;
  /** Lines from the lowest value to the greatest. */
  readonly height: number;
}

/** Two curves over each other, the highest line first; a column for each step. */
export function curve(
  points: readonly CurvePoint[],
  { glyphs, height }: CurveOptions,
): readonly string[] {
  const values = points
    .flatMap(({ own, standard }) => [own, standard])
    .filter((value) => value !== undefined);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const lineOf = (value: number | undefined) => {
    if (value === undefined) return undefined;
    const share = highest > lowest ? (value - lowest) / (highest - lowest) : 0;
    return Math.round(share * (height - 1));
  };
  return Array.from({ length: height }, (_, index) => {
    const line = height - 1 - index;
    const cells = points.map(({ own, standard }) =>
      glyphOf(lineOf(own) === line, lineOf(standard) === line, glyphs),
    );
    return cells.join('').trimEnd();
  });
}

function glyphOf(isOwn: boolean, isStandard: boolean, glyphs: Glyphs): string {
  if (isOwn) return isStandard ? glyphs.both : glyphs.own;
  return isStandard ? glyphs.standard : ' ';
}
