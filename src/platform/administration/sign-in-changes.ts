import type { ActivityRule } from '../../farming/reports/activity.ts';
import { users } from '../../model/resources/users.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { tellActivities } from '../activity/record-activity.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';

/** Tells in the activity feed how a user can sign in from now on; the user may have been deleted. */
export async function tellSignInChange(
  runtime: Runtime,
  transaction: Transaction,
  change: {
    readonly orgId: string;
    readonly userId: string;
    readonly actor: { readonly type: string; readonly id: string };
    readonly at: number;
    readonly rule: ActivityRule;
  },
): Promise<void> {
  const { orgId, userId: id, actor, at: now, rule } = change;
  const json = await findRow(transaction, users, { id, scope: { orgId, farmIds: 'all' } });
  if (json === undefined) return;
  const after = storedFromJson(json, orgId);
  await tellActivities(runtime, transaction, [
    { rule, change: { definition: users, after, now, actor } },
  ]);
}
