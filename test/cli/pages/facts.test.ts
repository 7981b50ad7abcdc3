import { describe, expect, test } from 'vitest';
import { cleanText, factsOf } from '../../../src/cli/output/facts.ts';

const answer = factsOf({
  name: 'North',
  live: 19_755,
  spike: { flag: true, severity: null },
  rows: [{ id: 'a' }, null, 'b', { id: 'c' }],
  why: ['one', 2, 'two'],
  narrative: 'first\n\nsecond',
  empty: '',
});

describe('facts', () => {
  test('are read by names that may address nested members', () => {
    expect(answer.text('name')).toBe('North');
    expect(answer.number('live')).toBe(19_755);
    expect(answer.flag('spike.flag')).toBe(true);
    expect(answer.at('spike').flag('flag')).toBe(true);
  });

  test.each(['spike.severity', 'nosuch', 'live', 'name.length', 'empty', '__proto__'])(
    '%s is not text',
    (name) => {
      expect(answer.text(name)).toBeUndefined();
    },
  );

  test('values that are not numbers are undefined', () => {
    expect(answer.number('name')).toBeUndefined();
    expect(factsOf({ n: Number.NaN }).number('n')).toBeUndefined();
  });

  test('objects in a list are returned', () => {
    expect(answer.list('rows').map((row) => row.text('id'))).toEqual(['a', 'c']);
    expect(answer.list('name')).toEqual([]);
  });

  test('texts are those of a list, or the lines of a text', () => {
    expect(answer.texts('why')).toEqual(['one', 'two']);
    expect(answer.texts('narrative')).toEqual(['first', 'second']);
    expect(answer.texts('live')).toEqual([]);
  });

  test.each([null, undefined, 'text', 7, [1]])('facts of %j are empty', (value) => {
    expect(factsOf(value).text('name')).toBeUndefined();
    expect(factsOf(value).list('rows')).toEqual([]);
  });
});

test.each([
  ['a\u001b[2Jb', 'a\\x1b[2Jb'],
  ['a\u202eb', 'a\\u202eb'],
  ['\u200f38.5 \u200f₪', '38.5 ₪'],
  ['two\n  lines\there', 'two lines here'],
  [' לול 3 ', 'לול 3'],
])('%j is printed as %j', (text, printed) => {
  expect(cleanText(text)).toBe(printed);
});
