import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { decrypt } from 'http_ece';
import type { PushPayload } from '../../src/model/push-payload.ts';
import type { ReceivedRequest } from './notice-stage.ts';

const MAX_BODY_BYTES = 4096;

/** A message as decrypted by a browser. */
export interface PushedMessage {
  readonly path: string;
  readonly headers: ReceivedRequest['headers'];
  readonly bytes: number;
  readonly payload: PushPayload;
}

/** A subscribed browser: only it can decrypt its messages at the push service. */
export function subscribeBrowser(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  return {
    channel: { kind: 'push', address: endpoint, keys: { p256dh, auth } },
    /** Verifies a request like a push service, and decrypts it like a browser. */
    read(request: ReceivedRequest, publicKey: string): PushedMessage {
      const { bytes, headers, path } = request;
      if (bytes.length > MAX_BODY_BYTES) throw new Error('413');
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('415');
      checkVapid(String(headers.authorization), { endpoint, publicKey });
      const params = { version: 'aes128gcm', privateKey: ecdh, authSecret: auth } as const;
      const payload = JSON.parse(decrypt(bytes, params).toString()) as PushPayload;
      return { path, headers, bytes: bytes.length, payload };
    },
  };
}

const DAY_SECONDS = 86_400;

/** RFC 8292: a token for this push service, at most a day old, signed with the service's key. */
function checkVapid(
  authorization: string,
  { endpoint, publicKey }: { readonly endpoint: string; readonly publicKey: string },
): void {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error(`403: ${authorization}`);
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const isTimely = exp * 1000 > Date.now() && exp * 1000 <= Date.now() + DAY_SECONDS * 1000;
  if (!isSigned || aud !== new URL(endpoint).origin || !isTimely) throw new Error(`401: ${claims}`);
  if (!/^(?:https|mailto):/.test(sub)) throw new Error(`400: ${sub}`);
}
