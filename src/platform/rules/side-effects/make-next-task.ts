import { type Frequency, nextDueDate } from '../../../farming/metrics/next-due-date.ts';
import { tasks } from '../../../model/resources/tasks.ts';
import { findEqualRow } from '../../../storage/records/find-equal-row.ts';
import type { RecordWriter, RuleChange, RuleContext } from '../resource-rules.ts';
import { entersStatus } from '../row-change.ts';

/** Makes the next task of a series when one is done, unless it is there: a task may be done twice. */
export async function makeNextTask(
  change: RuleChange,
  context: RuleContext,
  write: RecordWriter,
): Promise<void> {
  if (!entersStatus(change, ['done'])) return;
  const { id, orgId, farmId, seriesId, dueDate: wasDue, frequency } = change.after;
  const dueDate = nextDueDate(String(wasDue ?? context.today), frequency as Frequency);
  if (dueDate === null) return;
  const known = await findEqualRow(context.transaction, tasks, {
    scope: { orgId, farmIds: 'all' },
    fields: { seriesId: String(seriesId), dueDate },
    exceptId: id,
    exceptStatus: ['cancelled'],
  });
  if (known !== undefined) return;
  const { barnId, title, details, assignee, priority } = change.after;
  const values = { barnId, title, details, assignee, priority, frequency, seriesId, dueDate };
  await write.insert(tasks, { values, farmId: farmId ?? undefined }, context);
}
