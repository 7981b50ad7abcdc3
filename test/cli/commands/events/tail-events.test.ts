import { expect, test } from 'vitest';
import { runProgram } from '../../../support/run-program.ts';

test.each([
  [['-o', 'json'], 'Use -o jsonl'],
  [['-o', 'csv'], '-o csv prints one document'],
  [['--events', 'alert.critcal'], 'did you mean alert.critical?'],
  [['--count', '0'], '--count must be a whole number above 0'],
  [['--count', 'ten'], '--count must be a whole number above 0'],
  [['--since', 'evt_01K…'], '--since must be the id of an event'],
])('events tail %j exits with 2, and nothing is sent', async (argv, text) => {
  const { code, stdout, stderr } = await runProgram(['events', 'tail', ...argv]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(text);
});

test('events tail reports that the embedded database has no live events', async () => {
  const { code, stdout, stderr } = await runProgram(['events', 'tail']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    'farmctl: events come from a running server only\n  Start one with: farmctl serve.\n',
  );
});

test('the subcommand exists only on the noun events', async () => {
  const { code, stderr } = await runProgram(['tasks', 'tail']);
  expect(code).toBe(2);
  expect(stderr).toContain('unknown command');
});
