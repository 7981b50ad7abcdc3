import type { Glyphs } from './glyphs.ts';

/** From one value to another. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

/** What a band shows; at least one of them is there. */
export interface BandValues {
  /** What was measured over a time. */
  readonly measured?: Span | undefined;
  readonly target?: Span | undefined;
  readonly now?: number | undefined;
}

/** A band, and the values at its ends. */
export interface Band extends Span {
  readonly chart: string;
}

const LEAST_SPAN = 1;

/**
 * What was measured against its target on one line, the present value marked on it; a cell is
 * counted by its middle. Undefined where nothing is known.
 */
export function band(
  { measured, target, now }: BandValues,
  { glyphs, width }: { readonly glyphs: Glyphs; readonly width: number },
): Band | undefined {
  const known = [measured?.low, measured?.high, target?.low, target?.high, now].filter(
    (value) => value !== undefined,
  );
  if (known.length === 0) return undefined;
  const low = Math.floor(Math.min(...known));
  const high = Math.max(Math.ceil(Math.max(...known)), low + LEAST_SPAN);
  const step = (high - low) / width;
  const cells = Array.from({ length: width }, (_, index) => {
    const middle = low + (index + 0.5) * step;
    const isTarget = target === undefined ? undefined : isWithin(target, middle);
    return cellOf(isWithin(measured, middle), isTarget, glyphs);
  });
  if (now !== undefined) cells[Math.min(width - 1, Math.floor((now - low) / step))] = glyphs.now;
  return { low, high, chart: cells.join('') };
}

function isWithin(span: Span | undefined, value: number): boolean {
  return span !== undefined && span.low <= value && value <= span.high;
}

/** Without a target nothing lies outside of it. */
function cellOf(isMeasured: boolean, isTarget: boolean | undefined, glyphs: Glyphs): string {
  if (isMeasured) return isTarget === false ? glyphs.outside : glyphs.inside;
  return isTarget ? glyphs.target : glyphs.beyond;
}
