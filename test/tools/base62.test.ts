import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomBase62, toBase62 } from '../../src/tools/hash.ts';
import { secureRandom } from '../../src/tools/ids.ts';
import { createRandom } from '../../src/tools/random.ts';

test.each([
  [0, 6, '000000'],
  [61, 6, '00000z'],
  [62, 6, '000010'],
  [3843, 2, 'zz'],
  [4_294_967_295, 6, '4gfFC3'],
])('%d in base 62 with %d places is %s', (value, length, text) => {
  expect(toBase62(value, length)).toBe(text);
});

test('numbers keep their order as text', () => {
  const number = fc.integer({ min: 0, max: 4_294_967_295 });
  fc.assert(
    fc.property(number, number, (one, other) => {
      expect(toBase62(one, 6) < toBase62(other, 6)).toBe(one < other);
    }),
  );
});

test('random text has the requested length and only letters and digits', () => {
  for (const length of [0, 1, 12, 32, 500]) {
    expect(randomBase62(length, secureRandom)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`));
  }
});

test('bytes that would cause a bias are skipped', () => {
  const bytes = [255, 250, 248, 247, 0, 61, 62];
  const fill = (target: Uint8Array) => target.map((_, index) => bytes[index % 7] ?? 0);
  // 247 % 62 is 61, the last character; 62 % 62 is 0, the first.
  expect(randomBase62(4, (target) => fill(new Uint8Array(Math.max(7, target.length))))).toBe(
    'z0z0',
  );
});

test('every character is about equally frequent', () => {
  const text = randomBase62(62_000, createRandom(1).fill);
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  expect(Math.min(...counts.values())).toBeGreaterThan(850);
  expect(Math.max(...counts.values())).toBeLessThan(1150);
});

test('a number is parsed back from its text', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      const digits = [...toBase62(value, 9)];
      expect(digits.reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0)).toBe(value);
    }),
  );
});
