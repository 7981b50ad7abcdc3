import { expect, test } from 'vitest';
import { findFormatFlag, findNoun, findVerb } from '../../src/cli/run-cli.ts';

test.each<[readonly string[], string | undefined]>([
  [['flocks', 'list'], 'flocks'],
  [['--profile', 'north', 'flocks', 'list'], 'flocks'],
  [['--profile=north', 'flocks'], 'flocks'],
  [['-o', 'json', 'me'], 'me'],
  [['-ojson', 'me'], 'me'],
  [['-v', '--yes', '--no-header', 'me'], 'me'],
  [['--farm', 'Emek Hefer', '--max-wait', '2m', 'barns'], 'barns'],
  [['--unknown', 'flocks'], undefined],
  [['-x', 'flocks'], undefined],
  [['--help'], undefined],
  [['--profile'], undefined],
  [['--', 'flocks'], 'flocks'],
  [[], undefined],
])('the command of %j is %s', (argv, noun) => {
  expect(findNoun(argv)).toBe(noun);
});

test.each<[readonly string[], string | undefined]>([
  [['flocks', 'list'], 'list'],
  [['flocks', 'list', 'get'], 'list'],
  [['flocks', '--farm', 'list', 'get'], 'get'],
  [['-o', 'json', 'flocks', '-v', 'list'], 'list'],
  [['flocks', '--status', 'list'], undefined],
  [['flocks', '--help'], undefined],
  [['flocks', '--', 'list'], 'list'],
  [['--', 'flocks', 'list'], 'list'],
  [['flocks'], undefined],
  [[], undefined],
])('the verb of %j is %s', (argv, verb) => {
  expect(findVerb(argv)).toBe(verb);
});

test.each<[readonly string[], string | undefined]>([
  [['me', '-o', 'json'], 'json'],
  [['me', '-ojson'], 'json'],
  [['me', '--output', 'csv'], 'csv'],
  [['me', '--output=csv'], 'csv'],
  [['-o', 'csv', 'me', '-o', 'json'], 'json'],
  [['api', 'GET', '--', '-o', 'json'], undefined],
  [['me'], undefined],
])('the format of %j is %s', (argv, format) => {
  expect(findFormatFlag(argv)).toBe(format);
});
