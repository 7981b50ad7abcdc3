import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bufferedRandom,
  createIdFactory,
  createIdGeneratorAt,
  secureRandom,
} from '../../src/tools/ids.ts';
import { createRandom } from '../../src/tools/random.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const AT = Date.parse('2026-11-02T08:30:00.000Z');

/** The 128 bits of an id, as a number. */
function bitsOf(id: string): bigint {
  const text = id.slice(id.indexOf('_') + 1);
  return [...text].reduce((value, digit) => (value << 5n) | BigInt(CROCKFORD.indexOf(digit)), 0n);
}

test('an id is its prefix and 26 characters of Crockford base 32', () => {
  const id = createIdFactory(() => AT, secureRandom).create('flock');
  expect(id).toMatch(/^flock_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
});

test('an id of known time and random bytes has a known value', () => {
  const ids = createIdFactory(
    () => AT,
    (bytes) => bytes.fill(0xff),
  );
  // 0x019A440A9F40 milliseconds, version 7, counter 7, variant 10, then ones.
  const expected = (BigInt(AT) << 80n) | (0x7007n << 64n) | 0xbfffffffffffffffn;
  expect(bitsOf(ids.create('x'))).toBe(expected);
});

test('an id contains the time, the version 7 and the variant of a UUID', () => {
  const id = bitsOf(createIdFactory(() => AT, secureRandom).create('log'));
  expect(Number(id >> 80n)).toBe(AT);
  expect(Number((id >> 76n) & 0xfn)).toBe(7);
  expect(Number((id >> 62n) & 0x3n)).toBe(0b10);
});

test('ids of one millisecond are different and sort in order of creation', () => {
  const ids = createIdFactory(() => AT, secureRandom);
  // More than the counter of a millisecond can count.
  const created = Array.from({ length: 10_000 }, () => ids.create('row'));
  expect([...created].sort()).toEqual(created);
  expect(new Set(created).size).toBe(created.length);
});

test('ids sort in order of creation, whatever the clock does', () => {
  const jumps = fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 2, maxLength: 200 });
  fc.assert(
    fc.property(jumps, (steps) => {
      let now = AT;
      const ids = createIdFactory(() => now, secureRandom);
      const created = steps.map((step) => {
        now += step;
        return ids.create('row');
      });
      expect([...created].sort()).toEqual(created);
      expect(new Set(created).size).toBe(created.length);
    }),
  );
});

test('two factories in the same millisecond create different ids', () => {
  const factories = [0, 1].map(() => createIdFactory(() => AT, secureRandom));
  const created = factories.flatMap((ids) => Array.from({ length: 500 }, () => ids.create('row')));
  expect(new Set(created).size).toBe(1000);
});

test('an id takes 10 random bytes', () => {
  let requestCount = 0;
  createIdFactory(
    () => AT,
    (bytes) => {
      requestCount = bytes.length;
      return bytes;
    },
  ).create('row');
  expect(requestCount).toBe(10);
});

test('buffered bytes are those of the generator, each used once', () => {
  let drawCount = 0;
  const count = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at++) bytes[at] = drawCount++ % 251;
    return bytes;
  };
  const fillRandom = bufferedRandom(count);
  const values = Array.from({ length: 500 }, () => [...fillRandom(new Uint8Array(8))]).flat();
  expect(values).toEqual(Array.from({ length: 4000 }, (_, at) => at % 251));
  expect(fillRandom(new Uint8Array(5000))).toHaveLength(5000);
});

test('an id of a given instant is the first that a factory would create then', () => {
  const seeded = () => createRandom('ids').fill;
  const [first, second] = [seeded(), seeded()];
  const generator = createIdGeneratorAt('row', first);
  for (const millis of [AT, AT, AT - 5000, AT + 1]) {
    expect(generator(millis)).toBe(createIdFactory(() => millis, second).create('row'));
  }
});
