import { expect, test } from 'vitest';
import { pageLanguage } from '../../../src/cli/session/defaults.ts';

test.each([
  ['he', 'he'],
  ['en-US', 'en'],
  ['zh-Hans', 'zh'],
])('%s is %s', (lang, language) => {
  expect(pageLanguage({ lang })).toBe(language);
});

test('is undefined if not set', () => {
  expect(pageLanguage({})).toBeUndefined();
});

test('a language without texts is rejected', () => {
  expect(() => pageLanguage({ lang: 'fr' })).toThrow(
    '--lang must be one of he, en, th, es, zh, not "fr"',
  );
});
