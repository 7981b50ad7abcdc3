import { headingOf } from '../../i18n/labels.ts';
import { cellText, idIn, valueAt } from './cell-text.ts';
import { neutralise } from './neutralise.ts';
import type { Column, Values, View } from './output.ts';
import { relativeTime } from './relative-time.ts';

/**
 * A value as a table shows it: harmless, an instant by its distance where `now` is known, an id as
 * the name of its row where that is known.
 */
export function tableCell(row: Values, column: Column, view: View): string {
  const text = namedText(valueAt(row, column.name), column, view);
  if (column.kind === 'time' && view.now !== undefined && text !== '') {
    return neutralise(relativeTime(text, view.now, view.language));
  }
  return neutralise(text);
}

function namedText(value: unknown, { name }: Column, { names }: View): string {
  if (names === undefined || name === 'id') return cellText(value);
  if (!Array.isArray(value)) return names.get(idIn(value) ?? '') ?? cellText(value);
  return cellText(value.map((item: unknown) => names.get(String(item)) ?? item));
}

/** The heading of a column: what people call the field, with the unit of its values. */
export function columnTitle(column: Column, { labels }: Pick<View, 'labels'>): string {
  const { name, title } = column;
  return neutralise(title ?? (labels ? headingOf(labels, column) : name));
}
