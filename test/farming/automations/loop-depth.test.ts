import { expect, test } from 'vitest';
import { loopDepth } from '../../../src/farming/automations/trigger.ts';

const MINUTE = 60_000;

test.each([
  ['no earlier command', [], 0],
  ['a command 9 minutes before the condition began', [{ at: 1, depth: 0 }], 1],
  ['a command 11 minutes before', [{ at: -1, depth: 0 }], 0],
  ['a command after the condition began', [{ at: 12, depth: 4 }], 0],
  ['a command at the same time', [{ at: 10, depth: 0 }], 0],
  [
    'two commands, of which the deeper counts',
    [
      { at: 5, depth: 2 },
      { at: 8, depth: 0 },
    ],
    3,
  ],
])('with %s', (_fact, commands, depth) => {
  const earlier = commands.map(({ at, depth }) => ({ at: at * MINUTE, depth }));
  expect(loopDepth(10 * MINUTE, earlier, 10)).toBe(depth);
});
