import { cellText, valueAt } from './cell-text.ts';
import { neutralise } from './neutralise.ts';
import type { Column, Values, View } from './output.ts';
import { relativeTime } from './relative-time.ts';

/** A value as a table shows it: harmless, and an instant by its distance where `now` is known. */
export function tableCell(row: Values, column: Column, { now }: Pick<View, 'now'>): string {
  const text = cellText(valueAt(row, column.name));
  if (column.kind === 'time' && now !== undefined && text !== '') {
    return neutralise(relativeTime(text, now));
  }
  return neutralise(text);
}

/** The heading of a column: the words of its name, in capitals. */
export function columnTitle({ name, title }: Column): string {
  const words = title ?? name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[._]/g, ' ');
  return neutralise(words.toUpperCase());
}
