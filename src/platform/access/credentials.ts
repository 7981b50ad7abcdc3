import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { integrations } from '../../model/resources/integrations.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { replaceRow } from '../../storage/records/write-rows.ts';
import { takeActionSecret } from '../../storage/system/actions.ts';
import { insertCameraToken, revokeCameraTokens } from '../../storage/system/api-keys.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { randomBase62, sha256Hex, toBase62 } from '../../tools/hash.ts';
import type { Runtime } from '../core/runtime.ts';

const ID_LENGTH = 12;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** Credential kinds and their text prefixes. */
const PREFIXES = { apiKey: 'fk_live', cameraToken: 'cam', signInLink: 'link' } as const;

type CredentialKind = keyof typeof PREFIXES;

/** A parsed credential. */
export interface Credential {
  readonly id: string;
  readonly secret: string;
}

/** Creates the text of a new credential; it is shown once and stored only as a hash. */
export function createCredential(
  kind: CredentialKind,
  fillRandom: (bytes: Uint8Array) => Uint8Array,
): Credential & { readonly text: string } {
  const id = randomBase62(ID_LENGTH, fillRandom);
  const secret = randomBase62(SECRET_LENGTH, fillRandom);
  return { id, secret, text: formatCredential(kind, { id, secret }) };
}

/**
 * `fk_live_<id>_<secret><checksum>`; the checksum is the base-62 CRC-32 of everything before it.
 */
export function formatCredential(kind: CredentialKind, { id, secret }: Credential): string {
  const body = `${PREFIXES[kind]}_${id}_${secret}`;
  return body + toBase62(crc32(body), CHECKSUM_LENGTH);
}

/** The parts of a credential's text; undefined when it is malformed or its checksum is wrong. */
export function parseCredential(kind: CredentialKind, text: string): Credential | undefined {
  const prefix = `${PREFIXES[kind]}_`;
  const length = prefix.length + ID_LENGTH + 1 + SECRET_LENGTH + CHECKSUM_LENGTH;
  if (!text.startsWith(prefix) || text.length !== length) return undefined;
  const idEnd = prefix.length + ID_LENGTH;
  const credential = {
    id: text.slice(prefix.length, idEnd),
    secret: text.slice(idEnd + 1, -CHECKSUM_LENGTH),
  };
  return formatCredential(kind, credential) === text ? credential : undefined;
}

/** The stored form of a secret: its SHA-256 in lower-case hex. */
export function hashSecret(secret: string): string {
  return sha256Hex(secret);
}

// Compared against when the ID is unknown, so that response time does not reveal whether it exists.
const DUMMY_HASH = hashSecret('no such key');

/** Compares a secret with a stored hash in constant time. */
export function matchesSecret(secret: string, storedHash: string | undefined): boolean {
  const computedHash = Buffer.from(hashSecret(secret), 'hex');
  const expected = Buffer.from(storedHash ?? DUMMY_HASH, 'hex');
  return timingSafeEqual(computedHash, expected) && storedHash !== undefined;
}

/**
 * A new token: its text, which is shown once, and the integration with the prefix that is shown
 * later.
 */
export interface NewCameraToken {
  readonly token: string;
  readonly integration: StoredRow & { readonly tokenPrefix: string };
}

/** Kind of the integrations that receive camera data. */
export const CAMERA_KIND = 'camera';

/**
 * Issues a new camera token for an integration. The previous token, if any, stops working
 * immediately on every instance, because tokens are looked up for every call.
 */
export async function issueCameraToken(
  runtime: Pick<Runtime, 'fillRandom'>,
  transaction: Transaction,
  input: { readonly integration: StoredRow; readonly now: number },
): Promise<NewCameraToken> {
  const { integration, now } = input;
  const { id: integrationId, orgId } = integration;
  const at = formatInstant(now);
  const { id, secret, text } = createCredential('cameraToken', runtime.fillRandom);
  const changed = { ...integration, tokenPrefix: `cam_${id}` };
  await revokeCameraTokens(transaction, { orgId, integrationId, at });
  const secretHash = hashSecret(secret);
  await insertCameraToken(transaction, { id, orgId, integrationId, secretHash, createdAt: at });
  await replaceRow(transaction, integrations, changed);
  return { token: text, integration: changed };
}

const SECRET_BYTES = 32;

/**
 * The secret, `whsec_…`, that signs commands to a controller without a configured secret. Derived
 * from a secret of the organisation, so it is constant per integration.
 */
export async function controllerSecret(
  { fillRandom }: Pick<Runtime, 'fillRandom'>,
  transaction: Transaction,
  input: { readonly orgId: string; readonly integrationId: string; readonly now: number },
): Promise<string> {
  const { orgId, integrationId, now } = input;
  const randomSecret = () =>
    Buffer.from(fillRandom(new Uint8Array(SECRET_BYTES))).toString('base64url');
  const createdAt = formatInstant(now);
  const secret = await takeActionSecret(transaction, { orgId, fresh: randomSecret, createdAt });
  // Domain separation: no action descriptor starts with `controller`, so its HMAC differs.
  const mac = createHmac('sha256', secret).update(`controller\n${integrationId}`);
  return `whsec_${mac.digest('base64')}`;
}
