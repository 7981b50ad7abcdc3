import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createCredential,
  formatCredential,
  hashSecret,
  matchesSecret,
  parseCredential,
} from '../../../src/platform/access/credentials.ts';
import { secureRandom } from '../../../src/tools/ids.ts';

const ID = 'AbCdEf012345';
const SECRET = '0123456789abcdefghijABCDEFGHIJ01';
/** Its checksum was computed by the CRC-32 of another library. */
const TEXT = `fk_live_${ID}_${SECRET}039EpL`;

describe('the text of a key', () => {
  test('is its prefix, id, secret and checksum', () => {
    expect(formatCredential('apiKey', { id: ID, secret: SECRET })).toBe(TEXT);
  });

  test('is split into its parts again', () => {
    expect(parseCredential('apiKey', TEXT)).toEqual({ id: ID, secret: SECRET });
  });

  test('has the form of its kind', () => {
    const { text } = createCredential('apiKey', secureRandom);
    expect(text).toMatch(/^fk_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/);
    const camera = createCredential('cameraToken', secureRandom);
    expect(camera.text).toMatch(/^cam_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/);
  });

  test('the text of a camera key is not an API key, and the other way round', () => {
    const camera = createCredential('cameraToken', secureRandom);
    expect(parseCredential('apiKey', camera.text)).toBeUndefined();
    expect(parseCredential('cameraToken', TEXT)).toBeUndefined();
  });

  test.each([
    ['no characters', ''],
    ['only the prefix', 'fk_live_'],
    ['another prefix', TEXT.replace('fk_live_', 'fk_test_')],
    ['a missing character', TEXT.slice(0, -1)],
    ['an extra character', `${TEXT}0`],
    ['another checksum', `${TEXT.slice(0, -1)}0`],
    ['letters in another case', TEXT.toLowerCase()],
    ['another separator', TEXT.replace(`${ID}_`, `${ID}-`)],
    ['leading white space', ` ${TEXT}`],
  ])('the text of a key with %s is invalid', (_, text) => {
    expect(parseCredential('apiKey', text)).toBeUndefined();
  });

  test('the text of a key with any one character changed is invalid', () => {
    const place = fc.integer({ min: 0, max: TEXT.length - 1 });
    const character = fc.constantFrom(
      ...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_é',
    );
    fc.assert(
      fc.property(place, character, (index, other) => {
        fc.pre(TEXT[index] !== other);
        const changed = TEXT.slice(0, index) + other + TEXT.slice(index + 1);
        expect(parseCredential('apiKey', changed)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test('the text of a key of every new key is split into its original parts', () => {
    for (let round = 0; round < 200; round++) {
      const { id, secret, text } = createCredential('apiKey', secureRandom);
      expect(parseCredential('apiKey', text)).toEqual({ id, secret });
    }
  });
});

describe('a secret', () => {
  test('is stored as its SHA-256', () => {
    expect(hashSecret('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  test.each([
    ['the right secret', 'abc', hashSecret('abc'), true],
    ['another secret', 'abd', hashSecret('abc'), false],
    ['no key', 'abc', undefined, false],
    ['the dummy of unknown keys', 'no such key', undefined, false],
  ])('matches: %s', (_, secret, stored, expected) => {
    expect(matchesSecret(secret, stored)).toBe(expected);
  });
});
