import * as z from 'zod';
import { users } from '../../model/resources/users.ts';
import { parseBody } from '../../model/validation/parse-body.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { deleteIdentitiesOf } from '../../storage/system/provider-sign-in.ts';
import { requireNoLessThan } from '../access/grants.ts';
import { scopeOf } from '../core/actor.ts';
import { type Answer, type Call, jsonAnswer } from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { findVisibleRow } from '../records/read-records.ts';
import { changeRecord } from '../records/write-record.ts';
import { findManagedUser } from './sign-in.ts';

const schema = z.strictObject({
  email: z.string().trim().max(254).regex(z.regexes.email).toLowerCase().nullable(),
});

/**
 * `PUT /os/users/{id}/email`: by which address a user is recognised at the provider. Whoever sets it
 * decides who may sign in as the user, and needs all rights of the user.
 */
export async function setUserEmail(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: Call; readonly id: string; readonly body: unknown },
): Promise<Answer> {
  const { call, id } = input;
  const user = await findManagedUser(transaction, call, { id, forUpdate: true });
  await requireNoLessThan(transaction, { actor: call.actor, now: call.at }, user);
  const { email } = parseBody(schema, input.body);
  await deleteIdentitiesOf(transaction, id);
  const { json } = await findVisibleRow(transaction, users, { id, scope: scopeOf(call.actor) });
  const before = storedFromJson(json, user.orgId);
  const context = await writeContext(runtime, transaction, { call, farmId: undefined });
  await changeRecord(users, { before, changes: { email } }, context);
  return jsonAnswer({ id, name: user.name, email });
}
