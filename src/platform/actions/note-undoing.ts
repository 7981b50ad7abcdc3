import { undoneRule } from '../../farming/activity/activity-rules.ts';
import { getResource, isResourceName } from '../../model/registry.ts';
import type { StoredAction } from '../../storage/system/actions.ts';
import { insertActivity } from '../../storage/system/activity-log.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { authorOf } from '../access/actor.ts';
import { placeOf } from '../activity/record-activity.ts';
import type { RuleContext } from '../rules/resource-rules.ts';

/** Tells in the activity log that an action was taken back; of one that changed nothing, nothing. */
export async function noteUndoing(action: StoredAction, context: RuleContext): Promise<void> {
  const { resource, rowId, changes, farmId, orgId } = action;
  const row = changes.find(({ id }) => id === rowId)?.after;
  if (resource === null || row === undefined || !isResourceName(resource)) return;
  const rule = undoneRule(resource);
  await insertActivity(context.transaction, orgId, {
    id: context.runtime.ids.create('activity'),
    ts: formatInstant(context.now),
    kind: rule.kind,
    score: rule.base,
    title: rule.title(row),
    farmId,
    ...placeOf(getResource(resource), row),
    resource,
    rowId: row.id,
    actor: authorOf(context.actor),
  });
}
