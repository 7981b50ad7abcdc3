import { describe, expect, test } from 'vitest';
import { byteRange } from '../../../src/platform/media/read-content.ts';
import { threadMillis } from '../../support/longest-slice.ts';

describe('a Range header', () => {
  test.each([
    ['bytes=0-9', { first: 0, last: 9 }],
    [' Bytes=90- ', { first: 90, last: 99 }],
    ['bytes=-5', { first: 95, last: 99 }],
    ['bytes=100-', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=9-1', undefined],
    ['bytes=-', undefined],
    ['bytes = 0 - 9', undefined],
    ['bytes=0-1,4-5', undefined],
    [undefined, undefined],
  ])('%s', (header, range) => {
    expect(byteRange(header, 100)).toEqual(range);
  });

  test.each([
    ['spaces', (count: number) => `bytes=${' '.repeat(count)}-${' '.repeat(count)}-`],
    ['digits', (count: number) => `bytes=${'1'.repeat(count)}-${'1'.repeat(count)}-`],
    ['tabs and signs', (count: number) => `bytes=${'\t-'.repeat(count)}`],
  ])('a Range header of many %s is parsed in linear time', (_, headerOf) => {
    const before = threadMillis();
    expect(byteRange(headerOf(7500), 100)).toBeUndefined();
    // The time was cubic: more than a minute.
    expect(threadMillis() - before).toBeLessThan(500);
  });
});
