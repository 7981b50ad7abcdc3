import type { Glyphs } from './glyphs.ts';

/** How a bar is drawn. */
export interface BarOptions {
  readonly glyphs: Glyphs;
  /** Columns of the whole. */
  readonly width: number;
  /** Whether what the bar lacks is drawn too. */
  readonly isFilledUp?: boolean;
}

/** A bar for a share of the whole, 0 to 1; anything above 0 can be seen. */
export function barRow(share: number, { glyphs, width, isFilledUp = false }: BarOptions): string {
  const steps = glyphs.parts.length + 1;
  const wanted = Math.round(Math.min(1, Math.max(0, share)) * width * steps);
  const filled = share > 0 ? Math.max(1, wanted) : 0;
  const whole = Math.floor(filled / steps);
  const part = glyphs.parts[(filled % steps) - 1] ?? '';
  const bar = glyphs.full.repeat(whole) + part;
  return isFilledUp ? bar + glyphs.empty.repeat(width - whole - part.length) : bar;
}
