import type { PlotRun } from '../output/plot.ts';

/** How grave something is, or whether it is done; shown by a mark, and by colour where there is. */
export type Mark = 'critical' | 'warning' | 'info' | 'done' | 'todo';

/** One cell of a table; its state colours it, its text says it. */
export type Cell = string | { readonly text: string; readonly state: Mark | undefined };

/** A column of a table. */
export interface TableColumn {
  readonly title: string;
  /** Numbers stand to the right. */
  readonly isNumber?: boolean;
}

/** A part of a page, without any thought of where it is shown. */
export type Block =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  /** A paragraph; wrapped where there is a width. */
  | { readonly kind: 'text'; readonly text: string; readonly mark?: Mark; readonly indent?: number }
  /** A label and what belongs to it, the labels in a column. */
  | { readonly kind: 'labelled'; readonly rows: readonly Labelled[] }
  | { readonly kind: 'table'; readonly columns: readonly TableColumn[]; readonly rows: Rows }
  /** A drawing, shown as it is, with words behind its lines. */
  | { readonly kind: 'drawing'; readonly lines: readonly DrawnLine[] }
  /** A plot with what stands before each of its lines. */
  | { readonly kind: 'plot'; readonly lines: readonly PlotLine[] }
  /** A command line in the parts between which it may be broken. */
  | { readonly kind: 'command'; readonly parts: readonly string[]; readonly indent?: number };

/** A line of a drawing, and what is said of it. */
export type DrawnLine = readonly [drawing: string, text: string];

/** A line of a plot: its margin, with the axis, and its cells. */
export type PlotLine = readonly [margin: string, runs: readonly PlotRun[]];

/** The cells of a table by row. */
export type Rows = readonly (readonly Cell[])[];

/** A label and what belongs to it: a text, or a drawing with a text behind it. */
export interface Labelled {
  readonly label: string;
  readonly drawing?: string;
  /** Under the drawing, as it stands: its axis, its legend. */
  readonly below?: readonly string[];
  readonly text: string;
  readonly state?: Mark | undefined;
  /** What to do about it, in the parts between which it may be broken. */
  readonly command?: readonly string[] | undefined;
}
