import { expect, test } from 'vitest';
import { collectHeader, parseHeader } from '../../src/cli/core/command-line.ts';

test.each([
  ['Name: value', ['name', 'value']],
  ['Name:value', ['name', 'value']],
  ['Name=value', ['name', 'value']],
  ['If-Match: "v3"', ['if-match', '"v3"']],
  ['X-Signature: sha256=ab=cd', ['x-signature', 'sha256=ab=cd']],
  ['x-url=http://a:1/?b=c', ['x-url', 'http://a:1/?b=c']],
  ['X-Empty:', ['x-empty', '']],
  ['X-Empty=', ['x-empty', '']],
  ['X-Name: caf\xe9', ['x-name', 'caf\xe9']],
])('%j is a header', (text, header) => {
  expect(parseHeader(text)).toEqual(header);
});

test.each([
  '',
  'name',
  ': value',
  '=value',
  'two words: x',
  'a\r\nb: c',
  'a: b\r\nc: d',
  'ש: x',
  'x: ש',
  'x=\x07',
])('%j is not a header', (text) => {
  expect(() => parseHeader(text)).toThrow("a header must be 'Name: value' or Name=value");
});

test('the last value of a repeated header counts, whatever its form', () => {
  expect(collectHeader('x-a=2', collectHeader('X-A: 1'))).toEqual({ 'x-a': '2' });
});
