import { describe, expect, test } from 'vitest';
import { anActivity, aReader } from '../../support/page-answers.ts';
import { type RunInput, runProgram } from '../../support/run-program.ts';

/** The requests for a page, with their responses. */
function exchange(reply: unknown, language: string) {
  return [
    { on: 'GET /v1/platform/activity', reply },
    { on: 'GET /v1/platform/me', reply: aReader(language) },
  ];
}

describe('activity', () => {
  test.each<[argv: readonly string[], path: string]>([
    [['activity'], '/activity'],
    [
      [
        'activity',
        '--farm',
        'farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ',
        '--min-score',
        '50',
        '--kinds',
        'alert,sale',
        '--from',
        '2026-11-20',
        '--to',
        '2026-11-21',
        '--lang',
        'he',
      ],
      '/activity?farmId=farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ&minScore=50&kinds=alert%2Csale&from=2026-11-20&to=2026-11-21&lang=he',
    ],
  ])('%j requests %s', async (argv, path) => {
    const exchanges = [{ on: `GET /v1/platform${path}`, reply: anActivity }];
    const { stdout, stderr, code } = await runProgram([...argv, '-o', 'json'], { exchanges });
    expect(JSON.parse(stdout)).toEqual(anActivity);
    expect([stderr, code]).toEqual(['', 0]);
  });

  test.each<
    [name: string, answer: unknown, language: string, input: RunInput, lines: readonly string[]]
  >([
    [
      'in a pipe',
      anActivity,
      'en',
      {},
      [
        'Sat, Nov 21, 2026',
        '  !! 3:12 AM · Barn 1: Alert: 4 °C above target · Emek Hefer',
        '  ·  12:30 AM · Sold: 4,568 birds · לולי הגלבוע',
        '',
        'Fri, Nov 20, 2026',
        '  ·  5:30 PM · Daily log: 12 birds dead · Emek Hefer',
      ],
    ],
    [
      'on a terminal',
      anActivity,
      'en',
      { isTerminal: true },
      [
        '\u001b[1mSat, Nov 21, 2026\u001b[22m',
        '  \u001b[31m!!\u001b[39m 3:12 AM · Barn 1: Alert: 4 °C above target · Emek Hefer',
        '  ·  \u206812:30 AM · Sold: 4,568 birds · לולי הגלבוע\u2069',
        '',
        '\u001b[1mFri, Nov 20, 2026\u001b[22m',
        '  ·  5:30 PM · Daily log: 12 birds dead · Emek Hefer',
      ],
    ],
    [
      'in Hebrew',
      anActivity,
      'he',
      {},
      [
        'שבת, 21 בנוב׳ 2026',
        '  !! 3:12 · Barn 1: Alert: 4 °C above target · Emek Hefer',
        '  ·  0:30 · Sold: 4,568 birds · לולי הגלבוע',
        '',
        'יום ו׳, 20 בנוב׳ 2026',
        '  ·  17:30 · Daily log: 12 birds dead · Emek Hefer',
      ],
    ],
    [
      'in Chinese',
      anActivity,
      'zh',
      {},
      [
        '2026年11月21日周六',
        '  !! 03:12 · Barn 1: Alert: 4 °C above target · Emek Hefer',
        '  ·  00:30 · Sold: 4,568 birds · לולי הגלבוע',
        '',
        '2026年11月20日周五',
        '  ·  17:30 · Daily log: 12 birds dead · Emek Hefer',
      ],
    ],
  ])('reads %s', async (...[, answer, language, input, lines]) => {
    const run = await runProgram(['activity'], { ...input, exchanges: exchange(answer, language) });
    expect(run.stdout.split('\n')).toEqual([...lines, '']);
    expect([run.stderr, run.code]).toEqual(['', 0]);
  });

  test.each<[argv: readonly string[], lines: readonly string[]]>([
    [
      ['activity', '-o', 'tsv', '--fields', 'ts,score,kind,ref.id'],
      [
        '2026-11-21T01:12:00.000Z	90	alert	alert_1',
        '2026-11-20T22:30:00.000Z	65	sale	alert_1',
        '2026-11-20T15:30:00.000Z	15	daily_log	alert_1',
      ],
    ],
    [
      ['activity', '-o', 'jsonl', '--fields', 'id,title'],
      [
        '{"id":"activity_3","title":"Barn 1: Alert: 4 °C above target"}',
        '{"id":"activity_2","title":"Sold: 4,568 birds"}',
        '{"id":"activity_1","title":"Daily log: 12 birds dead"}',
      ],
    ],
    [['activity', '--jq', '.data[0].score'], ['90']],
  ])('%j prints rows', async (argv, lines) => {
    for (const isTerminal of [true, false]) {
      const exchanges = [{ on: 'GET /v1/platform/activity', reply: anActivity }];
      const run = await runProgram(argv, { exchanges, isTerminal });
      expect(run.stdout.split('\n')).toEqual([...lines, '']);
      expect([run.stderr, run.code]).toEqual(['', 0]);
    }
  });

  test('a truncated list is reported on stderr', async () => {
    const reply = { ...anActivity, meta: { limit: 3, hasMore: true, nextCursor: 'WyJ0cyJd' } };
    const { stderr, code } = await runProgram(['activity'], { exchanges: exchange(reply, 'en') });
    expect([stderr, code]).toEqual([
      '3 entries; --cursor WyJ0cyJd continues with earlier ones\n',
      0,
    ]);
  });

  test('a page is requested with its limit and cursor', async () => {
    const { requests } = await runProgram(['activity', '--limit', '3', '--cursor', 'WyJ0cyJd'], {
      exchanges: exchange(anActivity, 'en'),
    });
    const [page] = requests.filter(({ path }) => path.includes('/activity?'));
    expect(page?.path).toContain('limit=3&cursor=WyJ0cyJd');
  });

  test.each(['0', '201', '-1', 'all', '1e2'])('a limit of %s is rejected', async (limit) => {
    const { stderr, code } = await runProgram(['activity', '--limit', limit], { exchanges: [] });
    expect([stderr, code]).toEqual([expect.stringContaining('--limit must be'), 2]);
  });

  test('an empty list is reported in a sentence', async () => {
    const { stdout } = await runProgram(['activity'], { exchanges: exchange({ data: [] }, 'en') });
    expect(stdout).toBe('Nothing happened.\n');
  });

  test.each([
    ['en', 'resolved', '  ·  3:12 AM · Barn 1: Alert: 4 °C above target · resolved · Emek Hefer'],
    ['es', 'corrected', ' · corregido después · Emek Hefer'],
    ['he', 'deleted', ' · נמחק מאז · Emek Hefer'],
    ['zh', 'doubtful', ' · 不可信，所有计算均不采用 · Emek Hefer'],
    ['th', 'doubtful', '  !  03:12 · Barn 1: Alert'],
  ])(
    'in %s an activity entry that is %s is not marked as critical',
    async (language, state, text) => {
      const [first, ...others] = anActivity.data;
      const reply = { ...anActivity, data: [{ ...first, state }, ...others] };
      const { stdout } = await runProgram(['activity'], { exchanges: exchange(reply, language) });
      expect(stdout).toContain(text);
      expect(stdout).not.toContain('!!');
    },
  );

  // 19:30 UTC is 9:30 PM in Jerusalem and 1:00 AM of the next day in Kolkata.
  test('shows each entry in the zone of its farm', async () => {
    const [entry] = anActivity.data;
    const data = ['farm_1', 'farm_2'].map((farmId) => ({
      ...{ ...entry, farmId, id: farmId, title: farmId },
      ts: '2026-11-20T19:30:00.000Z',
    }));
    const reader = aReader('en', 'UTC');
    const farms = [
      { id: 'farm_1', name: 'East', timezone: 'Asia/Kolkata' },
      { id: 'farm_2', name: 'West', timezone: 'Asia/Jerusalem' },
    ];
    const { stdout } = await runProgram(['activity', '-o', 'table'], {
      exchanges: [
        { on: 'GET /v1/platform/activity', reply: { ...anActivity, data } },
        { on: 'GET /v1/platform/me', reply: { ...reader, farms } },
      ],
    });
    expect(
      stdout
        .replaceAll(/[\u00a0\u202f]/g, ' ')
        .trimEnd()
        .split('\n'),
    ).toEqual([
      'Sat, Nov 21, 2026',
      '  !! 1:00 AM · farm_1 · East',
      '',
      'Fri, Nov 20, 2026',
      '  !! 9:30 PM · farm_2 · West',
    ]);
  });
});
