import { hkdfSync, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { signInChangeRules } from '../../farming/reports/activity.ts';
import { providerSizes } from '../../model/answers/sign-in.ts';
import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { parseBody } from '../../model/validation/parse-body.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import type { UserRights } from '../../storage/system/sign-in.ts';
import {
  findIdentity,
  insertIdentity,
  insertProviderSignIn,
  listUsersByEmail,
  takeProviderSignIn,
  touchIdentity,
} from '../../storage/system/sign-in-methods.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { Unauthorized } from '../access/authenticate.ts';
import { hashSecret } from '../access/credentials.ts';
import { jsonResult, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import {
  type IdentityProvider,
  type ProvedIdentity,
  ProviderFailed,
  type SignInSecrets,
} from '../outbound/identity-provider.ts';
import {
  lockSignInUser,
  notifySignInChange,
  type SignedIn,
  type SignInBrowser,
  type SignInTools,
  startSession,
} from './start-session.ts';

const TOKEN_BYTES = 32;
const SIGN_IN_MILLIS = limits.providerSignInMinutes * 60_000;

/** A path of the console that browsers cannot resolve to another host. */
const SCREEN = /^\/(?![/\\])[^\s\p{C}\\]*$/u;

const startSchema = z.strictObject({
  returnTo: z.string().max(providerSizes.returnTo).regex(SCREEN).optional(),
});

const answerSchema = z.strictObject({
  response: z.string().min(1).max(providerSizes.response),
});

/** The identity provider of the service; throws `not_found` when none is configured. */
export function requireProvider(provider: IdentityProvider | undefined): IdentityProvider {
  if (provider) return provider;
  throw new FarmError('not_found', {
    code: 'no_provider',
    message: 'The service has no OpenID Connect provider.',
  });
}

/** `GET /os/session/oidc`: the provider offered by the sign-in page. */
export function describeProvider(provider: IdentityProvider | undefined): Result {
  return jsonResult({ provider: provider ? { name: provider.name } : null });
}

/** A started sign-in: the answer, and the token for the cookie. */
export interface StartedSignIn {
  readonly token: string;
  readonly answer: Result;
}

/**
 * `POST /os/session/oidc/start`: returns the provider's sign-in URL. The browser gets a token from
 * which state, nonce and code verifier are derived; only its hash is stored.
 */
export async function startProviderSignIn(
  runtime: Runtime,
  provider: IdentityProvider,
  { body, redirectUri }: { readonly body: unknown; readonly redirectUri: string },
): Promise<StartedSignIn> {
  const { returnTo = '/' } = parseBody(startSchema, body ?? {});
  const { database, clock, fillRandom } = runtime;
  const token = Buffer.from(fillRandom(new Uint8Array(TOKEN_BYTES))).toString('base64url');
  const url = await askProvider(() => provider.authorizationUrl(redirectUri, secretsOf(token)));
  const now = clock.now();
  const signIn = {
    tokenHash: hashSecret(token),
    issuer: provider.issuer,
    redirectUri,
    returnTo,
    expiresAt: formatInstant(now + SIGN_IN_MILLIS),
  };
  await database.transaction((transaction) =>
    insertProviderSignIn(transaction, signIn, {
      now: formatInstant(now),
      limit: limits.providerSignIns,
    }),
  );
  return { token, answer: jsonResult({ url: url.href }) };
}

function secretsOf(token: string): SignInSecrets {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', token, '', `farmctl oidc ${purpose}`, TOKEN_BYTES)).toString(
      'base64url',
    );
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

async function askProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof ProviderFailed)) throw cause;
    if (cause.failure === 'refused') throw new Unauthorized('invalid_identity');
    throw new FarmError('unavailable', {
      code: 'provider_unavailable',
      message:
        'The sign-in provider cannot be reached or is not set up; try again later, or ask for a sign-in link.',
      headers: { 'retry-after': '10' },
    });
  }
}

/** A person authenticated by the provider, and the screen to open. */
export interface ProviderAttempt {
  readonly identity: ProvedIdentity;
  readonly returnTo: string;
  /** Rate-limit subject of the attempt. */
  readonly subject: string;
}

/**
 * Has the provider verify the person. A sign-in is consumed by the response with its state from the
 * browser that started it; other responses do not affect it.
 */
export async function readProviderAttempt(
  { database, clock }: Pick<Runtime, 'database' | 'clock'>,
  provider: IdentityProvider,
  { token, body }: { readonly token: string | undefined; readonly body: unknown },
): Promise<ProviderAttempt> {
  const { response } = parseBody(answerSchema, body);
  if (token === undefined) throw new Unauthorized('invalid_identity');
  const secrets = secretsOf(token);
  if (!hasState(response, secrets.state)) throw new Unauthorized('invalid_identity');
  const now = formatInstant(clock.now());
  const started = await database.transaction((transaction) =>
    takeProviderSignIn(transaction, { tokenHash: hashSecret(token), now }),
  );
  if (started?.issuer !== provider.issuer) throw new Unauthorized('invalid_identity');
  const { redirectUri, returnTo } = started;
  const identity = await askProvider(() => provider.redeem(response, { redirectUri, secrets }));
  const subject = `identity ${hashSecret(`${identity.issuer} ${identity.subject}`)}`;
  return { identity, returnTo, subject };
}

function hasState(response: string, state: string): boolean {
  const sent = new URLSearchParams(response).getAll('state');
  const [first = ''] = sent;
  const isAlike = first.length === state.length && sent.length === 1;
  return isAlike && timingSafeEqual(Buffer.from(hashSecret(first)), Buffer.from(hashSecret(state)));
}

/**
 * `POST /os/session/oidc/callback`: signs in the person verified by the provider. All refused
 * persons get the same error, and a refusal changes no session.
 */
export async function signInByProvider(
  runtime: Runtime,
  tools: SignInTools,
  { attempt, browser }: { readonly attempt: ProviderAttempt; readonly browser: SignInBrowser },
): Promise<SignedIn> {
  const { identity, returnTo } = attempt;
  return runtime.database.transaction(async (transaction) => {
    const user = await redeemIdentity(runtime, transaction, { identity, tools });
    const signedIn = await startSession(runtime, transaction, {
      user,
      method: 'oidc',
      tools,
      browser,
    });
    const session: object = JSON.parse(signedIn.answer.body);
    return { ...signedIn, answer: jsonResult({ ...session, returnTo }) };
  });
}

interface IdentityUse {
  readonly identity: ProvedIdentity;
  readonly tools: SignInTools;
}

async function redeemIdentity(
  runtime: Runtime,
  transaction: Transaction,
  { identity, tools }: IdentityUse,
): Promise<UserRights> {
  const { issuer, subject } = identity;
  const linked = await findIdentity(transaction, identity);
  const account = linked ?? (await findByEmail(transaction, identity));
  const user = account && (await lockSignInUser(transaction, account));
  const at = formatInstant(tools.call.at);
  const isLetIn =
    user !== undefined &&
    (linked
      ? await touchIdentity(transaction, { issuer, subject, at })
      : await linkIdentity(runtime, transaction, { identity, user, tools }));
  if (isLetIn) return user;
  throw new Unauthorized(
    'invalid_identity',
    account && { id: account.userId, orgId: account.orgId },
  );
}

/** The one user with the verified address; undefined when there is none or more than one. */
async function findByEmail(connection: Connection, { email }: ProvedIdentity) {
  if (email === undefined) return undefined;
  const [user, other] = await listUsersByEmail(connection, email);
  return other ? undefined : user;
}

/**
 * After the first sign-in the provider account identifies the user, since addresses can be
 * reassigned.
 */
async function linkIdentity(
  runtime: Runtime,
  transaction: Transaction,
  { identity, user, tools }: IdentityUse & { readonly user: UserRights },
): Promise<boolean> {
  // The address may have changed before the user was locked.
  const account = await findByEmail(transaction, identity);
  if (account?.userId !== user.id) return false;
  const { issuer, subject } = identity;
  const at = formatInstant(tools.call.at);
  const link = { issuer, subject, orgId: user.orgId, userId: user.id, createdAt: at, usedAt: at };
  if (!(await insertIdentity(transaction, link))) return false;
  await notifySignInChange(runtime, transaction, {
    orgId: user.orgId,
    userId: user.id,
    actor: { type: 'user', id: user.id },
    at: tools.call.at,
    rule: signInChangeRules.identity_linked,
  });
  return true;
}
