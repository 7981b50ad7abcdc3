import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FarmError } from '../../../src/model/core/errors.ts';
import {
  entityTag,
  matchesEntityTag,
  requireMatch,
} from '../../../src/platform/records/render-page.ts';

test.each([
  ['"v3"', true],
  ['W/"v3"', true],
  ['*', true],
  ['"v1", "v3"', true],
  ['"v1",W/"v3"', true],
  ['"v33"', false],
  ['v3', false],
  ['"V3"', false],
  ['"v3', false],
  ['', false],
  [',,,', false],
])('If-None-Match of %j matches version 3: %s', (header, expected) => {
  expect(matchesEntityTag(header, entityTag(3))).toBe(expected);
});

test.each([
  ['"v3"', true],
  ['*', true],
  ['"v1", "v3"', true],
  ['"v3-abc_-9"', true],
  ['"v1-x", "v3-y"', true],
  ['"v33-x"', false],
  ['"v2-3"', false],
  ['W/"v3-x"', false],
  ['W/"v3"', false],
  ['"v2"', false],
  ['', false],
])('If-Match of %j allows a change of version 3: %s', (header, expected) => {
  expect(isAllowed(header, 3)).toBe(expected);
});

test('without If-Match every change is allowed', () => {
  expect(() => requireMatch(undefined, 3)).not.toThrow();
});

test('a version matches its own tag among any others, and no other version’s', () => {
  const version = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(version, fc.array(version), (ownVersion, others) => {
      const otherTags = others.filter((other) => other !== ownVersion).map(entityTag);
      expect(isAllowed([...otherTags, entityTag(ownVersion)].join(', '), ownVersion)).toBe(true);
      expect(isAllowed(otherTags.join(', '), ownVersion)).toBe(false);
    }),
  );
});

test('no header breaks the comparison', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (header) => {
      expect(matchesEntityTag(header, entityTag(3)) || isAllowed(header, 3)).toBe(
        matchesEntityTag(header, entityTag(3)),
      );
    }),
  );
});

/** Whether a change is allowed; any other error fails the test. */
function isAllowed(header: string, version: number): boolean {
  try {
    requireMatch(header, version);
    return true;
  } catch (error) {
    expect((error as FarmError).slug).toBe('precondition_failed');
    return false;
  }
}
