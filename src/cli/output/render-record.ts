import { cellText, valueAt } from './cell-text.ts';
import { neutralise, neutraliseLines } from './neutralise.ts';
import type { Column, Values, View } from './output.ts';
import { relativeTime } from './relative-time.ts';
import { isolate, padTo } from './text-layout.ts';

const GAP = '  ';

/** A record for people: a line for each field, its name before its value and unit. */
export function renderRecord(
  record: Values,
  columns: readonly Column[],
  options: { readonly view: View; readonly header: boolean },
): string {
  const { view, header } = options;
  const names = columns.map(({ name, title }) => neutralise(title ?? name));
  const width = Math.max(0, ...names.map(view.widthOf));
  const lines = columns.flatMap((column, index) => {
    const [first = '', ...more] = fieldLines(record, column, view);
    if (!header) return [first, ...more];
    const label = view.paint.dim(
      padTo(names[index] ?? '', { width, side: 'left', widthOf: view.widthOf }),
    );
    const indent = ' '.repeat(width) + GAP;
    return [`${label}${GAP}${first}`, ...more.map((line) => indent + line)];
  });
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function fieldLines(record: Values, column: Column, view: View): readonly string[] {
  const text = cellText(valueAt(record, column.name));
  if (text === '') return [''];
  const lines = neutraliseLines(withUnit(text, column, view)).split('\n');
  return view.isolates ? lines.map(isolate) : lines;
}

function withUnit(text: string, { kind, unit }: Column, view: View): string {
  if (kind === 'time' && view.now !== undefined) return `${text} (${relativeTime(text, view.now)})`;
  return unit === undefined ? text : `${text} ${unit}`;
}
