import type { Block, Cell, TableColumn } from './block.ts';
import { NONE } from './words.ts';

const POINT = '\u00a0· ';

/** Blocks under a heading; nothing where there are none. */
export function section(heading: string, blocks: readonly Block[]): readonly Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'heading', text: heading }, ...blocks];
}

/**
 * A table without the columns in which nothing is known; nothing where it has no rows, or tells no
 * more of them than their names.
 */
export function tableOf(
  columns: readonly TableColumn[],
  rows: readonly (readonly Cell[])[],
): readonly Block[] {
  const isKnown = columns.map((_, index) => rows.some((row) => isTold(row[index])));
  const kept = <T>(items: readonly T[]) => items.filter((_, index) => isKnown[index]);
  const told = isKnown.filter((known) => known).length;
  if (rows.length === 0 || told <= Math.min(1, columns.length - 1)) return [];
  return [{ kind: 'table', columns: kept(columns), rows: rows.map(kept) }];
}

function isTold(cell: Cell | undefined): boolean {
  const text = typeof cell === 'object' ? cell.text : cell;
  return text !== undefined && text !== '' && text !== NONE;
}

/** The parts of a line that there are, with a point between them. */
export function joinParts(parts: readonly (string | undefined)[]): string {
  // The point stays with what is before it: no line begins with one.
  return parts.filter((part) => part !== undefined && part !== '' && part !== NONE).join(POINT);
}
