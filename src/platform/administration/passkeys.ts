import * as z from 'zod';
import { signInChangeRules } from '../../farming/reports/activity.ts';
import { credentialSizes, PASSKEY_NAME_LENGTH } from '../../model/answers/passkeys.ts';
import { FarmError, refused, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { routeOf, scopeOfRoute } from '../../model/routes/route-table.ts';
import { parseBody } from '../../model/validation/parse-body.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { findUserRights } from '../../storage/system/sign-in.ts';
import {
  deletePasskey,
  findCredential,
  findPasskey,
  insertPasskey,
  listPasskeys,
  recordSignature,
  renamePasskey as renameStored,
  type StoredPasskey,
} from '../../storage/system/sign-in-methods.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { Unauthorized } from '../access/authenticate.ts';
import { requireNoLessThan } from '../access/grants.ts';
import {
  type NewCredential,
  type RelyingParty,
  registrationOptions,
  type Signature,
  signInOptions,
  verifyRegistration,
  verifySignature,
} from '../access/passkey-ceremony.ts';
import { authorOf } from '../core/actor.ts';
import { operationParameters, requireScope } from '../core/admission.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { administersSessions, requireSession } from './sign-in.ts';
import {
  lockSignInUser,
  notifySignInChange,
  type SignedIn,
  type SignInBrowser,
  type SignInTools,
  startSession,
} from './start-session.ts';

/** The administrator scope, as declared by the routes for managing users. */
const ADMIN = scopeOfRoute('inviteUser');

const encoded = (maximumLength: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(maximumLength);
const MOST_TRANSPORTS = 10;

const nameSchema = z.string().trim().min(1).max(PASSKEY_NAME_LENGTH);

const credentialFields = {
  id: encoded(credentialSizes.id),
  rawId: encoded(credentialSizes.id),
  type: z.literal('public-key'),
};

// Browsers send members from later WebAuthn editions; these are dropped.
const signInSchema = z.strictObject({
  credential: z.object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: encoded(credentialSizes.data),
      authenticatorData: encoded(credentialSizes.data),
      signature: encoded(credentialSizes.signature),
      userHandle: encoded(credentialSizes.handle).nullish(),
    }),
  }),
});

const registrationSchema = z.strictObject({
  name: nameSchema,
  credential: z.object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: encoded(credentialSizes.data),
      attestationObject: encoded(credentialSizes.data),
      transports: z.array(z.string().max(20)).max(MOST_TRANSPORTS).nullish(),
    }),
  }),
});

const renameSchema = z.strictObject({ name: nameSchema });

/** `POST /os/session/passkey/options`: creates a challenge for a sign-in. */
export async function startPasskeySignIn(
  runtime: Runtime,
  relyingParty: RelyingParty,
): Promise<Result> {
  return jsonResult(await signInOptions(runtime, relyingParty));
}

/** A browser's response to a challenge, and the passkey that it names. */
export interface PasskeyAttempt {
  readonly credential: z.output<typeof signInSchema>['credential'];
  readonly passkey: StoredPasskey | undefined;
  /**
   * Rate-limit subject of the attempt; an unknown passkey has its own, so that it is treated alike.
   */
  readonly subject: string;
}

/** Parses the body of a passkey sign-in. */
export async function readPasskeyAttempt(
  { database }: Pick<Runtime, 'database'>,
  body: unknown,
): Promise<PasskeyAttempt> {
  const { credential } = parseBody(signInSchema, body);
  const passkey = await findCredential(database, credential.id);
  return { credential, passkey, subject: passkey?.userId ?? `passkey ${credential.id}` };
}

/**
 * `POST /os/session/passkey`: signs in with a passkey. All unusable passkeys get the same error,
 * and a refusal changes no session.
 */
export async function signInByPasskey(
  runtime: Runtime,
  tools: SignInTools,
  input: {
    readonly attempt: PasskeyAttempt;
    readonly relyingParty: RelyingParty;
    readonly browser: SignInBrowser;
  },
): Promise<SignedIn> {
  const { attempt, relyingParty, browser } = input;
  const { passkey } = attempt;
  const { userHandle, ...response } = attempt.credential.response;
  const credential = {
    ...attempt.credential,
    response: { ...response, ...(userHandle ? { userHandle } : {}) },
    clientExtensionResults: {},
  };
  const signature = await verifySignature(runtime, relyingParty, { passkey, credential });
  // Anybody can name a passkey: the audit entry names its user only after a valid signature.
  if (!passkey || !signature) throw new Unauthorized('invalid_passkey');
  return runtime.database.transaction(async (transaction) => {
    const user = await redeemSignature(transaction, { passkey, signature, at: tools.call.at });
    return startSession(runtime, transaction, { user, method: 'passkey', tools, browser });
  });
}

async function redeemSignature(
  transaction: Transaction,
  input: {
    readonly passkey: StoredPasskey;
    readonly signature: Signature;
    readonly at: number;
  },
) {
  const { passkey, signature } = input;
  const { id, orgId, userId } = passkey;
  const user = await lockSignInUser(transaction, passkey);
  const at = formatInstant(input.at);
  if (user && (await recordSignature(transaction, { id, ...signature, at }))) return user;
  throw new Unauthorized('invalid_passkey', { id: userId, orgId });
}

/**
 * `POST /os/session/passkey/registration/options`: creates a challenge for a new passkey of the
 * caller.
 */
export async function startPasskeyRegistration(
  runtime: Runtime,
  call: RequestContext,
  relyingParty: RelyingParty,
): Promise<Result> {
  const { id, sessionId } = requireSession(call.actor);
  const passkeys = await listPasskeys(runtime.database, { orgId: call.actor.orgId, userId: id });
  requireRoom(passkeys);
  const user = { id, name: call.actor.name };
  return jsonResult(
    await registrationOptions(runtime, relyingParty, { sessionId, user, passkeys }),
  );
}

function requireRoom(passkeys: readonly StoredPasskey[]): void {
  const maximum = limits.passkeysPerUser;
  if (passkeys.length < maximum) return;
  throw refused('too_many_passkeys', `You have ${maximum} passkeys already; remove one first.`);
}

/** A new passkey as sent; the credential is undefined when it is not acceptable. */
export interface NewPasskey {
  readonly name: string;
  readonly rpId: string;
  readonly credential: NewCredential | undefined;
}

/** Parses and verifies the body of `POST /os/session/passkey/registration`. */
export async function readNewPasskey(
  runtime: Runtime,
  call: RequestContext,
  { relyingParty, body }: { readonly relyingParty: RelyingParty; readonly body: unknown },
): Promise<NewPasskey> {
  const { sessionId } = requireSession(call.actor);
  const { name, credential: sent } = parseBody(registrationSchema, body);
  const { transports, ...response } = sent.response;
  const credential = await verifyRegistration(runtime, relyingParty, {
    sessionId,
    credential: {
      ...sent,
      // Browsers may add transports; they are returned to browsers and not used otherwise.
      response: { ...response, transports: (transports ?? []) as never[] },
      clientExtensionResults: {},
    },
  });
  return { name, rpId: relyingParty.rpId, credential };
}

/** `POST /os/session/passkey/registration`: stores a verified passkey. */
export async function addPasskey(
  runtime: Runtime,
  transaction: Transaction,
  { call, added }: { readonly call: RequestContext; readonly added: NewPasskey },
): Promise<Result> {
  const { id: userId } = requireSession(call.actor);
  const { orgId } = call.actor;
  const { name, rpId, credential } = added;
  await transaction.lock(`passkeys ${userId}`);
  requireRoom(await listPasskeys(transaction, { orgId, userId }));
  if (!credential || (await findCredential(transaction, credential.credentialId))) {
    throw refused(
      'passkey_refused',
      'The passkey was not accepted: the request may have expired. Start again.',
    );
  }
  const passkey: StoredPasskey = {
    id: runtime.ids.create('passkey'),
    orgId,
    userId,
    name,
    rpId,
    ...credential,
    createdAt: formatInstant(call.at),
    usedAt: null,
  };
  await insertPasskey(transaction, passkey);
  call.subject.rowId = passkey.id;
  await reportSignInChange(runtime, transaction, { call, userId, kind: 'passkey_added' });
  return jsonResult(describePasskey(passkey), { status: 201 });
}

/** `GET /os/passkeys`: the passkeys of the caller, or, for administrators, of any user. */
export async function listOwnPasskeys(runtime: Runtime, call: RequestContext): Promise<Result> {
  const { actor } = call;
  const { userId: requested } = operationParameters(routeOf('listPasskeys'), call) as {
    userId?: string;
  };
  const userId = requested ?? actor.user?.id;
  if (userId === undefined) {
    throw validationFailed([
      { path: 'userId', code: 'required', message: 'userId is required: an API key is nobody.' },
    ]);
  }
  const isOwn = userId === actor.user?.id;
  if (!isOwn && !administersSessions(actor)) requireScope({ ...actor, scopes: [] }, ADMIN);
  const passkeys = await listPasskeys(runtime.database, { orgId: actor.orgId, userId });
  return jsonResult({ data: passkeys.map(describePasskey) });
}

/** `PATCH /os/passkeys/{id}`: renames one of the caller's passkeys. */
export async function renamePasskey(
  transaction: Transaction,
  {
    call,
    id,
    body,
  }: { readonly call: RequestContext; readonly id: string; readonly body: unknown },
): Promise<Result> {
  const { name } = parseBody(renameSchema, body);
  const passkey = await findWithinReach(transaction, call, id);
  if (passkey.userId !== call.actor.user?.id) throw noSuchPasskey();
  await renameStored(transaction, { id, name });
  return jsonResult(describePasskey({ ...passkey, name }));
}

/** `DELETE /os/passkeys/{id}`: removes a passkey, which can no longer sign in. */
export async function removePasskey(
  runtime: Runtime,
  transaction: Transaction,
  { call, id }: { readonly call: RequestContext; readonly id: string },
): Promise<Result> {
  const passkey = await findWithinReach(transaction, call, id);
  const { userId } = passkey;
  if (userId !== call.actor.user?.id) {
    const [user] = await findUserRights(transaction, [userId]);
    if (user) await requireNoLessThan(transaction, { actor: call.actor, now: call.at }, user);
  }
  await deletePasskey(transaction, id);
  await reportSignInChange(runtime, transaction, { call, userId, kind: 'passkey_removed' });
  return jsonResult({ id, removed: true });
}

async function findWithinReach(
  transaction: Transaction,
  call: RequestContext,
  id: string,
): Promise<StoredPasskey> {
  const { actor } = call;
  call.subject.rowId = id;
  const passkey = id.includes('\0') ? undefined : await findPasskey(transaction, id);
  const isOwn = passkey !== undefined && passkey.userId === actor.user?.id;
  const isWithinReach = passkey?.orgId === actor.orgId && (isOwn || administersSessions(actor));
  if (!passkey || !isWithinReach) throw noSuchPasskey();
  return passkey;
}

function noSuchPasskey(): FarmError {
  return new FarmError('not_found', { message: 'There is no such passkey.' });
}

async function reportSignInChange(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly call: RequestContext;
    readonly userId: string;
    readonly kind: keyof typeof signInChangeRules;
  },
): Promise<void> {
  const { call, userId, kind } = input;
  await notifySignInChange(runtime, transaction, {
    orgId: call.actor.orgId,
    userId,
    actor: authorOf(call.actor),
    at: call.at,
    rule: signInChangeRules[kind],
  });
}

/** A passkey in answers, without key material. */
export function describePasskey({ id, name, rpId, backedUp, createdAt, usedAt }: StoredPasskey) {
  return { id, name, host: rpId, isSynced: backedUp, createdAt, usedAt };
}
