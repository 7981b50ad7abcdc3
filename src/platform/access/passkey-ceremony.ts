import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { limits } from '../../model/core/limits.ts';
import type { Database } from '../../storage/core/database.ts';
import {
  deleteChallenges,
  insertChallenge,
  type StoredPasskey,
  takeChallenge,
} from '../../storage/system/sign-in-methods.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../core/runtime.ts';
import { hashSecret } from './credentials.ts';

/** The relying party: host name and origin at which the browser reaches the service. */
export interface RelyingParty {
  readonly rpId: string;
  readonly origin: string;
}

/** The runtime parts used for challenges. */
type Tools = Pick<Runtime, 'database' | 'clock' | 'fillRandom'>;

const SERVICE_NAME = 'farmctl';
const CHALLENGE_BYTES = 32;
const CHALLENGE_MILLIS = limits.passkeyChallengeMinutes * 60_000;
/** EdDSA, ES256 and RS256; every authenticator supports at least one of them. */
const ALGORITHMS = [-8, -7, -257];
const SIGN_IN = 'sign-in';

/** Loads the library on demand: loading it takes as long as some commands run in total. */
function loadWebAuthn() {
  return import('@simplewebauthn/server');
}

function registrationIn(sessionId: string): string {
  return `registration ${sessionId}`;
}

/** Options for `navigator.credentials.get`: a sign-in by any passkey of the host. */
export async function signInOptions(tools: Tools, { rpId }: RelyingParty) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const { bytes } = await issueChallenge(tools, { flow: SIGN_IN, rpId });
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: bytes,
    timeout: CHALLENGE_MILLIS,
    userVerification: 'required',
  });
  const { challenge, timeout = CHALLENGE_MILLIS, userVerification = 'required' } = options;
  return { challenge, rpId, timeout, userVerification };
}

/** Options for `navigator.credentials.create`: a new passkey of the user of a session. */
export async function registrationOptions(
  tools: Tools,
  { rpId }: RelyingParty,
  input: {
    readonly sessionId: string;
    readonly user: { readonly id: string; readonly name: string };
    readonly passkeys: readonly StoredPasskey[];
  },
) {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const { user, passkeys } = input;
  const { bytes } = await issueChallenge(tools, { flow: registrationIn(input.sessionId), rpId });
  const options = await generateRegistrationOptions({
    rpID: rpId,
    rpName: SERVICE_NAME,
    userID: handleOf(user.id),
    userName: user.name,
    userDisplayName: user.name,
    challenge: bytes,
    timeout: CHALLENGE_MILLIS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { challenge, rp, pubKeyCredParams, timeout = CHALLENGE_MILLIS } = options;
  return {
    challenge,
    rp: { id: rpId, name: rp.name },
    user: options.user,
    pubKeyCredParams,
    timeout,
    excludeCredentials: passkeys
      .filter((passkey) => passkey.rpId === rpId)
      .map(({ credentialId, transports }) => ({
        id: credentialId,
        type: 'public-key' as const,
        transports,
      })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
}

/** The user handle stored by authenticators. */
function handleOf(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId));
}

async function issueChallenge(
  { database, clock, fillRandom }: Tools,
  { flow, rpId }: { readonly flow: string; readonly rpId: string },
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer> }> {
  const bytes = new Uint8Array(fillRandom(new Uint8Array(CHALLENGE_BYTES)));
  const now = clock.now();
  const challenge = {
    challengeHash: hashSecret(Buffer.from(bytes).toString('base64url')),
    flow,
    rpId,
    expiresAt: formatInstant(now + CHALLENGE_MILLIS),
  };
  await database.transaction(async (transaction) => {
    // A session registers one passkey at a time; sign-ins of unknown callers must not void each
    // other.
    if (flow !== SIGN_IN) await deleteChallenges(transaction, flow);
    await insertChallenge(transaction, challenge, {
      now: formatInstant(now),
      limit: limits.passkeyChallenges,
    });
  });
  return { bytes };
}

/** A verified new passkey: id, public key and counter from the authenticator. */
export type NewCredential = Pick<
  StoredPasskey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backedUp'
>;

/** Verifies the credential created for a challenge of the session; undefined when it is invalid. */
export async function verifyRegistration(
  tools: Tools,
  { rpId, origin }: RelyingParty,
  input: { readonly sessionId: string; readonly credential: RegistrationResponseJSON },
): Promise<NewCredential | undefined> {
  const { credential, sessionId } = input;
  const flow = registrationIn(sessionId);
  const challenge = await redeemChallenge(tools, { credential, flow, rpId });
  if (challenge === undefined || !(await isUnattested(credential))) return undefined;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const result: VerifiedRegistrationResponse | undefined = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { credential: made, credentialBackedUp } = result.registrationInfo;
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString('base64url'),
    counter: made.counter,
    transports: made.transports ?? [],
    backedUp: credentialBackedUp,
  };
}

/**
 * Whether a credential has no certificates, as requested. The library would fetch revocation lists
 * from the URLs in certificates, which can point to any host.
 */
async function isUnattested({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    const format = decoded.get('fmt');
    const statement = decoded.get('attStmt');
    return format === 'none' || (format === 'packed' && statement.get('x5c') === undefined);
  } catch {
    return false;
  }
}

/** A verified passkey signature. */
export interface Signature {
  readonly counter: number;
  readonly backedUp: boolean;
}

/**
 * Verifies a passkey signature for a sign-in challenge; undefined when it is invalid. The challenge
 * is consumed in any case. The sign-in transaction checks whether the counter increased.
 */
export async function verifySignature(
  tools: Tools,
  { rpId, origin }: RelyingParty,
  input: {
    readonly passkey: StoredPasskey | undefined;
    readonly credential: AuthenticationResponseJSON;
  },
): Promise<Signature | undefined> {
  const { passkey, credential } = input;
  const challenge = await redeemChallenge(tools, { credential, flow: SIGN_IN, rpId });
  if (challenge === undefined || passkey?.rpId !== rpId) return undefined;
  const { userHandle } = credential.response;
  if (userHandle !== Buffer.from(passkey.userId).toString('base64url')) return undefined;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const result: VerifiedAuthenticationResponse | undefined = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: 0,
    },
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { newCounter: counter, credentialBackedUp: backedUp } = result.authenticationInfo;
  return { counter, backedUp };
}

/** Consumes the challenge of a credential; undefined when it was issued for another flow. */
async function redeemChallenge(
  { database, clock }: { readonly database: Database; readonly clock: Runtime['clock'] },
  input: {
    readonly credential: { readonly response: { readonly clientDataJSON: string } };
    readonly flow: string;
    readonly rpId: string;
  },
): Promise<string | undefined> {
  const challenge = challengeIn(input.credential.response.clientDataJSON);
  if (challenge === undefined) return undefined;
  const { flow, rpId } = input;
  const challengeHash = hashSecret(challenge);
  const now = formatInstant(clock.now());
  const isTaken = await database.transaction((transaction) =>
    takeChallenge(transaction, { challengeHash, flow, rpId, now }),
  );
  return isTaken ? challenge : undefined;
}

function challengeIn(clientData: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    const { challenge } = (parsed ?? {}) as { readonly challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
