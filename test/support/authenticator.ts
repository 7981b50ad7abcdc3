import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Deviations from a real browser in a ceremony. */
export interface Forgery {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly credentialId?: string;
  readonly userHandle?: string;
  /** Bits of the authenticator data: user present, verified, and whether it is backed up. */
  readonly flags?: number;
  readonly counter?: number;
  readonly signature?: string;
  /** An unrequested statement with certificates. */
  readonly isAttested?: boolean;
}

/** A software authenticator with one passkey for one user. */
export interface SoftwareAuthenticator {
  readonly credentialId: string;
  /** Answers the options of a registration. */
  create(options: CreationOptions, forgery?: Forgery): Credential;
  /** Answers the options of a sign-in. */
  get(options: RequestOptions, forgery?: Forgery): Credential;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

interface Credential {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults: object;
  readonly response: Readonly<Record<string, unknown>>;
}

const ORIGIN = 'http://localhost';
const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

/** Creates an authenticator with a P-256 key, whose counter increases with each signature. */
export function createAuthenticator(): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(24);
  const credentialId = id.toString('base64url');
  let handle = '';
  let counter = 0;
  return {
    credentialId,
    create({ challenge, rp, user }, forgery = {}) {
      handle = user.id;
      const authData = Buffer.concat([
        authenticatorData(rp.id, counter, {
          ...forgery,
          flags: (forgery.flags ?? PRESENT_AND_VERIFIED) | HAS_CREDENTIAL,
        }),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey.export({ format: 'jwk' })),
      ]);
      const statement = forgery.isAttested
        ? {
            fmt: 'packed',
            attStmt: map([['x5c', Buffer.from([0x81, ...bytes(Buffer.alloc(30))])]]),
          }
        : { fmt: 'none', attStmt: map([]) };
      return credentialOf(credentialId, {
        clientDataJSON: clientData('webauthn.create', challenge, forgery),
        attestationObject: map([
          ['fmt', text(statement.fmt)],
          ['attStmt', statement.attStmt],
          ['authData', bytes(authData)],
        ]).toString('base64url'),
        transports: ['internal'],
      });
    },
    get({ challenge, rpId }, forgery = {}) {
      counter += 1;
      const authData = authenticatorData(rpId, counter, forgery);
      const data = clientData('webauthn.get', challenge, forgery);
      const hash = createHash('sha256').update(Buffer.from(data, 'base64url')).digest();
      const signature = sign('sha256', Buffer.concat([authData, hash]), privateKey);
      return credentialOf(forgery.credentialId ?? credentialId, {
        clientDataJSON: data,
        authenticatorData: authData.toString('base64url'),
        signature: forgery.signature ?? signature.toString('base64url'),
        userHandle: forgery.userHandle ?? handle,
      });
    },
  };
}

function credentialOf(id: string, response: Credential['response']): Credential {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}

function clientData(type: string, challenge: string, forgery: Forgery): string {
  const data = { type, challenge, origin: ORIGIN, crossOrigin: false };
  const { type: otherType = type, challenge: other = challenge, origin = ORIGIN } = forgery;
  return Buffer.from(
    JSON.stringify({ ...data, type: otherType, challenge: other, origin }),
  ).toString('base64url');
}

function authenticatorData(rpId: string, counter: number, forgery: Forgery): Buffer {
  const start = Buffer.alloc(37);
  createHash('sha256')
    .update(forgery.rpId ?? rpId)
    .digest()
    .copy(start);
  start.writeUInt8(forgery.flags ?? PRESENT_AND_VERIFIED, 32);
  start.writeUInt32BE(forgery.counter ?? counter, 33);
  return start;
}

/** A P-256 key in COSE form: kty EC2, alg ES256, crv P-256, x and y. */
function coseKey({ x = '', y = '' }: { readonly x?: string; readonly y?: string }): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ]);
}

/** A CBOR map with up to 23 texts as keys; the values are already encoded. */
function map(entries: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = entries.flatMap(([name, value]) => [text(name), value]);
  return Buffer.concat([Buffer.from([0xa0 + entries.length]), ...parts]);
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function bytes(value: Buffer): Buffer {
  const { length } = value;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), value]);
}
