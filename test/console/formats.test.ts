import { describe, expect, test, vi } from 'vitest';
import { areaOf, describeDevice } from '../../src/console/features/admin/admin-names.ts';
import { createFormats } from '../../src/console/i18n/formats.ts';
import { capitalised, toHeading, uncapitalised } from '../../src/console/i18n/heading.ts';
import { loadLabels, unitOf, withUnit } from '../../src/i18n/labels.ts';
import { isResourceName } from '../../src/model/resources/registry.ts';
import { routeTable } from '../../src/model/routes/route-table.ts';

const english = createFormats('en', 'Asia/Jerusalem');
const hebrew = createFormats('he', 'Asia/Jerusalem');

// An age is in hours from two hours on, and in days from two days (2,880 minutes) on, without a rest:
// 2,879 / 60 = 47.98 and 11,171 / 1,440 = 7.76.
test.each([
  [0, '0 minutes ago'],
  [1, '1 minute ago'],
  [119, '119 minutes ago'],
  [120, '2 hours ago'],
  [2879, '47 hours ago'],
  [2880, '2 days ago'],
  [11_171, '7 days ago'],
])('an age of %d minutes is written as %s', (minutes, expected) => {
  expect(english.minutesAgo(minutes)).toBe(expected);
});

test('an age is written in the language of the reader', () => {
  expect(hebrew.minutesAgo(11)).toBe('לפני 11 דקות');
  expect(hebrew.minutesAgo(11_171)).toBe('לפני 7 ימים');
});

test.each([
  ['en', '+7.38%', '-5.15%', '3.80%', '15.6%'],
  ['es', '+7,38\u00a0%', '-5,15\u00a0%', '3,80\u00a0%', '15,6\u00a0%'],
] as const)('percentages of one kind have as many decimals each in %s', (language, ...expected) => {
  const { change, percent } = createFormats(language, 'Asia/Jerusalem');
  const shown = [change(7.38), change(-5.15), percent(3.8), percent(15.604, 1)];
  expect(shown.map((text) => text.replace(/[\u2066-\u2069]/g, ''))).toEqual(expected);
});

test.each(['en', 'he', 'th', 'es', 'zh'])(
  'the audit log names every call in %s',
  async (language) => {
    const { default: texts } = await import(`../../src/i18n/${language}/console.json`);
    const text: string = texts['console.audit.did'];
    const areas = routeTable.flatMap((route) => {
      const isOfService = !('scope' in route) || route.scope === undefined;
      return isOfService ? [] : areaOf(`/v1/platform${route.path}`, route.operationId);
    });
    const unnamed = areas.filter(
      (area) => !isResourceName(area) && !text.includes(` ${area.replaceAll('-', '_')} {`),
    );
    expect(areas.length).toBeGreaterThan(50);
    expect(unnamed).toEqual([]);
  },
);

test('negative days are written in words', () => {
  expect(english.daysBelowZero(-18, 'ahead')).toBe('in 18 days');
  expect(english.daysBelowZero(-16, 'passed')).toBe('16 days ago');
  expect(hebrew.daysBelowZero(-2, 'ahead')).toBe('בעוד יומיים');
});

describe('due dates', () => {
  // In Jerusalem it is two hours later than in UTC in November.
  test('the end of a day is written as the day', () => {
    expect(english.deadline('2026-11-29T21:59:59.999Z')).toBe(english.day('2026-11-29'));
    expect(english.deadline('2026-11-29T21:59:00.000Z')).toBe(english.day('2026-11-29'));
  });
  test('any other instant includes its time', () => {
    expect(english.deadline('2026-11-29T08:56:00.000Z')).toMatch(/10:56/);
  });
});

test.each([
  ['en', 'Sun, Nov\u00a029', 'Nov\u00a029, 10:56\u00a0AM', 'Nov\u00a01, 2020'],
  ['es', 'dom, 29\u00a0nov', '29\u00a0nov, 10:56', '1\u00a0nov\u00a02020'],
  ['he', 'יום\u00a0א׳, 29\u00a0בנוב׳', '29\u00a0בנוב׳, 10:56', '1\u00a0בנוב׳\u00a02020'],
  ['zh', '11月29日周日', '11月29日 10:56', '2020年11月1日'],
] as const)('a day and its month stay on one line in %s', (language, day, instant, other) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-29T12:00:00Z') });
  const formats = createFormats(language, 'Asia/Jerusalem');
  expect(formats.day('2026-11-29')).toBe(day);
  // The space before AM depends on the version of the data.
  expect(formats.instant('2026-11-29T08:56:00.000Z').replace('\u202f', '\u00a0')).toBe(instant);
  expect(formats.day('2020-11-01')).toBe(other);
  vi.useRealTimers();
});

test('a ratio has two decimals', () => {
  expect([1.2, 1.5074, 2].map((value) => english.ratio(value))).toEqual(['1.20', '1.51', '2.00']);
});

test('amounts have two decimals, or more when stored with more', () => {
  expect([25_382.5, 6.2, 0, 4.5675].map((value) => english.amount(value))).toEqual([
    '25,382.50',
    '6.20',
    '0.00',
    '4.5675',
  ]);
});

test('an amount includes its currency if known', () => {
  expect(english.amount(4.5675, 'ILS')).toBe('₪4.5675');
  expect(english.amount(-25_382.5, 'EUR')).toBe('-€25,382.50');
  expect(createFormats('es', 'UTC').amount(1200, 'EUR')).toBe('1200,00\u00a0€');
});

// Like the texts of the service (`formatQuantity`): the pairs are those of CLDR.
test('percent and degree signs are placed as in the language', async () => {
  const text = await Promise.all(
    (['en', 'es', 'he', 'th', 'zh'] as const).map(async (language) => {
      const wording = { labels: await loadLabels(language), language };
      const { number } = createFormats(language, 'UTC');
      const joined = (count: number, unit: string) =>
        withUnit(wording, { number: number(count), unit, count });
      return [joined(64.5, '%'), joined(21, '°C')];
    }),
  );
  expect(text).toEqual([
    ['64.5%', '21°C'],
    ['64,5\u00a0%', '21 °C'],
    ['64.5%', '21°C'],
    ['64.5%', '21°C'],
    ['64.5%', '21°C'],
  ]);
});

test('one of a unit is singular', async () => {
  const [labels, others] = await Promise.all([loadLabels('en'), loadLabels('he')]);
  expect([0, 1, 1.5, 2].map((count) => unitOf(labels, 'birds', count))).toEqual([
    ...['birds', 'bird', 'birds', 'birds'],
  ]);
  expect(['eggs', 'days', 'kg'].map((unit) => unitOf(labels, unit, 1))).toEqual([
    ...['egg', 'day', 'kg'],
  ]);
  expect(unitOf(labels, 'birds')).toBe('birds');
  expect(unitOf(others, 'days', 1)).toBe('יום');
});

test('the heading of a field includes its unit as written in the language', async () => {
  const all = await Promise.all((['en', 'he', 'zh'] as const).map(loadLabels));
  const fields = [
    { name: 'feedKg', unit: 'kg' },
    { name: 'tempMin', unit: '°C' },
    { name: 'mortality', unit: 'birds' },
  ];
  expect(all.map((labels) => fields.map((field) => toHeading(labels, field)))).toEqual([
    ['Feed, kg', 'Lowest temp., \u2068°C\u2069', 'Deaths'],
    ['תערובת, ק"ג', 'טמפ׳ מזערית, \u2068°C\u2069', 'מתים'],
    ['饲料（公斤）', '最低温度（\u2068°C\u2069）', '死亡'],
  ]);
});

test('a sentence begins with a capital letter, and a label within one does not', () => {
  expect(['set light', '\u2068temp\u2069 above 31', 'CO₂', ''].map(capitalised)).toEqual([
    ...['Set light', '\u2068Temp\u2069 above 31', 'CO₂', ''],
  ]);
  expect(['Temperature', 'NH₃', 'THI', 'טמפרטורה', ''].map(uncapitalised)).toEqual([
    ...['temperature', 'NH₃', 'THI', 'טמפרטורה', ''],
  ]);
});

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0 Safari/537.36',
    'Chrome · Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0 Safari/537.36 Edg/147.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari · iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet · Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Firefox · macOS',
  ],
  ['curl/8.9.1', 'curl/8.9.1'],
])('%s is a device with a name', (agent, name) => {
  expect(describeDevice(agent)).toBe(name);
});

test('an instant of another year includes the year', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-30T08:00:00Z') });
  const written = createFormats('zh', 'Asia/Jerusalem');
  expect(written.instant('2026-11-30T08:05:00Z')).toBe('11月30日 10:05');
  expect(written.instant('2025-11-30T08:05:00Z')).toBe('2025年11月30日 10:05');
  // In Jerusalem the year has begun.
  expect(written.instant('2025-12-31T22:30:00Z')).toBe('1月1日 00:30');
  vi.useRealTimers();
});
