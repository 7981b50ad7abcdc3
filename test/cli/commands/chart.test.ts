import { describe, expect, test } from 'vitest';
import { chartAnswers } from '../../../src/model/answers/charts.ts';
import { aReader } from '../../support/page-answers.ts';
import { runProgram } from '../../support/run-program.ts';

const FLOCK = 'flock_01K9ZZZZZZZZZZZZZZZZZZZZZZ';
const BARN = 'barn_01K9ZZZZZZZZZZZZZZZZZZZZZZ';

const { example } = chartAnswers.growth;
const GROWTH = {
  ...example,
  from: '2026-11-01',
  to: '2026-11-08',
  points: [
    [1, null, 62],
    [2, 84, 81],
    [3, null, 102],
    [4, null, 125],
    [5, 151, 151],
    [6, null, 181],
    [7, null, 213],
    [8, 240, 249],
  ].map(([age, weightG, standardG]) => ({
    from: `2026-11-0${age}`,
    day: `2026-11-0${age}`,
    ageDays: age,
    weightG,
    standardG,
    weightLowG: null,
    weightHighG: null,
    deviationPct: null,
    interpolated: age === 3,
    suspect: age === 6 ? ['weightG'] : [],
  })),
  suspects: [
    {
      series: 'weightG',
      day: '2026-11-06',
      value: 1810,
      low: 72,
      high: 290,
      resource: 'daily-logs',
      id: 'log_1',
      message: 'Weight 1,810 g on Nov 6 cannot be right.',
    },
  ],
};

const NO_MORE = { total: 0, limit: 200, offset: 0, hasMore: false };
const SIZE = ['--width', '40', '--height', '4'];

async function drawGrowth(
  language: string,
  input: Parameters<typeof runProgram>[1] = {},
  reply: object = GROWTH,
) {
  const exchanges = [
    { on: `GET /v1/platform/os/charts/growth/${FLOCK}?points=29`, reply },
    { on: 'GET /v1/platform/me', reply: aReader(language) },
  ];
  const argv = ['chart', 'growth', FLOCK, ...SIZE];
  const { stdout, code } = await runProgram(argv, { ...input, exchanges });
  expect(code).toBe(0);
  return stdout.trimEnd().split('\n');
}

describe('chart growth', () => {
  // A line is 83.3 g: 62 g is on the second from below, 125 g on the third, 213 g on the first.
  test('draws measurements, the standard and omitted values', async () => {
    expect(await drawGrowth('en')).toEqual([
      'Growth of B1-2611',
      'Nov 1, 2026 – Nov 8, 2026 · age 1–8 days',
      '',
      'Weight, g',
      '  250 ┤                    ?   ·   ◉',
      '      │            ·   ◉   ·',
      '      │·   ◉   ·',
      '    0 ┤',
      '      └┬───────┬───────┬───────┬───────',
      '       Nov 1   Nov 3   Nov 5   Nov 7',
      '  ● measured: 240 g (Nov 8); · standard*: 249 g; ◉ both; ? implausible value, left out',
      '',
      '  !  Weight 1,810 g on Nov 6 cannot be right.',
      '  * Standard: Ross 308 Performance Objectives 2022 (Aviagen) · between published ages interpolated',
    ]);
  });

  test('the ages and the latest value of points of three days are those of all their days', async () => {
    const points = GROWTH.points
      .filter(({ ageDays }) => ageDays === 3 || ageDays === 8)
      .map((point) => ({ ...point, from: `2026-11-0${(point.ageDays ?? 0) - 2}` }));
    const sampling = { ...example.sampling, step: 3 };
    const lines = await drawGrowth('en', {}, { ...GROWTH, points, sampling });
    expect(lines[1]).toBe('Nov 1, 2026 – Nov 8, 2026 · age 1–8 days · each point is 3 days');
    expect(lines.join(' ')).toContain('measured: 240 g (Nov 6 – Nov 8)');
  });

  test('chart growth is drawn in Hebrew', async () => {
    const lines = await drawGrowth('he');
    expect(lines.slice(1, 5)).toEqual([
      '1 בנוב׳ 2026 – 8 בנוב׳ 2026 · גיל 1–8 ימים',
      '',
      'Weight, גרם',
      '  250 ┤                    ?   ·   ◉',
    ]);
    expect(lines.slice(9, 11)).toEqual([
      '       1 בנוב׳ 3 בנוב׳ 5 בנוב׳ 7 בנוב׳',
      '  ● measured: 240 גרם (8 בנוב׳); · standard*: 249 גרם; ◉ שניהם; ? ערך לא סביר, לא נכלל',
    ]);
  });

  test('chart growth is drawn in Thai', async () => {
    const lines = await drawGrowth('th');
    expect([lines[1], lines[3], lines[9]]).toEqual([
      '1 พ.ย. 2026 – 8 พ.ย. 2026 · อายุ 1–8 วัน',
      'Weight, กรัม',
      '       1 พ.ย.  3 พ.ย.  5 พ.ย.  7 พ.ย.',
    ]);
  });

  test('chart growth is drawn in ASCII', async () => {
    const lines = await drawGrowth('en', { environment: { LANG: 'C' } });
    expect(lines.slice(4, 11)).toEqual([
      '  250 +                    ?   .   @',
      '      |            .   @   .',
      '      |.   @   .',
      '    0 +',
      '      ++-------+-------+-------+-------',
      '       Nov 1   Nov 3   Nov 5   Nov 7',
      '  o measured: 240 g (Nov 8); . standard*: 249 g; @ both; ? implausible value, left out',
    ]);
    expect(lines.join('')).toMatch(/^[ -~]*$/);
  });

  test('has colours at a terminal, and aligns right-to-left names below their days', async () => {
    const lines = await drawGrowth('he', { isTerminal: true, columns: 40 });
    expect(lines.find((line) => line.includes('250 ┤'))).toContain('\u001b[');
    const names = lines.find((line) => line.includes('3 בנוב׳') && !line.includes('●'));
    expect(names).toContain('\u20683 בנוב׳\u2069');
    expect((await drawGrowth('en')).join('')).not.toContain('\u001b');
  });

  test('has points as rows, as many as the service returns', async () => {
    const exchanges = [{ on: `GET /v1/platform/os/charts/growth/${FLOCK}`, reply: GROWTH }];
    const argv = [
      'chart',
      'growth',
      FLOCK,
      '-o',
      'csv',
      '--fields',
      'day,weightG,standardG,suspect',
    ];
    const { stdout } = await runProgram(argv, { exchanges });
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'day,weightG,standardG,suspect',
      '2026-11-01,,62,',
      '2026-11-02,84,81,',
    ]);
    expect(stdout).toContain('2026-11-06,,181,weightG');
  });

  test('chart growth without data reports this, with the command that records some', async () => {
    const missing = [
      {
        code: 'no_weight_7d',
        message: 'Flock B1-2611 has no weight of the last seven days.',
        fix: {
          operation: 'createDailyLog',
          resource: 'daily-logs',
          method: 'POST',
          path: '/daily-logs',
          body: { flockId: FLOCK, date: '2026-11-21', avgWeightGr: null },
        },
      },
    ];
    const points = GROWTH.points.map((point) => ({ ...point, weightG: null, suspect: [] }));
    const reply = { ...GROWTH, points, suspects: [], missing, status: 'not_enough_data' };
    const exchanges = [
      { on: `GET /v1/platform/os/charts/growth/${FLOCK}?points=69`, reply },
      { on: 'GET /v1/platform/me', reply: aReader('en') },
    ];
    const { stdout } = await runProgram(['chart', 'growth', FLOCK], { exchanges });
    expect(stdout.split('\n').slice(2)).toEqual([
      'No values on these days.',
      '',
      '  ·  Flock B1-2611 has no weight of the last seven days.',
      `     farmctl daily-logs create --flock-id ${FLOCK} --date 2026-11-21 --avg-weight-gr <number>`,
      '',
    ]);
  });
});

describe('chart climate', () => {
  test('draws the range, the target range and times; several hours make a point', async () => {
    const [point] = chartAnswers.climate.example.points;
    const reply = {
      ...chartAnswers.climate.example,
      sampling: { unit: 'hour', step: 2, of: 8 },
      points: [24, 26, 30, null].map((temp, index) => ({
        ...point,
        at: `2026-11-21T0${2 * index}:00:00.000Z`,
        temp,
        tempLow: temp && temp - 2,
        tempHigh: temp && temp + 2,
        tempMin: 23,
        tempMax: 27,
        humidity: null,
        co2: null,
        nh3: null,
      })),
    };
    const exchanges = [
      {
        on: `GET /v1/platform/os/charts/climate/${BARN}?from=2026-11-20&to=2026-11-21&points=29`,
        reply,
      },
      { on: 'GET /v1/platform/me', reply: aReader('en') },
    ];
    const argv = ['chart', 'climate', BARN, '--days', '2', '--to', '2026-11-21', ...SIZE];
    const { stdout, stderr } = await runProgram(argv, { exchanges });
    expect(stderr).toBe('');
    // 20 to 40 °C over three lines: 24 °C with 22 to 26 is on the second, 30 °C on the third.
    expect(stdout.trimEnd().split('\n')).toEqual([
      'Climate of Barn 1',
      'Nov 21, 2026 · age 20 days · each point is 2 hours',
      '',
      'Temperature, °C',
      '  40 ┤',
      '     │        ●',
      '     │●░░░●░░░┆░░░░░░░',
      '  20 ┤┆░░░░░░░░░░░░░░░',
      '     └┬───────┬───────',
      '      2:00 AM 6:00 AM',
      '  ● measured: 30°C (Nov 21, 2026, 6:00 AM); ┆ range; ░ target 23–27°C',
    ]);
  });
});

describe('rejects', () => {
  test.each([
    [['--width', '29'], '--width must be a whole number from 30 to 500, not "29"'],
    [['--height', 'tall'], '--height must be a whole number from 4 to 60, not "tall"'],
    [['--days', '0'], '--days must be a whole number from 1 to 800, not "0"'],
    [['--days', '7', '--from', '2026-11-01'], '--days and --from exclude each other'],
  ])('%j', async (flags, message) => {
    const { code, stderr } = await runProgram(['chart', 'growth', FLOCK, ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('the selected flock or barn', () => {
  const noFlock = [
    { on: 'GET /v1/platform/flocks?q=Barn+1&limit=200', reply: { data: [], meta: NO_MORE } },
    { on: 'GET /v1/platform/flocks?limit=200', reply: { data: [], meta: NO_MORE } },
    {
      on: 'GET /v1/platform/barns?q=Barn+1&limit=200',
      reply: { data: [{ id: BARN, name: 'Barn 1' }], meta: NO_MORE },
    },
  ];
  const barnWith = (...flocks: readonly unknown[]) => ({
    on: `GET /v1/platform/flocks?barnId=${BARN}&fields=id%2Ccode%2Cstatus&order=placementDate&dir=desc&limit=100`,
    reply: { data: flocks, meta: NO_MORE },
  });

  test('a barn selects the flock inside', async () => {
    const exchanges = [
      ...noFlock,
      barnWith(
        { id: FLOCK, code: 'B1-2611', status: 'active' },
        { id: 'flock_0', code: 'B1-2609', status: 'closed' },
      ),
      { on: `GET /v1/platform/os/charts/feed/${FLOCK}`, reply: chartAnswers.feed.example },
    ];
    const { code, stderr } = await runProgram(['chart', 'feed', 'Barn 1', '-o', 'json'], {
      exchanges,
    });
    expect([code, stderr]).toEqual([0, '']);
  });

  test('several flocks inside require a choice', async () => {
    const exchanges = [
      ...noFlock,
      barnWith(
        { id: FLOCK, code: 'B1-a', status: 'active' },
        { id: 'flock_0', code: 'B1-b', status: 'selling' },
      ),
    ];
    const { code, stderr } = await runProgram(['chart', 'feed', 'Barn 1'], { exchanges });
    expect(code).toBe(2);
    expect(stderr).toContain('several flocks are in "Barn 1": B1-a, B1-b');
  });
});
