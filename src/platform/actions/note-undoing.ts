import { undoneRule } from '../../farming/activity/activity-rules.ts';
import { getResource, isResourceName } from '../../model/registry.ts';
import type { StoredAction } from '../../storage/system/actions.ts';
import { authorOf } from '../access/actor.ts';
import { tellActivity } from '../activity/record-activity.ts';
import type { RuleContext } from '../rules/resource-rules.ts';

/** Tells in the activity log that an action was taken back; of one that changed nothing, nothing. */
export async function noteUndoing(action: StoredAction, context: RuleContext): Promise<void> {
  const { resource, rowId, changes } = action;
  const after = changes.find(({ id }) => id === rowId)?.after;
  if (resource === null || after == null || !isResourceName(resource)) return;
  const { runtime, transaction, now, actor } = context;
  const change = { definition: getResource(resource), after, now, actor: authorOf(actor) };
  await tellActivity(runtime, transaction, { rule: undoneRule(resource), change });
}
