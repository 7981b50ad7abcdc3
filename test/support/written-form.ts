import type { Understanding } from '../../src/ask/grammar/understanding.ts';
import { formOfMeasure } from '../../src/ask/measure.ts';

const SHOWN_STATUS = ['integrations', 'tenders', 'tickets'];

/** A form in the format of the table; the usual filters of a view are expressed by its tense. */
export function writtenForm(got: Understanding): string {
  if (got.kind === 'unclear') return `unclear: ${got.reason.text}`;
  if (got.kind === 'question') return writtenMeasure(got);
  if (got.kind === 'action') return 'action';
  const { view, form } = got;
  const { scope, period, filters, groupBy, limit, also = [] } = form;
  const supplierKinds = 'supplier,feed_supplier,chick_supplier,medicine_supplier';
  const reported = filters
    .filter(({ field }) => field !== 'status' || SHOWN_STATUS.includes(view))
    .filter(({ value }) => String(value) !== supplierKinds)
    .map(({ field, op, value }) =>
      op === 'in' || op === 'about'
        ? `${field} ${op} ${[value].flat().join('+')}`
        : `${field}${op}${value}`,
    );
  return [
    `${view} ${form.aggregate} ${form.select ?? '-'}`,
    form.tense,
    ...[
      ...(groupBy ? [`by ${groupBy}`] : []),
      ...also.map(({ aggregate, select }) => `and ${aggregate} ${select}`),
      ...reported,
      ...[...scope.barns, ...scope.flocks].map((id) => `@${id}`),
      ...(period ? [`${period.from}..${period.to}`] : []),
      ...(period?.isNight ? ['night'] : []),
      ...(period?.hours ? [`hours ${period.hours}`] : []),
      ...(limit ? [`limit ${limit}`] : []),
    ].sort(),
  ].join(', ');
}

/** A form about a computed figure: measure, aggregation, filters, place and days. */
function writtenMeasure({
  intent,
  question,
}: Extract<Understanding, { kind: 'question' }>): string {
  const { aggregate, filters, scope, period } = formOfMeasure(intent, question);
  return [
    `measure ${intent} ${aggregate}`,
    ...[
      ...filters.map(({ field, op, value }) => `${field}${op}${value}`),
      ...[...scope.barns, ...scope.flocks].map((id) => `@${id}`),
      ...(period ? [`${period.from}..${period.to}`] : []),
    ].sort(),
  ].join(', ');
}

/** The table may list filters, places and days in any order. */
export function sortedForm(form: string): string {
  const parts = form.split(', ');
  const heads = form.startsWith('measure ') ? 1 : 2;
  return [...parts.slice(0, heads), ...parts.slice(heads).sort()].join(', ');
}
