import { expect, test } from 'vitest';
import { createSecretBox } from '../../../src/platform/webhooks/webhook-secrets.ts';
import { secureRandom } from '../../../src/tools/ids.ts';

const boxOf = (byte: number) => createSecretBox(() => new Uint8Array(32).fill(byte), secureRandom);
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

test('a sealed secret is opened by its key for its owner', () => {
  const sealed = boxOf(1).seal(SECRET, 'webhook_1');
  expect(sealed).not.toContain(SECRET.slice(6));
  expect(boxOf(1).open(sealed, 'webhook_1')).toBe(SECRET);
});

test('sealing the same secret twice gives different results', () => {
  const box = boxOf(1);
  expect(box.seal(SECRET, 'webhook_1')).not.toBe(box.seal(SECRET, 'webhook_1'));
});

test.each([
  ['another key', 2, 'webhook_1', (text: string) => text],
  ['another owner', 1, 'webhook_2', (text: string) => text],
  ['a changed text', 1, 'webhook_1', (text: string) => `${text.slice(0, -6)}AAAAA=`],
  ['a short text', 1, 'webhook_1', () => 'v1.AAAA'],
  ['an unencrypted text', 1, 'webhook_1', () => SECRET],
])('%s does not open it', (_, byte, owner, change) => {
  const sealed = boxOf(1).seal(SECRET, 'webhook_1');
  expect(() => boxOf(byte).open(change(sealed), owner)).toThrow();
});
