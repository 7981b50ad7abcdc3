import type { Paint, View } from '../../output/output.ts';
import type { PlotTone } from '../../output/plot.ts';
import {
  drawPairs,
  drawTable,
  excessOf,
  fitWidths,
  type TextColumn,
  widthsOf,
} from '../../output/table-layout.ts';
import { isolate, withoutIsolates, wrapText } from '../../output/text-layout.ts';
import { type FollowUp, writeCommands } from '../../session/follow-up.ts';
import type { Block, Cell, DrawnLine, Labelled, Mark, PlotLine, TableColumn } from './blocks.ts';

/** Page style, in addition to the view. */
export interface PageStyle {
  readonly language: string;
  /** Whether only ASCII can be displayed. */
  readonly isAscii: boolean;
  /** How command lines on the page are rewritten; unchanged by default. */
  readonly followUp?: FollowUp;
}

interface Layout extends PageStyle {
  readonly view: View;
}

const INDENT = 2;
const GAP = 2;
const LEAST_WIDTH = 20;

/** The page as text, with every line terminated; wrapped if the view has a width. */
export function renderPage(blocks: readonly Block[], view: View, style: PageStyle): string {
  const layout = { ...style, view };
  const lines = blocks.flatMap((block, index) => [
    ...(block.kind === 'heading' && index > 0 ? [''] : []),
    ...renderBlock(block, layout),
  ]);
  const text = lines.map((line) => `${withPlainSpaces(line).trimEnd()}\n`).join('');
  return style.isAscii ? spellOut(text) : text;
}

/**
 * After wrapping, no-break spaces are replaced: programs that search for spaces would not find
 * them.
 */
function withPlainSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ');
}

function renderBlock(block: Block, layout: Layout): readonly string[] {
  const { paint } = layout.view;
  switch (block.kind) {
    case 'title':
    case 'heading':
      return wrapped(block.text, { first: '', rest: '' }, layout).map((line) => paint.bold(line));
    case 'text':
      return textLines(block, layout);
    case 'labelled':
      return labelledLines(block.rows, layout);
    case 'table':
      return renderCells(block, layout.view, ' '.repeat(INDENT));
    case 'drawing':
      return block.lines.map((line) => ' '.repeat(INDENT) + drawnLine(line, layout));
    case 'plot':
      return block.lines.map((line) => ' '.repeat(INDENT) + plotLine(line, layout));
    case 'command':
      return commandLines(block, layout);
  }
}

const tones: Readonly<Record<PlotTone, (paint: Paint, text: string) => string>> = {
  own: (paint, text) => paint.cyan(text),
  outside: (paint, text) => paint.red(text),
  standard: (paint, text) => paint.dim(text),
  target: (paint, text) => paint.green(text),
  suspect: (paint, text) => paint.yellow(text),
  plain: (_, text) => text,
};

function plotLine([margin, runs]: PlotLine, { view }: Layout): string {
  const painted = runs.map(([text, tone]) => tones[tone](view.paint, text)).join('');
  return (view.isolates ? margin : withoutIsolates(margin)) + painted;
}

function drawnLine([drawing, text]: DrawnLine, { view }: Layout): string {
  const drawnText = view.isolates ? drawing : withoutIsolates(drawing);
  return text === '' ? drawnText : drawnText + ' '.repeat(GAP) + visibleText(text, view);
}

const markGlyphs: Readonly<Record<Mark, string>> = {
  critical: '!!',
  warning: '!',
  info: '·',
  done: '[x]',
  todo: '[ ]',
};
const styles: Readonly<Partial<Record<Mark, 'red' | 'yellow' | 'green'>>> = {
  critical: 'red',
  warning: 'yellow',
  done: 'green',
};

function textLines(
  { text, mark, indent = INDENT }: Block & { readonly kind: 'text' },
  layout: Layout,
): readonly string[] {
  const margin = ' '.repeat(indent);
  if (mark === undefined) return wrapped(text, { first: margin, rest: margin }, layout);
  const sign = markGlyphs[mark].padEnd(2);
  const continuationIndent = margin + ' '.repeat(sign.length + 1);
  const [first = '', ...more] = wrapped(
    text,
    { first: continuationIndent, rest: continuationIndent },
    layout,
  );
  return [
    `${margin}${painted(sign, mark, layout.view)} ${first.slice(continuationIndent.length)}`,
    ...more,
  ];
}

function labelledLines(rows: readonly Labelled[], layout: Layout): readonly string[] {
  const { view } = layout;
  const width = Math.max(0, ...rows.map(({ label }) => view.widthOf(label)));
  return rows.flatMap((row) => {
    const padding = ' '.repeat(width - view.widthOf(row.label) + GAP);
    const head = ' '.repeat(INDENT) + view.paint.dim(visibleText(row.label, view)) + padding;
    const [first = '', ...more] = labelledText(row, INDENT + width + GAP, layout);
    const parts = row.command ?? [];
    const command = parts.length === 0 ? [] : commandLines({ parts, indent: 2 * INDENT }, layout);
    const margin = ' '.repeat(INDENT + width + GAP);
    const belowLines = (row.below ?? []).map(
      (line) => margin + view.paint.dim(isolated(line, view)),
    );
    return [head + first, ...more, ...belowLines, ...command];
  });
}

/** The content of a label, wrapped in its own column; the first line has no margin. */
function labelledText(
  { drawing, text, state }: Labelled,
  indent: number,
  layout: Layout,
): readonly string[] {
  const { view } = layout;
  const prefix = drawing === undefined ? '' : drawing + (text === '' ? '' : ' '.repeat(GAP));
  const margin = ' '.repeat(indent + view.widthOf(prefix));
  const lines = wrapped(text, { first: '', rest: margin }, layout);
  const [first = '', ...more] = lines.map((line) => (state ? painted(line, state, view) : line));
  return [prefix + first, ...more];
}

/** Broken only where a shell continues a line after a backslash. */
function commandLines(
  { parts, indent = INDENT }: Omit<Block & { readonly kind: 'command' }, 'kind'>,
  { view, followUp }: Layout,
): readonly string[] {
  const margin = ' '.repeat(indent);
  const written = followUp ? parts.map((part) => writeCommands(part, followUp)) : parts;
  const room = roomBehind(indent + INDENT, view);
  const lines: string[] = [];
  for (const part of written) {
    const last = lines.at(-1);
    const joinedPart = last === undefined ? part : `${last} ${part}`;
    if (last === undefined || view.widthOf(`${joinedPart} \\`) > room) lines.push(part);
    else lines[lines.length - 1] = joinedPart;
  }
  return lines.map((line, index) => {
    const start = index === 0 ? margin : margin + ' '.repeat(INDENT);
    return start + view.paint.cyan(line) + (index < lines.length - 1 ? ' \\' : '');
  });
}

function wrapped(
  text: string,
  { first, rest }: { readonly first: string; readonly rest: string },
  { view, language }: Layout,
): readonly string[] {
  const width = roomBehind(rest.length, view);
  const lines = Number.isFinite(width)
    ? wrapText(text, { width, widthOf: view.widthOf, language })
    : [text];
  return lines.map((line, index) => (index === 0 ? first : rest) + visibleText(line, view));
}

function roomBehind(indent: number, { width }: View): number {
  return width === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST_WIDTH, width - indent);
}

function visibleText(text: string, { isolates }: View): string {
  return isolates ? isolate(text) : text;
}

/** Lines of drawings contain their own isolates; other lines are isolated as a whole. */
function isolated(line: string, view: View): string {
  if (!view.isolates) return withoutIsolates(line);
  return line === withoutIsolates(line) ? isolate(line) : line;
}

function painted(text: string, mark: Mark, { paint }: View): string {
  const style = styles[mark];
  return style ? paint[style](text) : text;
}

const spellings: Readonly<Record<string, string>> = {
  '·': '-',
  '–': '-',
  '…': '...',
  '«': '"',
  '»': '"',
  '’': "'",
  '≤': '<=',
  '≈': '~=',
};

/** Replaces typographic characters with ASCII; letters are unchanged. */
function spellOut(text: string): string {
  return text.replace(/[·–…«»’≤≈]/g, (sign) => spellings[sign] ?? sign);
}

/** Pages show all columns, so long names are wrapped. */
const NAME_SHARE = 0.2;

/** A table of display texts. */
export interface CellTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * The lines of a table under its titles. If the table is too wide, the widest texts are truncated
 * and those of the first column are wrapped; if it is still too wide, every cell is on a line of
 * its own.
 */
function renderCells(table: CellTable, view: View, margin: string): readonly string[] {
  const inner = { ...view, width: view.width && view.width - margin.length };
  const columns = table.columns.map(
    ({ title, isNumber, isWrapped }, index): TextColumn => ({
      title,
      cells: table.rows.map((row) => {
        const text = cellText(row[index] ?? '');
        return isWrapped ? withPlainSpaces(text) : text;
      }),
      isNumber,
      isWrapped,
      isName: index === 0,
      nameShare: NAME_SHARE,
    }),
  );
  const widths = fitWidths(
    columns.map((column) => widthsOf(column, inner)),
    inner.width,
  );
  if (excessOf(widths, inner.width) > 0) return stackCells(table, view, margin);
  const cell = (text: string, row: number, column: number) =>
    paintedCell(text, table.rows[row]?.[column] ?? '', view);
  const paint = { heading: view.paint.dim, cell };
  return drawTable({ columns, widths, header: true, view, paint, margin });
}

function cellText(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

/** The first cell of each row, followed by its other non-empty cells with their titles. */
function stackCells({ columns, rows }: CellTable, view: View, margin: string): readonly string[] {
  const renderCell = (cell: Cell) => {
    const text = cellText(cell);
    return paintedCell(view.isolates ? isolate(text) : text, cell, view);
  };
  return rows.flatMap(([first = '', ...others]) => {
    const labelled = others.flatMap(
      (cell, index): readonly (readonly [string, readonly string[]])[] =>
        cellText(cell) === '' ? [] : [[columns[index + 1]?.title ?? '', [renderCell(cell)]]],
    );
    return [renderCell(first), ...drawPairs(labelled, view).map((line) => `  ${line}`)].map(
      (line) => margin + line,
    );
  });
}

function paintedCell(text: string, cell: Cell, { paint }: View): string {
  const state: Mark | undefined = typeof cell === 'string' ? undefined : cell.state;
  if (state === 'critical') return paint.red(text);
  return state === 'warning' ? paint.yellow(text) : text;
}
