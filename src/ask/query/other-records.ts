import { checkedForm, type QueryForm } from '../../model/answers/query-form.ts';
import { OPEN_TASK } from './broad-views.ts';
import type { View } from './view.ts';

/**
 * The form of the open tasks that plan the records of a form about future days, such as treatments.
 * Undefined for a form about the past, and for records that are not planned.
 */
export function plannedTasks({ planned, person }: View, form: QueryForm): QueryForm | undefined {
  if (planned === undefined || form.tense !== 'future') return undefined;
  const kinds = form.filters.flatMap(({ field, value }) =>
    field === 'kind' ? [String(value)] : [],
  );
  const about = kinds.length > 0 ? kinds.flatMap((kind) => planned[kind] ?? []) : planned['any'];
  if (about === undefined || about.length === 0 || form.scope.flocks.length > 0) return undefined;
  return checkedForm({
    ...form,
    subject: { resource: 'tasks' },
    ...(form.select === 'date' ? { select: 'dueDate' } : {}),
    ...(form.select !== undefined && form.select === person ? { select: 'assignee' } : {}),
    filters: [OPEN_TASK, { field: 'title', op: 'about', value: [...about] }],
  });
}

/**
 * The form of the events that correspond to a form about records: a visit of the vet may be noted
 * on the timeline. Undefined where events express it differently, or not at all.
 */
export function timelineEvents({ timeline }: View, form: QueryForm): QueryForm | undefined {
  const { filters, select, groupBy, also, tense } = form;
  const [kind] = filters;
  const isReported = kind?.field === 'kind' && timeline?.includes(String(kind.value));
  if (!isReported || filters.length > 1 || groupBy || also || tense === 'future') return undefined;
  if (select !== undefined && select !== 'date') return undefined;
  return checkedForm({
    ...form,
    subject: { resource: 'events' },
    ...(select === 'date' ? { select: 'ts' } : {}),
  });
}
