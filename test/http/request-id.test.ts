import { describe, expect, test } from 'vitest';
import { requestIdOf } from '../../src/http/app.ts';

const idFor = (sent: string | string[] | undefined) =>
  requestIdOf({ headers: sent === undefined ? {} : { 'x-request-id': sent as string } });

const MADE = /^req_[0-9a-f-]{36}$/;

describe('accepts', () => {
  test.each(['a', '!~', 'job-42/step:7', '{"a":1}', 'x'.repeat(200)])('%s', (sent) => {
    expect(idFor(sent)).toBe(sent);
  });
});

describe('replaces', () => {
  test.each([
    ['an empty id', undefined],
    ['an empty text', ''],
    ['201 characters', 'x'.repeat(201)],
    ['a space', 'a b'],
    ['a tab', 'a\tb'],
    ['a line break', 'a\r\nset-cookie: x'],
    ['an accent', 'é'],
    ['NUL', 'a\0'],
    ['DEL', 'a\x7f'],
    ['a list', ['a', 'b']],
  ])('%s', (_, sent) => {
    expect(idFor(sent)).toMatch(MADE);
  });
});

test('two requests without one get different ids', () => {
  expect(idFor(undefined)).not.toBe(idFor(undefined));
});
