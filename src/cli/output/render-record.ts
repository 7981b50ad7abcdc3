import { labelOf, unitOf } from '../../i18n/labels.ts';
import { cellText, idIn, valueAt } from './cell-text.ts';
import { neutralise, neutraliseLines } from './neutralise.ts';
import type { Column, Values, View } from './output.ts';
import { relativeTime } from './relative-time.ts';
import { drawPairs } from './table-layout.ts';
import { isolate } from './text-layout.ts';

/** A record for people: a line for each field, its name before its value and unit. */
export function renderRecord(
  record: Values,
  columns: readonly Column[],
  options: { readonly view: View; readonly header: boolean },
): string {
  const { view, header } = options;
  const fields = columns.map((column) => fieldLines(record, column, view));
  const lines = header
    ? drawPairs(
        fields.map((lines, index) => [labelAt(columns, index, view), lines]),
        view,
      )
    : fields.flat();
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function labelAt(columns: readonly Column[], index: number, view: View): string {
  const { name = '', title } = columns[index] ?? {};
  const label = neutralise(title ?? (view.labels ? labelOf(view.labels, name) : name));
  return view.isolates ? isolate(label) : label;
}

function fieldLines(record: Values, column: Column, view: View): readonly string[] {
  const text = withName(record, column, view);
  if (text === '') return [''];
  const lines = neutraliseLines(withUnit(text, column, view)).split('\n');
  return view.isolates ? lines.map(isolate) : lines;
}

/** A value; an id behind the name of its row, where that is known. */
function withName(record: Values, { name }: Column, { names }: View): string {
  const value = valueAt(record, name);
  const text = cellText(value);
  const id = name === 'id' ? undefined : idIn(value);
  const label = id === undefined ? undefined : names?.get(id);
  return label === undefined || label === id ? text : `${label} (${id})`;
}

function withUnit(text: string, { kind, unit }: Column, view: View): string {
  if (kind === 'time' && view.now !== undefined)
    return `${text} (${relativeTime(text, view.now, view.language)})`;
  if (unit === undefined) return text;
  return `${text} ${view.labels ? unitOf(view.labels, unit) : unit}`;
}
