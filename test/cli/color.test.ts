import { expect, test } from 'vitest';
import { type ColorInput, hasColor } from '../../src/cli/core/io.ts';

const terminal = { mode: undefined, environment: {}, isTerminal: true } satisfies ColorInput;
const pipe = { ...terminal, isTerminal: false };

test.each<[string, ColorInput, boolean]>([
  ['a terminal has colour', terminal, true],
  ['a pipe has no colour', pipe, false],
  ['--color always, in a pipe', { ...pipe, mode: 'always' }, true],
  ['--color never, on a terminal', { ...terminal, mode: 'never' }, false],
  ['--color auto is the default', { ...terminal, mode: 'auto' }, true],
  ['NO_COLOR', { ...terminal, environment: { NO_COLOR: '1' } }, false],
  ['an empty NO_COLOR has no effect', { ...terminal, environment: { NO_COLOR: '' } }, true],
  [
    '--color always overrides NO_COLOR',
    { ...pipe, mode: 'always', environment: { NO_COLOR: '1' } },
    true,
  ],
  [
    'NO_COLOR overrides CLICOLOR_FORCE',
    { ...terminal, environment: { NO_COLOR: '1', CLICOLOR_FORCE: '1' } },
    false,
  ],
  ['CLICOLOR_FORCE, in a pipe', { ...pipe, environment: { CLICOLOR_FORCE: '1' } }, true],
  ['CLICOLOR_FORCE=0 has no effect', { ...pipe, environment: { CLICOLOR_FORCE: '0' } }, false],
  [
    'CLICOLOR_FORCE overrides CLICOLOR and TERM',
    { ...pipe, environment: { CLICOLOR_FORCE: '1', CLICOLOR: '0', TERM: 'dumb' } },
    true,
  ],
  ['CLICOLOR=0', { ...terminal, environment: { CLICOLOR: '0' } }, false],
  ['CLICOLOR=1 gives no colour in a pipe', { ...pipe, environment: { CLICOLOR: '1' } }, false],
  ['TERM=dumb', { ...terminal, environment: { TERM: 'dumb' } }, false],
  ['another TERM', { ...terminal, environment: { TERM: 'xterm-256color' } }, true],
])('%s', (_name, input, expected) => {
  expect(hasColor(input)).toBe(expected);
});
