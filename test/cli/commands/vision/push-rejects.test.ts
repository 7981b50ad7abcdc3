import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRejectReporter, rejectOf } from '../../../../src/cli/commands/vision/push-lines.ts';
import type { CommandContext } from '../../../../src/cli/session/context.ts';
import { loadLanguage } from '../../../../src/i18n/load-language.ts';
import { issueOf } from '../../../../src/model/core/errors.ts';

function rejects(...numbers: readonly number[]) {
  const issues = [issueOf('line', 'invalid_format', 'The line is not JSON.')];
  return numbers.map((number) => rejectOf({ number, text: '{' }, issues));
}

/** A context whose texts take longer the first time than later. */
function slowContext() {
  const printed: string[] = [];
  let calls = 0;
  const context: Pick<CommandContext, 'report' | 'translator'> = {
    translator: () => loadLanguage('en'),
    async report(text, ...params) {
      await setTimeout(20 - 4 * Math.min(5, calls++));
      printed.push(text === 'note.lineRejected' ? JSON.stringify(params) : text);
    },
  };
  return { context, printed };
}

test('rejects are reported in order, all before the result', async () => {
  const { context, printed } = slowContext();
  const teller = createRejectReporter(context);
  teller.add(rejects(2, 3));
  teller.add(rejects(7, 8, 9, 10));
  teller.add(rejects(11));
  await teller.flush();
  expect(printed.map((text) => /"line":"(\d+)"/.exec(text)?.[1] ?? text)).toEqual([
    '2',
    '3',
    '7',
    '8',
    '9',
    'note.moreRejected',
  ]);
});
