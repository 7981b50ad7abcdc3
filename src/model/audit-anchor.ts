import { exampleId } from './example-id.ts';
import { type JsonSchema, object } from './json-schema/json-schema.ts';

/** Anchors that one call of `POST /os/audit/verify` compares, and public keys that it accepts. */
export const mostAnchors = 200;
export const mostPublicKeys = 20;

/** The text of a public key. */
export const publicKeyPattern = '^[A-Za-z0-9_-]{43}$';

/** The text properties of an anchor, each with the pattern that it fits. */
export const anchorTexts = {
  hash: '^[0-9a-f]{64}$',
  at: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  key: publicKeyPattern,
  signature: '^[A-Za-z0-9_-]{86}$',
} as const;

/** The whole numbers of an anchor, each with its least value. */
export const anchorNumbers = { number: 1, position: 1, entries: 1 } as const;

const descriptions: Readonly<Record<string, string>> = {
  number: '1 for the first anchor of a database, then without gaps',
  position: 'The position of the newest sealed entry',
  hash: 'The hash of that entry',
  entries: 'Sealed entries that were kept at that time',
  at: 'When the anchor was signed',
  key: 'The Ed25519 public key, base64url',
  signature:
    'The Ed25519 signature, base64url, over "farmctl audit anchor v1", a line feed and the JSON array of number, position, hash, entries and at',
};

/** An anchor: a signed statement about the end of the audit log. */
export const anchorSchema: JsonSchema = object(
  Object.fromEntries([
    ...Object.entries(anchorNumbers).map(([name, minimum]) => [
      name,
      {
        type: 'integer',
        minimum,
        maximum: Number.MAX_SAFE_INTEGER,
        description: descriptions[name],
      },
    ]),
    ...Object.entries(anchorTexts).map(([name, pattern]) => [
      name,
      { type: 'string', pattern, description: descriptions[name] },
    ]),
  ]),
);

/** An anchor as it may look; its signature fits no real key. */
export const exampleAnchor = {
  number: 12,
  position: 4182,
  entries: 4182,
  hash: '9f2c6d1f0a7b4e83b5a1c07d9e6f32a4418be0c75d29f6031c8aa7e4b2d51f60',
  at: '2026-11-21T09:00:00.000Z',
  key: 'h7t0cJZq3l2S4mE1v8yKp6wXo9uRaDfGbNiQzTjVsYc',
  signature: exampleId('audit')
    .padEnd(86, 'A')
    .replaceAll(/[^\w-]/g, 'A'),
} as const;
