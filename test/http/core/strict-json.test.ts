import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStrictJson } from '../../../src/http/core/request-body.ts';
import type { FarmError } from '../../../src/model/core/errors.ts';
import { fastestMillis } from '../../support/fastest-millis.ts';

/** The issue of a text as `path code`; fails when it is read. */
function issueOf(text: string): string {
  try {
    parseStrictJson(text);
  } catch (error) {
    const { status, issues } = error as FarmError;
    expect([status, issues?.length]).toEqual([400, 1]);
    return `${issues?.[0]?.path} ${issues?.[0]?.code}`;
  }
  return 'read';
}

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`;
const list = (items: number) => `{"a":[${Array(items).fill(1).join()}]}`;

describe('rejects', () => {
  test.each([
    ['nothing', '', 'body invalid_json'],
    ['half an object', '{"a":1', 'body invalid_json'],
    ['single quotes', "{'a':1}", 'body invalid_json'],
    ['an extra comma', '{"a":1,}', 'body invalid_json'],
    ['NaN', '{"a":NaN}', 'body invalid_json'],
    ['a comment', '{"a":1}//', 'body invalid_json'],
    ['two values', '{} {}', 'body invalid_json'],
    ['a byte order mark', '\uFEFF{}', 'body invalid_json'],
    ['a raw line break in a text', '{"a":"x\ny"}', 'body invalid_json'],
    ['a duplicate key', '{"a":1,"a":2}', 'a duplicate_key'],
    ['a duplicate key in two spellings', '{"a":1,"\\u0061":2}', 'a duplicate_key'],
    ['a duplicate nested key', '{"x":{"b":1,"c":[{"b":2}],"b":3}}', 'b duplicate_key'],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}', '__proto__ duplicate_key'],
    ['NUL in a text', '{"a":"x\\u0000y"}', 'a invalid_character'],
    ['NUL in a key', '{"a\\u0000":1}', 'a\0 invalid_character'],
    ['NUL in a nested value', '{"a":[{"b":"\\u0000"}]}', 'a[0].b invalid_character'],
    ['NUL in a field named body', '{"body":{"a":"\\u0000"}}', 'body.a invalid_character'],
    ['NUL in a list of texts', '["\\u0000"]', 'body[0] invalid_character'],
    ['half a surrogate pair', '{"a":"\\ud83d"}', 'a invalid_character'],
    ['the other half', '{"a":"\\udc14"}', 'a invalid_character'],
    ['both in the wrong order', '{"a":"\\udc14\\ud83d"}', 'a invalid_character'],
    ['an infinite number', '{"a":1e999}', 'a not_finite'],
    ['a negative infinite number', '{"a":[1,-1e999]}', 'a[1] not_finite'],
    ['eleven levels', nested(11), 'a.a.a.a.a.a.a.a.a.a too_deep'],
    ['a hundred levels', nested(100), 'a.a.a.a.a.a.a.a.a.a too_deep'],
    ['a hundred thousand levels', nested(100_000), 'body too_deep'],
    ['half a million brackets', '['.repeat(500_000), 'body too_deep'],
    ['201 items', list(201), 'a too_many'],
    ['1001 keys', keys(1001), 'body too_many'],
    ['1001 keys inside', `{"a":[${keys(1001)}]}`, 'a[0] too_many'],
    ['a very long text', `{"a":"${'x'.repeat(20_001)}"}`, 'a too_long'],
    ['a very long key', `{"${'k'.repeat(20_001)}":1}`, `${'k'.repeat(100)} too_long`],
  ])('%s', (_, text, issue) => {
    expect(issueOf(text)).toBe(issue);
  });
});

describe('accepts', () => {
  test.each([
    ['1000 keys', keys(1000), JSON.parse(keys(1000))],
    ['an object', '{"a":1}', { a: 1 }],
    ['a list', '[1,"x",null]', [1, 'x', null]],
    ['a text', '"x"', 'x'],
    ['a whole surrogate pair', '{"a":"\\ud83d\\udc14"}', { a: '🐔' }],
    ['the same key in two objects', '[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['a value that equals its key', '{"a":"a","b":"a"}', { a: 'a', b: 'a' }],
    [
      'a text that looks like a duplicate key',
      '{"a":"{\\"b\\":1,\\"b\\":2}"}',
      { a: '{"b":1,"b":2}' },
    ],
    ['the same text twice in a list', '["a","a"]', ['a', 'a']],
    ['an escaped quote', '{"a\\"b":1,"a":2}', { 'a"b': 1, a: 2 }],
    ['an empty key', '{"":1}', { '': 1 }],
    ['a tiny number', '{"a":1e-400}', { a: 0 }],
    ['ten levels', nested(10), JSON.parse(nested(10))],
    ['200 items', list(200), JSON.parse(list(200))],
    ['white space', ' \t\r\n{ } ', {}],
  ])('%s', (_, text, value) => {
    expect(parseStrictJson(text)).toEqual(value);
  });

  test('__proto__ as an ordinary name', () => {
    const value = parseStrictJson('{"__proto__":{"isAdmin":true}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect((value as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});

test('a large body is parsed quickly', () => {
  const text = JSON.stringify({
    notes: '"\\{['.repeat(3000),
    items: Array(200).fill('x'.repeat(4000)),
  });
  expect(fastestMillis(() => parseStrictJson(text))).toBeLessThan(300);
});

test('the result equals that of JSON.parse', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), (text) => {
      let value: unknown;
      try {
        value = parseStrictJson(text);
      } catch {
        return;
      }
      expect(value).toEqual(JSON.parse(text));
    }),
  );
});

test('values with distinct keys and no unusual characters are parsed', () => {
  const values = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' });
  fc.assert(
    fc.property(values, (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('\\u0000') && !text.includes('\\ud'));
      expect(parseStrictJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('an object with a duplicate key is rejected at any depth', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 });
  const wrap = fc.constantFrom('{}', '[{}]', '{"a":{}}', '[[{}],"{"]', '{"\\"":[1,{}]}');
  fc.assert(
    fc.property(object, fc.nat(), wrap, (value, at, surround) => {
      const members = Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}:${JSON.stringify(item)}`,
      );
      const duplicate = members[at % members.length] as string;
      const text = `{${[...members, duplicate].join(' , ')}}`;
      expect(issueOf(surround.replace('{}', () => text))).not.toBe('read');
    }),
  );
});

test('ten levels of nesting are accepted, eleven are not', () => {
  const kinds = fc.array(fc.boolean(), { minLength: 9, maxLength: 12 });
  fc.assert(
    fc.property(kinds, (isLists) => {
      const text = isLists.reduce(
        (inner, isList) => (isList ? `[${inner}]` : `{"a":${inner}}`),
        '1',
      );
      expect(issueOf(text) === 'read').toBe(isLists.length <= 10);
    }),
  );
});
