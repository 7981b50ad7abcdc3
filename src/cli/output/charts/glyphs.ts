/** The characters that charts and marks are drawn with; each takes one column. */
export interface Glyphs {
  /** From the lowest to the highest. */
  readonly levels: readonly string[];
  /** A value that is not known. */
  readonly gap: string;
  /** A bar: a whole cell, its last cell by eighths where there are such, and what it lacks. */
  readonly full: string;
  readonly parts: readonly string[];
  readonly empty: string;
  /** A band: what was measured inside and outside the target, the target alone, the rest. */
  readonly inside: string;
  readonly outside: string;
  readonly target: string;
  readonly beyond: string;
  /** The present value on a band. */
  readonly now: string;
  /** Points of a curve. */
  readonly own: string;
  readonly standard: string;
  readonly both: string;
}

export const unicodeGlyphs: Glyphs = {
  levels: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  gap: ' ',
  full: '█',
  parts: ['▏', '▎', '▍', '▌', '▋', '▊', '▉'],
  empty: '░',
  inside: '█',
  outside: '▓',
  target: '░',
  beyond: '·',
  now: '◆',
  own: '●',
  standard: '·',
  both: '◉',
};

export const asciiGlyphs: Glyphs = {
  levels: ['_', '.', '-', '=', '+', 'o', 'O', '#'],
  gap: ' ',
  full: '#',
  parts: [],
  empty: '.',
  inside: '#',
  outside: 'x',
  target: '=',
  beyond: '.',
  now: 'O',
  own: 'o',
  standard: '.',
  both: '@',
};
