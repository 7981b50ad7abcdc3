import { describe, expect, test } from 'vitest';
import { answerForm } from '../../../src/ask/query/answer-form.ts';
import type { QueryRow } from '../../../src/ask/query/describe-records.ts';
import { loadLabels } from '../../../src/i18n/labels.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { renderMessages } from '../../../src/i18n/render-message.ts';
import type { QueryForm } from '../../../src/model/answers/query-form.ts';

function delivery(flockId: string | null, date: string, pricePerTon: number) {
  return { id: `${flockId} ${date}`, flockId, date, pricePerTon };
}

/** The lines of an answer about the prices of these deliveries. */
async function linesOf(language: 'en' | 'zh', rows: readonly QueryRow[]) {
  const labels = await loadLabels(language);
  const { lines } = answerForm(
    'deliveries',
    {
      subject: { resource: 'feed-deliveries' },
      select: 'pricePerTon',
      ...{ filters: [], scope: { farms: [], barns: [], flocks: [] } },
      tense: 'past',
      aggregate: 'list',
      answerType: 'number',
    },
    {
      rows,
      barnOfFlock: new Map(),
      nameOf: new Map([
        ['flock_1', 'B4'],
        ['flock_2', 'B5'],
      ]),
      zone: 'UTC',
      currency: 'ILS',
    },
    { labels, wordOf: (word) => word },
  );
  return renderMessages(await loadLanguage(language), lines);
}

const [older, newer] = [
  delivery('flock_1', '2026-10-20', 1900),
  delivery('flock_1', '2026-11-03', 2000),
];

test.each([
  [
    'en',
    ['B4, Nov 3, 2026 – Price per t: ₪2,000.', 'B4, Oct 20, 2026 – Price per t: ₪1,900.'],
    'B5 – Price per t: ₪1,950.',
  ],
  [
    'zh',
    ['B4，2026年11月3日，每吨价格：₪2,000。', 'B4，2026年10月20日，每吨价格：₪1,900。'],
    'B5，每吨价格：₪1,950。',
  ],
] as const)('in %s several values of a flock have their days', async (language, both, single) => {
  const other = delivery('flock_2', '2026-11-01', 1950);
  expect(await linesOf(language, [newer, other, older])).toEqual([both[0], single, both[1]]);
});

test('a single value of a flock has its name, and without a flock its day', async () => {
  expect(await linesOf('en', [newer])).toEqual(['B4 – Price per t: ₪2,000.']);
  expect(await linesOf('en', [delivery(null, '2026-11-03', 2000)])).toEqual([
    'Date: Nov 3, 2026 – Price per t: ₪2,000.',
  ]);
});

test('records with the same line are told apart by the time of their creation', async () => {
  const task = (id: string, title: string, hour: number) => ({
    ...{ id, title, dueDate: '2026-11-21', status: 'open' },
    createdAt: `2026-11-20T0${hour}:30:00.000Z`,
  });
  const rows = [
    task('task_1', 'Clean nipples', 6),
    task('task_2', 'Clean nipples', 7),
    task('task_3', 'Order gas', 7),
  ];
  const form = {
    subject: { resource: 'tasks' },
    ...{ filters: [], scope: { farms: [], barns: [], flocks: [] } },
    tense: 'present',
    aggregate: 'list',
    answerType: 'list',
  } as const;
  const data = { rows, barnOfFlock: new Map(), nameOf: new Map(), zone: 'UTC', currency: 'ILS' };
  const labels = await loadLabels('en');
  const { lines } = answerForm('tasksDue', form, data, { labels, wordOf: (word) => word });
  expect(renderMessages(await loadLanguage('en'), lines.slice(1))).toEqual([
    'Nov 21, 2026: Clean nipples, Created: Nov 20, 2026, 6:30 AM.',
    'Nov 21, 2026: Clean nipples, Created: Nov 20, 2026, 7:30 AM.',
    'Nov 21, 2026: Order gas.',
  ]);
});

describe('the days of eggs', () => {
  const log = (flockId: string, date: string, eggs: number) => ({
    id: `${flockId}${date}`,
    flockId,
    date,
    eggs,
  });
  // House A begins to lay on the 3rd; house B lays 40 to 60 eggs from the 2nd on.
  const rows = [
    ...[
      log('a', '2026-11-01', 0),
      log('a', '2026-11-02', 0),
      log('a', '2026-11-03', 5),
      log('a', '2026-11-04', 0),
    ],
    ...[
      log('b', '2026-11-01', 0),
      log('b', '2026-11-02', 60),
      log('b', '2026-11-03', 40),
      log('b', '2026-11-04', 41),
    ],
  ];
  const data = { rows, barnOfFlock: new Map(), nameOf: new Map(), zone: 'UTC', currency: 'ILS' };
  const factsOf = async (form: Partial<QueryForm>) => {
    const wording = { labels: await loadLabels('en'), wordOf: (word: string) => word };
    const whole = {
      subject: { resource: 'daily-logs' as const },
      ...{
        filters: [],
        scope: { farms: [], barns: [], flocks: [] },
        select: 'eggs',
        groupBy: 'day',
      },
      ...{ tense: 'past', aggregate: 'min', answerType: 'date' },
      ...form,
    } as QueryForm;
    return answerForm('days', whole, data, wording).facts.map(({ label, value }) => [label, value]);
  };

  test('with the fewest are none before the first egg of a flock', async () => {
    // 60, 45 and 41 eggs.
    const facts = await factsOf({});
    expect(facts).toContainEqual(['daily-logs: eggs, min', 41]);
    expect(facts).toContainEqual(['daily-logs: date', '2026-11-04']);
    expect(facts).not.toContainEqual(['daily-logs: date', '2026-11-01']);
  });

  test('below a number are none before it either, and a later day without eggs counts', async () => {
    const filters: QueryForm['filters'] = [{ field: 'eggs', op: '<', value: 4 }];
    const scope = { farms: [], barns: [], flocks: ['a'] };
    const facts = await factsOf({ aggregate: 'count', filters, scope });
    expect(facts).toContainEqual(['daily-logs: days', 1]);
    expect(facts).toContainEqual(['daily-logs: days logged', 2]);
  });
});
