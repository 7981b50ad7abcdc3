import { expect, test } from 'vitest';
import {
  createPushProgress,
  NO_TOTALS,
  progressText,
} from '../../../../src/cli/commands/vision/push-progress.ts';
import { loadLanguage } from '../../../../src/i18n/load-language.ts';
import { createFakeIo } from '../../../support/fake-io.ts';

const translator = await loadLanguage('en');
const START = { lines: 0, readBytes: 0 };

function stateOf(
  lines: number,
  more: { readonly rejected?: number; readonly totalBytes?: number } = {},
) {
  const { rejected = 0, totalBytes } = more;
  return { totals: { ...NO_TOTALS, lines, rejected }, readBytes: lines, totalBytes };
}

test.each([
  [stateOf(100), 100, '100 lines'],
  [stateOf(12_400), 2000, '12,400 lines, 6,200/s'],
  [stateOf(12_400, { rejected: 3 }), 2000, '12,400 lines, 6,200/s, 3 rejected'],
  [stateOf(50, { totalBytes: 200 }), 1000, '50 lines, 50/s, 25%, 3 s left'],
  [stateOf(50, { totalBytes: 30_050 }), 1000, '50 lines, 50/s, 0%, 10 min left'],
  [stateOf(50, { totalBytes: 3_000_050 }), 1000, '50 lines, 50/s, 0%, 16.7 h left'],
])('%j after %i ms', (state, elapsed, text) => {
  expect(progressText(state, START, { elapsedMs: elapsed, translator })).toBe(text);
});

test('a resumed run estimates from the lines of the current run only', () => {
  const start = { lines: 100, readBytes: 100 };
  expect(
    progressText(stateOf(150, { totalBytes: 250 }), start, { elapsedMs: 1000, translator }),
  ).toBe('150 lines, 50/s, 60%, 2 s left');
});

test.each([
  [
    'a terminal is updated five times a second, on one line',
    true,
    '\r10 lines\x1b[K\r12 lines\x1b[K\r\x1b[K',
  ],
  ['other outputs get a line twice a minute', false, 'farmctl: 14 lines, 0/s\n'],
])('%s', async (_what, isTerminal, text) => {
  const io = createFakeIo({ isTerminal });
  let millis = 0;
  const progress = createPushProgress(io, START, () => millis, translator);
  for (const [at, lines] of isTerminal
    ? ([
        [200, 10],
        [300, 11],
        [400, 12],
      ] as const)
    : ([
        [200, 10],
        [29_999, 13],
        [30_000, 14],
      ] as const)) {
    millis = at;
    progress.show(stateOf(lines));
  }
  await progress.end();
  expect(io.written.stderr).toBe(text);
});

test.each([
  ['es', '12.400 líneas, 6200/s, 3 rechazadas, 0 %, quedan 16,1 h'],
  ['he', '12,400 שורות, 6,200 בשנייה, 3 נדחו, 0%, נותרו 16.1 שעות'],
  ['th', '12,400 บรรทัด, 6,200/วินาที, ไม่รับ 3, 0%, เหลือ 16.1 ชั่วโมง'],
  ['zh', '12,400 行, 每秒 6,200 行, 拒收 3, 0%, 剩余 16.1 小时'],
] as const)('is reported in %s', async (language, text) => {
  const state = stateOf(12_400, { rejected: 3, totalBytes: 360_012_400 });
  const reported = progressText(state, START, {
    elapsedMs: 2000,
    translator: await loadLanguage(language),
  });
  expect(reported).toBe(text);
});
