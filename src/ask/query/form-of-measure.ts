import { checkedForm, type QueryForm } from '../../model/answers/query-form.ts';
import type { MeasureName } from '../../model/measures.ts';
import type { Aggregation, MeasureQuestion } from '../measure.ts';

const AGGREGATE_OF: Readonly<Record<Aggregation, QueryForm['aggregate']>> = {
  value: 'value',
  total: 'sum',
  average: 'mean',
  lowest: 'min',
  highest: 'max',
  list: 'list',
  count: 'count',
  compare: 'compare',
  trend: 'trend',
};

/** The form of a question about a measure. */
export function formOfMeasure(
  intent: MeasureName,
  { scope, period, aggregation, slots }: MeasureQuestion,
): QueryForm {
  return checkedForm({
    subject: { measure: intent },
    filters: Object.entries(slots).map(([field, value]) => ({ field, op: '=', value })),
    scope: { farms: [], barns: [...(scope.barnIds ?? [])], flocks: [...(scope.flockIds ?? [])] },
    ...(period ? { period: { from: period.from, to: period.to } } : {}),
    tense: 'present',
    aggregate: AGGREGATE_OF[aggregation],
    answerType: 'text',
  });
}
