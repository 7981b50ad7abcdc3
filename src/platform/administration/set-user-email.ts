import * as z from 'zod';
import { refused } from '../../model/core/errors.ts';
import { users } from '../../model/resources/users.ts';
import { parseBody } from '../../model/validation/parse-body.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { deleteIdentitiesOf, isEmailTaken } from '../../storage/system/provider-sign-in.ts';
import { deleteSessionsBy } from '../../storage/system/sign-in.ts';
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
 * decides who may sign in as the user, and needs all rights of the user. Sessions that began at the
 * provider end.
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
  if (email !== null) await requireFree(transaction, { orgId: user.orgId, email, exceptId: id });
  await deleteIdentitiesOf(transaction, id);
  await deleteSessionsBy(transaction, { userId: id, method: 'oidc' });
  const { json } = await findVisibleRow(transaction, users, { id, scope: scopeOf(call.actor) });
  const before = storedFromJson(json, user.orgId);
  const context = await writeContext(runtime, transaction, { call, farmId: undefined });
  await changeRecord(users, { before, changes: { email } }, context);
  return jsonAnswer({ id, name: user.name, email });
}

/** A shared address would be ambiguous at sign-in, so one user could lock the other out. */
async function requireFree(
  transaction: Transaction,
  asked: Parameters<typeof isEmailTaken>[1],
): Promise<void> {
  await transaction.lock(`emails ${asked.orgId}`);
  if (!(await isEmailTaken(transaction, asked))) return;
  throw refused('email_taken', 'Another user of the organisation has this e-mail address.');
}
