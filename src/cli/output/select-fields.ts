import { message } from '../../model/message.ts';
import { nearestWord } from '../../tools/nearest-word.ts';
import { didYouMean, usageError } from '../errors.ts';
import { valueAt } from './cell-text.ts';
import type { Column, Values } from './output.ts';

/** The names of `--fields a,b`; undefined when the flag is not given. */
export function parseFields(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw usageError('--fields names no field');
  return names;
}

/**
 * The columns of that name, in that order; a name may lead inside one (`createdBy.id`).
 * Throws a usage error that lists the names there are.
 */
export function selectColumns(
  names: readonly string[],
  columns: readonly Column[],
): readonly Column[] {
  return names.map((name) => {
    const column = columns.find((candidate) => candidate.name === name);
    if (column) return column;
    const [root = ''] = name.split('.');
    if (root !== name && columns.some((candidate) => candidate.name === root)) return { name };
    throw unknownField(name, columns);
  });
}

function unknownField(name: string, columns: readonly Column[]) {
  const known = columns.map((column) => column.name);
  const near = nearestWord(name, known);
  return usageError(
    `--fields: there is no field "${name}"${near === undefined ? '' : `; did you mean ${near}?`}`,
    {
      hint: `The fields are ${known.join(', ')}`,
      text: [message('cli.noField', { name }), ...didYouMean(near)],
    },
  );
}

/** The chosen properties of a row, in the order of the columns. */
export function pickFields(row: Values, columns: readonly Column[]): Values {
  return Object.fromEntries(columns.map(({ name }) => [name, valueAt(row, name) ?? null]));
}
