import { describe, expect, test } from 'vitest';
import type { Aggregation, MeasureDefinition, MeasureQuestion } from '../../../src/ask/measure.ts';
import { composedMeasure } from '../../../src/ask/measures/composed.ts';
import { type MeasureName, measures } from '../../../src/ask/measures/measures.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { renderMessage, renderMessages } from '../../../src/i18n/render-message.ts';
import { languages } from '../../../src/model/core/message.ts';
import { formatInstant } from '../../../src/tools/calendar.ts';
import { aBusyFarm } from '../../support/a-busy-farm.ts';
import { aBarn, aFlock, aLog, aSnapshot, row } from '../../support/a-snapshot.ts';
import { aQuestion } from '../../support/asked.ts';
import { inEnglish } from '../../support/in-english.ts';
import { logsByStandard } from '../../support/ross-308-flock.ts';

const farm = aBusyFarm();
const barn1 = { scope: { barnIds: ['barn_1'] } };

function answer(name: MeasureName, question: Partial<MeasureQuestion> = {}) {
  const definition: MeasureDefinition = measures[name];
  return definition.compute(farm, aQuestion(question));
}

const facts = (name: MeasureName, question: Partial<MeasureQuestion> = {}) =>
  answer(name, question).facts.map(({ label, value, unit }) => [label, value, unit]);

describe('measures of the test farm equal manually calculated values', () => {
  test.each<[MeasureName, string, number, string | null]>([
    // 12 of the 19,803 birds of the morning: 20,000 less 190 dead and 7 culled before.
    ['mortality', 'Mortality, Barn 1, 2026-11-21, share', 0.06, '%'],
    // 70 + 120 + 12 dead of 20,000.
    ['cumulativeMortality', 'Cumulative mortality, share, Barn 1', 1.01, '%'],
    // 10 on the 14th and six times 20, by 7.
    ['mortalityAgainstAverage', 'Mean mortality of the 7 days before, Barn 1', 18.57, 'birds'],
    // 20,000 less 202 dead and 10 culled.
    ['liveBirds', 'Live birds, Barn 1', 19_788, 'birds'],
    ['livability', 'Livability, Barn 1', 98.94, '%'],
    ['age', 'Age, Barn 1', 20, 'days'],
    ['weight', 'Weight, Barn 1', 900, 'g'],
    // 900 g against 935 g.
    ['weightDeviation', 'Weight against the standard, Barn 1', -3.74, '%'],
    // 480 g to 900 g in seven days.
    ['dailyGain', 'Daily gain, Barn 1', 60, 'g/day'],
    // Four of five within 94 g of 940 g.
    ['uniformity', 'Uniformity, Barn 1', 80, '%'],
    // 19,788 birds of 0.9 kg on 1,000 m².
    ['density', 'Density, Barn 1', 17.81, 'kg/m²'],
    ['eggBreakage', 'Egg breakage, Barn 2', 2, '%'],
    // 4,500 eggs of 4,996 hens.
    ['layingRate', 'Hen-day production, Barn 2', 90.07, '%'],
    ['waterFeedRatio', 'Water by feed, Barn 1', 1.8, 'L/kg'],
    // 30,000 kg came; 17,600 kg are logged, and 3,000 kg lie on the six days before the first log.
    ['feedStock', 'Feed in stock, Barn 1', 9400, 'kg'],
    ['temperature', 'Temperature, Barn 1', 25, '°C'],
    // Feed 69,000, chicks 40,000, gas 4,860.50, labour 6,000 and a treatment of 400.
    ['moneySpent', 'Money spent, 2026-11-01 to 2026-11-21', 120_260.5, 'ILS'],
    // 368,600 for 48,500 kg.
    ['pricePerKg', 'Price per kg, last', 7.6, 'ILS/kg'],
    ['feedPrice', 'Feed price per ton, grower', 2300, 'ILS/t'],
    ['cheapestBid', 'Best bid, Finisher feed', 2290.5, 'ILS'],
    // 188 of 19,788.
    ['cameraCount', 'Camera count against the log, Barn 1', 0.95, '%'],
  ])('%s: %s is %d', (name, label, value, unit) => {
    expect(facts(name)).toContainEqual([label, value, unit]);
  });

  test.each<[MeasureName, Aggregation, unknown[]]>([
    ['liveBirds', 'total', ['Live birds, all', 24_782, 'birds']],
    ['liveBirds', 'highest', ['Live birds, Barn 1', 19_788, 'birds']],
    ['liveBirds', 'lowest', ['Live birds, Barn 2', 4994, 'birds']],
    ['cumulativeMortality', 'highest', ['Cumulative mortality, Barn 1', 202, 'birds']],
    ['cumulativeMortality', 'total', ['Cumulative mortality, all', 208, 'birds']],
    // 132 in seven days; a day of the average has no whole birds.
    ['mortality', 'average', ['Mortality, Barn 2, 2026-11-15 to 2026-11-21, a day', 2, 'birds']],
    ['capacity', 'total', ['Capacity, all', 26_000, 'birds']],
    ['feedOrders', 'total', ['Feed on order, all', 16_000, 'kg']],
    ['alerts', 'count', ['Open alerts', 2, null]],
    ['tasks', 'count', ['Tasks, open', 3, null]],
    ['medicineExpiring', 'count', ['Medicine expired or expiring', 2, null]],
    ['medicineLow', 'count', ['Medicine running low', 1, null]],
    ['flocksMissingLog', 'count', ['Flocks without a log', 1, null]],
    ['unansweredQuestions', 'count', ['Unanswered questions', 1, null]],
    ['barns', 'count', ['Barns', 3, null]],
    ['flocks', 'count', ['Flocks', 2, null]],
    ['devicesOffline', 'count', ['Devices down', 2, null]],
    ['openOrders', 'count', ['Open orders', 2, null]],
  ])('%s, aggregation %s', (name, aggregation, fact) => {
    expect(facts(name, { aggregation })[0]).toEqual(fact);
  });
});

test('a lab test after an antibiotic is not the last treatment', () => {
  const taken = row('treatments', {
    ...{ id: 'treatment_2', flockId: 'flock_1', date: '2026-11-20', kind: 'lab_test' },
  });
  const tested = { ...farm, treatments: [...farm.treatments, taken] };
  const { facts } = measures.lastTreatment.compute(tested, aQuestion(barn1));
  expect(facts[0]).toMatchObject({ value: 'Tylosin', asOf: '2026-11-18' });
});

test('a period extends the filter of expiring medicine beyond the default horizon', () => {
  const period = { from: '2026-11-21', to: '2027-07-01' };
  const filtered = facts('medicineExpiring', { aggregation: 'count', period });
  expect(filtered).toEqual([['Medicine expired or expiring', 3, null]]);
});

test('deaths are summed over a period, and unlogged days are reported', () => {
  const period = { from: '2026-11-19', to: '2026-11-21' };
  const said = answer('mortality', { period });
  expect(said.facts.map(({ value }) => value)).toEqual([4, 0.08, 2, 3, 52, 0.26, 56, 2]);
  expect(said.lines.map(({ text }) => text)).toEqual([
    'ask.mortality.sum',
    'ask.coverage',
    'ask.mortality.sum',
    'ask.mortality.sum',
  ]);
});

test('a sum over unlogged days is labelled as a lower bound, per flock and in total', () => {
  const period = { from: '2026-11-19', to: '2026-11-21' };
  const said = answer('mortality', { period });
  const sums = said.lines.filter(({ text }) => text === 'ask.mortality.sum');
  expect(sums.map(({ params }) => params?.['isAtLeast'])).toEqual(['yes', 'no', 'yes']);
});

test('the placement day is not counted as unlogged', () => {
  // The broilers of barn 1 were placed on 1 November and are logged from the 8th on: 14 of 20 days.
  const period = { from: '2026-11-01', to: '2026-11-21' };
  const said = answer('mortality', { period, ...barn1 });
  const coverage = said.lines.find(({ text }) => text === 'ask.coverage');
  expect(JSON.stringify(coverage?.params)).toContain('20');
});

describe('unlogged days of flocks without a due log', () => {
  const yesterday = { from: '2026-11-20', to: '2026-11-20' };
  const second = (values: object) => aFlock({ id: 'flock_2', barnId: 'barn_2', ...values });
  const closed = { status: 'closed', closedAt: '2026-11-20T10:00:00.000Z' };
  const answerWith = (flock: ReturnType<typeof aFlock>, question: Partial<MeasureQuestion>) => {
    const parts = {
      barns: [aBarn(), aBarn({ id: 'barn_2', name: 'Barn 2' })],
      liveLogs: [aLog('2026-11-20', { mortality: 5 })],
      ...(flock.closedAt === null
        ? { liveFlocks: [aFlock(), flock] }
        : { liveFlocks: [aFlock()], closedFlocks: [flock] }),
    };
    const { lines } = measures.mortality.compute(aSnapshot(parts), aQuestion(question));
    return lines.map((line) => String(inEnglish(line)).replace(/ \(0.*/, ''));
  };
  const logged = '5 birds died yesterday in Barn 1';
  const unlogged = 'Deaths in Barn 2 yesterday: not logged.';

  test.each([
    ['placed today is not reported', second({ placementDate: '2026-11-21' }), []],
    ['placed yesterday is not reported', second({ placementDate: '2026-11-20' }), []],
    ['closed yesterday is not reported', second(closed), []],
    ['placed earlier is reported', second({ placementDate: '2026-11-19' }), [unlogged]],
  ])('a flock %s', (_name, flock, others) => {
    expect(answerWith(flock, { period: yesterday })).toEqual([logged, ...others]);
    // Nothing is missing in the sum where nothing else is due.
    expect(answerWith(flock, { period: yesterday, aggregation: 'total' })[0]).toBe(logged);
  });

  test('a question about a barn before its placement returns the placement date', () => {
    const flock = second({ placementDate: '2026-11-21' });
    const question = { period: yesterday, scope: { barnIds: ['barn_2'] } };
    expect(answerWith(flock, question)).toEqual([
      'The birds of Barn 2 were placed on Nov 21, 2026, after these days.',
    ]);
  });
});

test('an unlogged day is reported with the API call that adds the log', () => {
  const period = { from: '2026-11-21', to: '2026-11-21' };
  const said = answer('mortality', { period, scope: { barnIds: ['barn_2'] } });
  expect(said.lines.map(({ text }) => text)).toEqual(['ask.notLogged', 'ask.mortality.sum']);
  expect(said.missing?.[0]?.fix).toEqual({
    method: 'POST',
    path: '/daily-logs',
    body: { flockId: 'flock_2', date: '2026-11-21', mortality: null },
    action: 'log_daily',
  });
});

/**
 * 10,600 kg in a week, 0.918 of the standard, and 9,400 kg in stock: days 21 to 24 eat 455 g by 19,700
 * birds, 8,230 kg, and the rest is half of day 25, November 26. With 16,000 kg on order it lasts 10.6
 * days: less 3 of delivery and 1, six days from today.
 */
describe('the day to order feed', () => {
  const order = (values: object) =>
    row('feed-orders', {
      ...{ id: 'order_1', flockId: 'flock_1', quantityKg: 16_000, orderDate: '2026-11-16' },
      ...{ status: 'ordered', ...values },
    });
  const linesOf = (feedOrders: object[]) =>
    measures.feedDaysLeft
      .compute({ ...farm, feedOrders } as typeof farm, aQuestion(barn1))
      .lines.map(inEnglish);

  test('is absent if the feed runs out before it, unless an overdue order arrives', () => {
    expect(linesOf([order({ dueDate: '2026-11-19' })])).toEqual([
      'Feed in Barn 1 lasts about 4.5 days.',
      'Barn 1: the 16,000 kg of feed ordered for Nov 19, 2026 have not arrived. Ask the supplier.',
    ]);
  });

  test('follows from an order that arrives in time', () => {
    expect(linesOf([order({ dueDate: '2026-11-24' })])).toEqual([
      'Feed in Barn 1 lasts about 4.5 days; order by Nov 27, 2026.',
    ]);
  });
});

test('a trend compares the last seven days with the seven days before', () => {
  const said = facts('mortality', { ...barn1, aggregation: 'trend' });
  expect(said.slice(0, 3).map(([, value]) => value)).toEqual([18.86, 10, 88.6]);
});

describe('a trend over named days', () => {
  const linesOf = (period: { from: string; to: string }, question: Partial<MeasureQuestion> = {}) =>
    answer('mortality', { ...barn1, aggregation: 'trend', period, ...question }).lines;

  // The 15th to the 20th have 20 deaths each, the 21st 12, and the 14th 10.
  test('has the value of each day, and the days of both means', () => {
    expect(linesOf({ from: '2026-11-14', to: '2026-11-21' }).map(inEnglish)).toEqual([
      'Deaths in Barn 1: 18.86 birds a day from Nov 15, 2026 to Nov 21, 2026, 10 birds a day from Nov 8, 2026 to Nov 14, 2026: 88.6% more.',
      'Barn 1, Nov 14, 2026: 10 birds.',
      ...[15, 16, 17, 18, 19, 20].map((day) => `Barn 1, Nov ${day}, 2026: 20 birds.`),
      'Barn 1, Nov 21, 2026: 12 birds.',
    ]);
    const values = facts('mortality', {
      ...{ ...barn1, aggregation: 'trend' },
      period: { from: '2026-11-20', to: '2026-11-21' },
    });
    expect(values.slice(3)).toEqual([
      ['Mortality, Barn 1, 2026-11-20', 20, 'birds'],
      ['Mortality, Barn 1, 2026-11-21', 12, 'birds'],
    ]);
  });

  test('has at most the last 14 days', () => {
    const lines = linesOf({ from: '2026-11-01', to: '2026-11-21' }).map(inEnglish);
    expect(lines).toHaveLength(15);
    expect(lines[1]).toBe('Barn 1, Nov 8, 2026: 10 birds.');
  });

  test('reports days that are not logged, and keeps the others without a week to compare', () => {
    const question = { scope: { barnIds: ['barn_2'] } };
    // The hens have logs of the 18th to the 20th; the log of today is still to come.
    const lines = linesOf({ from: '2026-11-17', to: '2026-11-21' }, question).map(inEnglish);
    expect(lines).toEqual([
      'Deaths in Barn 2: too little is logged to compare.',
      'Barn 2, Nov 17, 2026: not logged.',
      ...[18, 19, 20].map((day) => `Barn 2, Nov ${day}, 2026: 2 birds.`),
      'Barn 2, Nov 21, 2026: not logged.',
    ]);
  });

  test('has no days where the question names only one', () => {
    expect(linesOf({ from: '2026-11-21', to: '2026-11-21' })).toHaveLength(1);
  });

  test('has the days of the last week where the question names none, for a single place', () => {
    const trend = { aggregation: 'trend' } as const;
    expect(
      answer('mortality', { ...barn1, ...trend })
        .lines.slice(1)
        .map(inEnglish),
    ).toEqual([
      ...[15, 16, 17, 18, 19, 20].map((day) => `Barn 1, Nov ${day}, 2026: 20 birds.`),
      'Barn 1, Nov 21, 2026: 12 birds.',
    ]);
    const texts = answer('mortality', trend).lines.map(({ text }) => text);
    expect(texts).not.toContain('ask.trendDay');
  });

  test('is compared without its days among the reasons for a figure', () => {
    const period = { from: '2026-11-15', to: '2026-11-21' };
    const question = aQuestion({ ...barn1, period, isReason: true });
    const { lines } = composedMeasure('mortality', question).compute(farm, question);
    const texts = lines.map(({ text }) => text);
    expect(texts).toContain('ask.trend');
    expect(texts).not.toContain('ask.trendDay');
  });

  test('is written in five languages', async () => {
    const lines = linesOf({ from: '2026-11-20', to: '2026-11-21' });
    const sayIn = async (language: (typeof languages)[number]) =>
      renderMessages(await loadLanguage(language), lines.slice(0, 2));
    expect(await sayIn('es')).toEqual([
      'Mortalidad en Barn 1: 18,86 aves por día del 15 nov 2026 al 21 nov 2026, 10 aves por día del 8 nov 2026 al 14 nov 2026: 88,6\u{a0}% más.',
      'Barn 1, 20 nov 2026: 20 aves.',
    ]);
    expect(await sayIn('he')).toEqual([
      'Barn 1: תמותה – 18.86 עופות ליום מ-15 בנוב׳ 2026 עד 21 בנוב׳ 2026, 10 עופות ליום מ-8 בנוב׳ 2026 עד 14 בנוב׳ 2026: 88.6% יותר.',
      'Barn 1, 20 בנוב׳ 2026: 20 עופות.',
    ]);
    expect(await sayIn('th')).toEqual([
      'Barn 1: ไก่ตาย ตั้งแต่ 15 พ.ย. 2026 ถึง 21 พ.ย. 2026 วันละ 18.86 ตัว ตั้งแต่ 8 พ.ย. 2026 ถึง 14 พ.ย. 2026 วันละ 10 ตัว (เพิ่มขึ้น 88.6%)',
      'Barn 1 20 พ.ย. 2026: 20 ตัว',
    ]);
    expect(await sayIn('zh')).toEqual([
      'Barn 1死亡：2026年11月15日至2026年11月21日每天18.86只，2026年11月8日至2026年11月14日每天10只，增加88.6%。',
      'Barn 1，2026年11月20日：20只。',
    ]);
  });
});

describe('comparison of two periods', () => {
  const period = { from: '2026-11-19', to: '2026-11-20' };
  const versus = { from: '2026-11-09', to: '2026-11-12' };
  const gone = aFlock({
    id: 'flock_gone',
    code: 'B3-2610',
    barnId: 'barn_3',
    status: 'closed',
    placementDate: '2026-11-08',
    closedAt: '2026-11-10T12:00:00.000Z',
  });
  const goneLog = aLog('2026-11-09', {
    id: 'log_gone',
    flockId: 'flock_gone',
    mortality: 30,
    feedKg: 100,
    waterL: 200,
  });
  const snapshot = aSnapshot({
    barns: [aBarn(), aBarn({ id: 'barn_3', name: 'Barn 3' })],
    liveFlocks: [aFlock({ placementDate: '2026-11-10' })],
    liveLogs: [
      ...['2026-11-11', '2026-11-12'].map((day) =>
        aLog(day, { mortality: 10, feedKg: 50, waterL: 80 }),
      ),
      ...['2026-11-19', '2026-11-20'].map((day) =>
        aLog(day, { mortality: 12, feedKg: 90, waterL: 150 }),
      ),
    ],
    closedFlocks: [gone],
    closedLogs: [goneLog],
  });

  // The flock of barn 3 was there on the 9th only: 30 + 2 × 10 on three days, then 2 × 12 on two.
  test.each([
    ['mortality', 'Mortality', [24, 12, 50, 16.67]],
    ['feedEaten', 'Feed eaten', [180, 90, 200, 66.67]],
    ['waterUsed', 'Water', [300, 150, 360, 120]],
  ] as const)('%s includes flocks closed since', (name, _, values) => {
    const said = measures[name].compute(snapshot, aQuestion({ period, versus }));
    const together = said.lines.findLast(({ text }) => text === 'ask.versus');
    expect(together?.params?.['place']).toMatchObject({ params: { count: 2 } });
    const figures = said.facts.map(({ value }) => value).join();
    expect(figures).toContain(values.join());
  });

  test('a flock present in only one period has its own sum and no reported gap', () => {
    const said = measures.mortality.compute(snapshot, aQuestion({ period, versus }));
    expect(said.missing ?? []).toEqual([]);
    expect(said.lines.map(({ text }) => text)).toEqual([
      'ask.versus',
      'ask.mortality.sum',
      'ask.versus',
    ]);
    expect(said.facts).toContainEqual(
      expect.objectContaining({ label: expect.stringContaining('B3-2610'), value: 30 }),
    );
  });
});

test('a compared period with a day that is not logged has at least its sum', () => {
  // November 16 is not logged: 6 days of 10 birds; then 2 of 15.
  const deaths = [9, 10, 11, 12, 13, 14].map((day) => [day, 10] as const);
  const snapshot = aSnapshot({
    barns: [aBarn()],
    liveFlocks: [aFlock({ placementDate: '2026-11-01' })],
    liveLogs: [...deaths, [16, 15] as const, [17, 15] as const].map(([day, mortality]) =>
      aLog(`2026-11-${String(day).padStart(2, '0')}`, { mortality }),
    ),
  });
  const period = { from: '2026-11-16', to: '2026-11-17' };
  const versus = { from: '2026-11-09', to: '2026-11-15' };
  const said = measures.mortality.compute(snapshot, aQuestion({ period, versus }));
  expect(said.lines.map((line) => inEnglish(line))).toEqual([
    'Deaths in Barn 1: 30 birds from Nov 16, 2026 to Nov 17, 2026 (15 birds a day), at least 60 birds from Nov 9, 2026 to Nov 15, 2026 (10 birds a day): 50% more a day.',
    'Barn 1, from Nov 9, 2026 to Nov 15, 2026: logged on 6 of 7 days.',
  ]);
  expect(said.facts.map(({ value }) => value)).toEqual([30, 15, 60, 10, 50, 6, 7]);
});

test('the next placement reports the ordered chicks, not the capacity of the barn', () => {
  const planned = { status: 'planned', placementDate: '2026-12-07', chicksReceived: null } as const;
  const snapshot = aSnapshot({
    barns: [aBarn()],
    liveFlocks: [aFlock({ ...planned, chicksOrdered: 17_300 })],
  });
  const said = measures.nextPlacement.compute(snapshot, aQuestion());
  expect(said.facts.map(({ value }) => value)).toEqual(['2026-12-07', 17_300]);
  expect(said.lines[0]?.params?.['hasBirds']).toBe('ordered');
});

test('a period before the placement resolves to the previous flock of the barn', () => {
  const period = { from: '2026-08-20', to: '2026-08-29' };
  expect(facts('mortality', { ...barn1, period })[0]).toEqual([
    'Mortality, Barn 1 (B1-2608), 2026-08-20 to 2026-08-29',
    150,
    'birds',
  ]);
});

test('a barn without a flock is reported with the API call that places one', () => {
  const said = answer('liveBirds', { scope: { barnIds: ['barn_3'] } });
  expect(said.facts).toEqual([]);
  expect(said.lines).toEqual([{ text: 'ask.noFlockInBarn', params: { barn: 'Barn 3' } }]);
  expect(said.missing?.[0]?.fix?.path).toBe('/flocks');
});

test('air measures of a night cover the twelve hours from the evening', () => {
  // The lowest reading, 2,200 ppm, is of the morning.
  const said = facts('co2', { ...barn1, slots: { span: 'night' } });
  expect(said.slice(0, 3).map(([, value]) => value)).toEqual([2600, 3000, 2800]);
});

describe('air without readings', () => {
  const logOf = (date: string, values: object) => aLog(date, { id: `log_${date}`, ...values });
  const logged = aSnapshot({
    barns: [aBarn()],
    liveFlocks: [aFlock()],
    liveLogs: [
      logOf('2026-11-17', { tempMin: 20.5 }),
      logOf('2026-11-18', { tempMin: 21, tempMax: 26.5, humidity: 61 }),
      logOf('2026-11-19', { tempMin: 22, tempMax: 28, humidity: 58 }),
      logOf('2026-11-20', { mortality: 3 }),
    ],
  });
  const linesOf = (name: 'temperature' | 'humidity' | 'co2', from?: string, to = from) => {
    const period = from && to ? { period: { from, to } } : {};
    return measures[name].compute(logged, aQuestion(period));
  };

  test.each([
    [
      ...(['temperature', '2026-11-18', undefined] as const),
      'Temperature in Barn 1 on Nov 18, 2026: 21°C to 26.5°C (entered in the daily log).',
    ],
    [
      ...(['temperature', '2026-11-17', undefined] as const),
      'Temperature in Barn 1 on Nov 17, 2026: lowest 20.5°C (entered in the daily log).',
    ],
    [
      ...(['temperature', '2026-11-17', '2026-11-20'] as const),
      'Temperature in Barn 1 from Nov 17, 2026 to Nov 20, 2026: 20.5°C to 28°C (entered in the daily logs of 3 days).',
    ],
    [
      ...(['humidity', '2026-11-18', undefined] as const),
      'Humidity in Barn 1 on Nov 18, 2026: 61% (entered in the daily log).',
    ],
    // The newest of the recent days.
    [
      ...(['temperature', undefined, undefined] as const),
      'Temperature in Barn 1 on Nov 19, 2026: 22°C to 28°C (entered in the daily log).',
    ],
    [
      ...(['temperature', '2026-11-20', undefined] as const),
      'Temperature in Barn 1: not measured at that time.',
    ],
    [...(['co2', '2026-11-18', undefined] as const), 'CO₂ in Barn 1: not measured at that time.'],
  ])('is that of the daily log: %s %s', (name, from, to, line) => {
    expect(inEnglish(linesOf(name, from, to).lines[0])).toBe(line);
  });

  test('has facts of the daily log', () => {
    const source = { resource: 'daily-logs', ids: ['log_2026-11-18'] };
    expect(linesOf('temperature', '2026-11-18').facts).toMatchObject([
      { label: 'Temperature, Barn 1, lowest, logged', value: 21, unit: '°C', source },
      { label: 'Temperature, Barn 1, highest, logged', value: 26.5, unit: '°C', source },
    ]);
  });

  test('is unknown in a night and an hour, which the log of a day does not cover', () => {
    const night = { from: '2026-11-19', to: '2026-11-19', isNight: true } as const;
    for (const period of [night, { from: '2026-11-21', to: '2026-11-21', hours: 3 }]) {
      const { facts } = measures.temperature.compute(logged, aQuestion({ period }));
      expect(facts).toEqual([]);
    }
  });

  test('is written in five languages', async () => {
    const { lines } = linesOf('temperature', '2026-11-18');
    const sayIn = async (language: (typeof languages)[number]) =>
      renderMessages(await loadLanguage(language), lines);
    expect(await sayIn('es')).toEqual([
      'Temperatura en Barn 1 el 18 nov 2026: de 21 °C a 26,5 °C (anotado en el registro diario).',
    ]);
    expect(await sayIn('he')).toEqual([
      'Barn 1: טמפרטורה ב-18 בנוב׳ 2026 – בין 21°C ל-26.5°C (לפי הרישום היומי).',
    ]);
    expect(await sayIn('th')).toEqual([
      'Barn 1: อุณหภูมิวันที่ 18 พ.ย. 2026 21°C ถึง 26.5°C (จากที่บันทึกในบันทึกประจำวัน)',
    ]);
    expect(await sayIn('zh')).toEqual([
      'Barn 1，2026年11月18日温度：21°C至26.5°C（来自日报记录）。',
    ]);
  });
});

test('a question whether the air is good also returns the limit', () => {
  const ts = formatInstant(farm.now);
  const readings = [row('env-readings', { barnId: 'barn_1', ts, nh3: 24 })];
  const now = { ...farm, readings, newestReadings: readings };
  const told = (question: Partial<MeasureQuestion>) =>
    measures.ammonia.compute(now, aQuestion({ ...barn1, ...question }));
  // Directive 2007/43/EC, Annex II: at most 20 ppm.
  const judged = told({ isJudged: true });
  expect(judged.facts.map(({ value }) => value)).toEqual([24, 0, 20]);
  expect(judged.lines[1]).toMatchObject({ text: 'ask.air.judged', params: { side: 'above' } });
  expect(told({}).lines).toHaveLength(1);
});

test('hours before the first individual reading use hourly aggregates, weighted by their number of readings', () => {
  // Midnight in Jerusalem is 22:00 UTC of the day before.
  const barnHours = [
    // 69, 69, 69 and 71 %; then 52, 62, 62 and 64 %.
    { hour: '2026-11-19T22:00:00.000Z', humidity: 69.5, humidityLow: 69, humidityHigh: 71 },
    { hour: '2026-11-19T23:00:00.000Z', humidity: 60, humidityLow: 52, humidityHigh: 64 },
  ].map((hour) => ({ barnId: 'barn_1', temp: null, readings: 4, ...hour }));
  const readings = [
    row('env-readings', { barnId: 'barn_1', ts: '2026-11-20T10:00:00.000Z', humidity: 60 }),
    row('env-readings', { barnId: 'barn_1', ts: '2026-11-20T10:15:00.000Z', humidity: 62 }),
  ];
  const period = { from: '2026-11-20', to: '2026-11-20' };
  const question = aQuestion({ ...barn1, period });
  const { facts } = measures.humidity.compute({ ...farm, barnHours, readings }, question);
  // (4 × 69.5 + 4 × 60 + 60 + 62) / 10 = 64.
  expect(facts.slice(0, 3).map(({ value }) => value)).toEqual([52, 71, 64]);
});

test('a period that starts before the first reading reports the start of the readings', () => {
  const week = { from: '2026-11-15', to: '2026-11-21' };
  const told = (period: typeof week) => facts('co2', { ...barn1, period }).map(([label]) => label);
  expect(told(week)).toContain('Readings since');
  expect(told({ from: '2026-11-21', to: '2026-11-21' })).not.toContain('Readings since');
});

test('expenses are filtered by category and by flock', () => {
  expect(facts('moneySpent', { slots: { category: 'gas' } })[0]?.[1]).toBe(4860.5);
  expect(facts('moneySpent', { scope: { flockIds: ['flock_1'] } })[0]?.[1]).toBe(114_260.5);
});

describe('profit of several flocks', () => {
  const placed = { chicksReceived: 10_000, orderTotal: 40_000, placementDate: '2026-11-01' };
  const ids = ['flock_1', 'flock_2', 'flock_3'];
  const flocks = [
    aFlock({ ...placed, plannedMarketDate: '2026-12-13' }),
    aFlock({ ...placed, id: 'flock_2', code: 'B2-2611', barnId: 'barn_2' }),
    // Hens: what they brought so far is all that is told of them.
    aFlock({ ...placed, id: 'flock_3', code: 'B3', barnId: 'barn_3', breed: 'Lohmann Brown' }),
  ];
  const snapshot = aSnapshot({
    barns: ['barn_1', 'barn_2', 'barn_3'].map((id) => aBarn({ id, name: id })),
    liveFlocks: flocks,
    liveLogs: ids.flatMap((flockId) => logsByStandard({ flockId, birds: 10_000, ...placed })),
    closedFlocks: [aFlock({ id: 'flock_0', status: 'closed' })],
    feedDeliveries: ids.map((flockId, index) =>
      row('feed-deliveries', {
        id: `delivery_${index}`,
        flockId,
        date: '2026-11-01',
        // 10,480 kg were eaten, 1,000 kg of them from a delivery of flock 2 that nobody recorded.
        quantityKg: flockId === 'flock_2' ? 9480 : 12_000,
        pricePerTon: 2000,
      }),
    ),
    sales: [
      row('sales', {
        id: 's_0',
        flockId: 'flock_0',
        date: '2026-11-01',
        totalWeightKg: 1000,
        totalAmount: 8000,
      }),
      row('sales', { id: 's_3', flockId: 'flock_3', date: '2026-11-20', totalAmount: 61_000 }),
    ],
  });
  const said = (question: Partial<MeasureQuestion>) =>
    measures.flockProfit.compute(snapshot, aQuestion(question));

  test('expected and realised profit are labelled and never summed', () => {
    const { facts, lines } = said({ aggregation: 'total' });
    const of = (label: string) => facts.find((fact) => fact.label.startsWith(label))?.value;
    const each = said({}).facts.filter(({ label }) => label.startsWith('Projected profit, barn'));
    expect(of('Projected profit, all')).toBeCloseTo(
      each.reduce((total, { value }) => total + Number(value), 0),
      1,
    );
    expect(each).toHaveLength(2);
    // 61,000 of sales less 40,000 of chicks and 24,000 of feed.
    expect(of('Realised profit, barn_3')).toBe(-3000);
    expect(lines).toMatchObject([
      { text: 'ask.profitTogether', params: { isAhead: 'yes', isEstimated: 'yes' } },
      {
        text: 'ask.flockProfit',
        params: { isAhead: 'no', side: 'below', profit: { amount: 3000 }, isEstimated: 'no' },
      },
      // 1,520 kg of 2.00 are not eaten: 3,040 less of costs.
      {
        text: 'profit.feed_in_stock',
        params: { feed: { quantity: 1520 }, profit: { amount: 40 } },
      },
    ]);
  });

  test('the note on a partial sale is only beside a realised profit', () => {
    const values = { id: 's_1', flockId: 'flock_1', date: '2026-11-20', birdsCount: 2000 };
    const sale = row('sales', { ...values, totalWeightKg: 1900, totalAmount: 9500 });
    const partly = { ...snapshot, sales: [...snapshot.sales, sale] };
    const of = (isPast: boolean) => {
      const question = aQuestion({
        scope: { flockIds: ['flock_1'] },
        ...(isPast ? { isPast } : {}),
      });
      const { facts, missing = [] } = measures.flockProfit.compute(partly, question);
      return {
        profits: facts.flatMap(({ label }) => /^(?:Projected|Realised) profit/.exec(label) ?? []),
        isNoted: missing.some(({ code }) => code === 'birds_to_sell'),
      };
    };
    const [ahead, sofar] = ['Projected profit', 'Realised profit'];
    expect(of(false)).toEqual({ profits: [ahead], isNoted: false });
    expect(of(true)).toEqual({ profits: [ahead, sofar], isNoted: true });
  });

  test('an estimated feed cost is labelled as an estimate', () => {
    const liveLogs = snapshot.liveLogs.map((log) => ({
      ...log,
      avgWeightGr: log.date === '2026-11-20' ? 900 : null,
    }));
    for (const { compute } of [measures.flockProfit, measures.costPerKg]) {
      const asked = aQuestion({ scope: { flockIds: ['flock_1', 'flock_2'] } });
      const { lines } = compute({ ...snapshot, liveLogs }, asked);
      const own = lines.filter(({ text }) => text !== 'profit.feed_in_stock').slice(0, 2);
      expect(own.map(({ params }) => params['isEstimated'])).toEqual(['no', 'yes']);
    }
  });

  test('the labels of profits are translated into all five languages', async () => {
    const { lines } = said({ aggregation: 'total' });
    const spoken = await Promise.all(
      languages.map(async (language) => renderMessages(await loadLanguage(language), lines)),
    );
    expect(spoken[languages.indexOf('en')]).toEqual([
      expect.stringMatching(
        /an expected (profit|loss) of .* at the sale; the cost of feed is an estimate/,
      ),
      'barn_3: a realised loss of ₪3,000 so far.',
      'barn_3: the cost holds 1,520 kg of feed (₪3,040) that is not eaten yet. Without it the profit is ₪40.',
    ]);
    expect(new Set(spoken.map((each) => JSON.stringify(each))).size).toBe(languages.length);
    expect(JSON.stringify(spoken)).not.toMatch(/\{|undefined/);
  });
});

test('unrecorded values are null, not 0', () => {
  expect(facts('revenue')).toEqual([['Revenue', null, 'ILS']]);
  expect(answer('revenue').missing?.[0]?.code).toBe('no_sales');
});

test('money is summed for each month', () => {
  const question = { slots: { category: 'gas', by: 'monthly' } };
  expect(facts('moneySpent', question)).toEqual([
    ['Money spent, gas, 2026-06-01 to 2026-11-21', 7860.5, 'ILS'],
    ['Money spent, 2026-10-01 to 2026-10-31', 3000, 'ILS'],
    ['Money spent, 2026-11-01 to 2026-11-21', 4860.5, 'ILS'],
  ]);
});

test('sales of laying hens without a number of birds are those of eggs', () => {
  const sale = { flockId: 'flock_2', date: '2026-11-19' };
  const sales = [
    row('sales', { ...sale, id: 'eggs', totalWeightKg: 1700, totalAmount: 14_450 }),
    row('sales', { ...sale, id: 'hens', birdsCount: 100, totalAmount: 900 }),
    row('sales', { ...sale, id: 'meat', flockId: 'flock_1', totalAmount: 500 }),
  ];
  const question = aQuestion({ slots: { category: 'eggs' } });
  const { facts: found } = measures.revenue.compute(aBusyFarm({ sales }), question);
  expect(found.map(({ value }) => value)).toEqual([14_450]);
});

test('tasks are filtered by due date and assignee', () => {
  const titles = (slots: Record<string, string>) =>
    answer('tasks', { aggregation: 'list', slots })
      .facts.filter(({ label }) => label === 'Task')
      .map(({ value }) => value);
  expect(titles({ when: 'overdue' })).toEqual(['Weigh 100 birds']);
  expect(titles({ when: 'today' })).toEqual(['Weigh 100 birds', 'Clean nipples']);
  expect(titles({ person: 'user_1' })).toEqual(['Weigh 100 birds']);
});

describe('the tasks of today', () => {
  const linesOf = (tasks: typeof farm.tasks, question: Partial<MeasureQuestion> = {}) =>
    measures.tasks.compute(
      { ...farm, tasks },
      aQuestion({ aggregation: 'list', slots: { when: 'today' }, ...question }),
    );
  const [late, due] = farm.tasks;

  test('are counted apart from the overdue ones, which are marked', () => {
    const { facts: found, lines } = linesOf(farm.tasks);
    expect(lines.map(inEnglish)).toEqual([
      '1 task is due today, 1 is overdue.',
      expect.stringMatching(/^Weigh 100 birds – .*, was due on Nov 20, 2026\.$/),
      'Clean nipples – Dana, due today (Nov 21, 2026).',
    ]);
    expect(found.slice(0, 2).map(({ label, value }) => [label, value])).toEqual([
      ['Tasks due today', 1],
      ['Tasks overdue', 1],
    ]);
  });

  test.each([
    ['only those due today', [due], '1 task is due today.'],
    ['only overdue ones', [late], 'No task is due today, 1 is overdue.'],
    ['none', [], 'No task is due today.'],
  ])('are counted: %s', (_, tasks, head) => {
    const { lines } = linesOf(
      tasks.flatMap((task) => task ?? []),
      { aggregation: 'count' },
    );
    expect(lines.map(inEnglish)).toEqual([head]);
  });

  test('are counted in five languages', async () => {
    const { lines } = linesOf(farm.tasks, { aggregation: 'count' });
    const spoken = await Promise.all(
      languages.map(async (language) => renderMessages(await loadLanguage(language), lines)),
    );
    expect(
      Object.fromEntries(languages.map((language, index) => [language, spoken[index]])),
    ).toEqual({
      en: ['1 task is due today, 1 is overdue.'],
      es: ['1 tarea para hoy; además, 1 está atrasada.'],
      he: ['משימה אחת להיום, אחת באיחור.'],
      th: ['งานครบกำหนดวันนี้ 1 งาน เกินกำหนดแล้ว 1 งาน'],
      zh: ['今天有1项任务到期，另有1项已逾期。'],
    });
  });
});

describe('a density', () => {
  const lineOf = (snapshot: typeof farm) =>
    inEnglish(measures.density.compute(snapshot, aQuestion(barn1)).lines[0]);

  test('is an upper bound where birds may be fewer and were weighed today', () => {
    expect(lineOf(farm)).toContain('Density in Barn 1: at most 17.81 kg/m²');
  });

  test('is an estimate where its weight is one, which may be too low', () => {
    const weighedBefore = { ...farm, liveLogs: farm.liveLogs.slice(0, 13) };
    // 19,803 birds of 480 g on day 13, along the standard.
    expect(lineOf(weighedBefore)).toMatch(/^Density in Barn 1: about \d/);
  });
});

test('the comparison of flocks names the deviation of the weight, not as the standard', async () => {
  const { lines } = answer('compareFlocks', { aggregation: 'compare' });
  const sayIn = async (language: (typeof languages)[number]) => {
    const translator = await loadLanguage(language);
    return lines.map((line) => renderMessage(translator, line));
  };
  // 900 g against 935 g; the hens were not weighed.
  const [weighed, ...others] = await sayIn('en');
  expect(weighed).toContain('weight 900 g (3.74% below the standard), FCR');
  expect(others).toEqual([expect.stringContaining('weight not known, FCR')]);
  expect((await sayIn('es'))[0]).toContain('peso 900 g (3,74\u{a0}% bajo el estándar), ');
  expect((await sayIn('he'))[0]).toContain(' (3.74% מתחת לתקן), ');
  expect((await sayIn('th'))[0]).toContain(' (ต่ำกว่ามาตรฐาน 3.74%) FCR');
  expect((await sayIn('zh'))[0]).toContain('（低于标准3.74%），');
});

describe('birds summed over days', () => {
  const days = { from: '2026-11-18', to: '2026-11-20' };
  const lineIn = async (language: (typeof languages)[number], period: typeof days) => {
    const { lines } = answer('layingRate', { period });
    const translator = await loadLanguage(language);
    return lines.map((line) => renderMessage(translator, line)).at(0);
  };

  test('are hen-days in the laying rate of several days, in five languages', async () => {
    // 13,500 eggs; 5,000, 4,998 and 4,996 hens in the morning.
    const ends = { en: '14,994 hen-days)', es: '14.994 gallinas-día)', he: '14,994 ימי-מטילה)' };
    const others = { th: '14,994 ตัว-วัน)', zh: '（14,994只日共产13,500枚）' };
    for (const [language, end] of Object.entries({ ...ends, ...others }))
      expect(await lineIn(language as (typeof languages)[number], days)).toContain(end);
  });

  test('are hens in the laying rate of one day', async () => {
    const line = await lineIn('en', { from: '2026-11-20', to: '2026-11-20' });
    expect(line).toBe('Laying in Barn 2 yesterday: at least 90.07% (4,500 eggs from 4,996 birds).');
  });

  test.each<[MeasureName, string, string]>([
    ['layingRate', 'Hens', 'hen-days'],
    ['feedPerBird', 'Birds', 'bird-days'],
    ['waterPerBird', 'Birds', 'bird-days'],
  ])('have their own unit in the facts of %s', (name, label, unit) => {
    const units = answer(name, { period: days }).facts.map((fact) => [fact.label, fact.unit]);
    const span = '2026-11-18 to 2026-11-20';
    expect(units).toContainEqual([`${label}, days added up, ${span}, Barn 2`, unit]);
    expect(units).not.toContainEqual([expect.stringMatching(/^(?:Hens|Birds)/), 'birds']);
  });
});

test('an active withdrawal period returns the first day of slaughter', () => {
  expect(facts('withdrawal', barn1)).toEqual([['Withdrawal until, Barn 1', '2026-11-25', null]]);
});

describe('weather of a given day', () => {
  // Every three hours from now (2026-11-21, 12:00 UTC) on; 1 degree warmer each time.
  const weather = Array.from({ length: 24 }, (_, index) =>
    row('env-readings', {
      ts: new Date(farm.now + (index + 1) * 10_800_000).toISOString(),
      temp: 10 + index,
      humidity: 60,
    }),
  );
  const ask = (period: MeasureQuestion['period']) => {
    const definition: MeasureDefinition = measures.weather;
    return definition.compute(aBusyFarm({ weather }), aQuestion(period ? { period } : {}));
  };
  const textOf = async (period: MeasureQuestion['period']) => {
    const translator = await loadLanguage('en');
    return ask(period).lines.map((line) => renderMessages(translator, line));
  };

  test('is the forecast of that day only', async () => {
    const day = { from: '2026-11-22', to: '2026-11-22' };
    const values = weather.flatMap(({ ts, temp }) => {
      const local = new Date(Date.parse(ts ?? '') + 2 * 3_600_000).toISOString();
      return local.startsWith('2026-11-22') && temp !== null ? [temp] : [];
    });
    expect(values).toHaveLength(8);
    expect(await textOf(day)).toEqual([
      `Nov 22, 2026: between ${Math.min(...values)}°C and ${Math.max(...values)}°C outside, by the forecast.`,
    ]);
  });

  test('is unknown beyond the forecast and for past days', async () => {
    expect(await textOf({ from: '2026-11-28', to: '2026-11-28' })).toEqual([
      expect.stringContaining('The forecast reaches until Nov 2'),
    ]);
    expect(await textOf({ from: '2026-11-20', to: '2026-11-20' })).toEqual([
      'I know that as it is now only, not for other days.',
    ]);
  });
});

test("weights of different days are reported with their day and ranked by today's estimate", () => {
  const snapshot = aSnapshot({
    barns: [aBarn(), aBarn({ id: 'barn_2', name: 'Barn 2' })],
    liveFlocks: [aFlock(), aFlock({ id: 'flock_2', barnId: 'barn_2', code: 'B2' })],
    liveLogs: [
      row('daily-logs', { id: 'log_1', flockId: 'flock_1', date: '2026-11-20', avgWeightGr: 880 }),
      row('daily-logs', { id: 'log_2', flockId: 'flock_2', date: '2026-11-21', avgWeightGr: 900 }),
    ],
  });
  const { facts: told, lines } = measures.weight.compute(
    snapshot,
    aQuestion({ aggregation: 'highest' }),
  );
  // 860 g are the standard on day 19, 935 g on day 20: 935 × 880 / 860 g are more than 900 g.
  expect(told.slice(0, 3).map(({ label, value, asOf }) => [label, value, asOf])).toEqual([
    ['Weight, Barn 1', 880, '2026-11-20'],
    ['Weight against the standard, Barn 1', 2.33, '2026-11-20'],
    ['Weight today, estimated, Barn 1', 956.7, '2026-11-21'],
  ]);
  expect(lines[0]?.params['line'] ?? lines[0]).toMatchObject({ text: 'ask.weightToday' });
});

test.each([
  ['2026-11-05', ['weighing_stale']],
  [null, ['no_weight_7d']],
])(
  'the cost per kg of birds last weighed on %s reports a missing weight, not a missing sale',
  (date, codes) => {
    const snapshot = aSnapshot({
      barns: [aBarn()],
      liveFlocks: [aFlock({ orderTotal: 90_000 })],
      liveLogs:
        date === null ? [] : [row('daily-logs', { flockId: 'flock_1', date, avgWeightGr: 142 })],
      feedDeliveries: [
        row('feed-deliveries', {
          flockId: 'flock_1',
          date: '2026-11-01',
          // 20,000 birds of 20 days have eaten about 24 t.
          quantityKg: 26_000,
          totalCost: 21_000,
        }),
      ],
    });
    const { missing = [] } = measures.costPerKg.compute(snapshot, aQuestion({}));
    expect(missing.map(({ code }) => code)).toEqual(codes);
  },
);

test.each<[MeasureName, boolean]>([
  ['weight', true],
  ['weightDeviation', true],
  ['lastWeighing', true],
  ['weight', false],
])(
  '%s reports a later excluded weighing and requests its correction (earlier weighing: %s)',
  (name, isKnown) => {
    const snapshot = aSnapshot({
      barns: [aBarn()],
      liveFlocks: [aFlock()],
      liveLogs: [
        ...(isKnown ? [aLog('2026-11-17', { avgWeightGr: 700 })] : []),
        aLog('2026-11-20', { avgWeightGr: 8800 }),
      ],
    });
    const { missing = [] } = (measures[name] as MeasureDefinition).compute(snapshot, aQuestion({}));
    expect(missing[0]).toMatchObject({
      code: 'weight_set_aside',
      message: { params: { day: { day: '2026-11-20' }, value: { quantity: 8800, unit: 'g' } } },
      fix: { method: 'PATCH', path: '/daily-logs/log_2026-11-20', body: { avgWeightGr: null } },
    });
  },
);

test('an excluded weighing is not reported after a later valid weighing', () => {
  const liveLogs = [
    aLog('2026-11-17', { avgWeightGr: 7000 }),
    aLog('2026-11-20', { avgWeightGr: 880 }),
  ];
  const snapshot = aSnapshot({ barns: [aBarn()], liveFlocks: [aFlock()], liveLogs });
  expect(measures.weight.compute(snapshot, aQuestion({})).missing ?? []).toEqual([]);
});

test.each([
  // 55 of 20,000 chicks, of which 0.11 % usually die on the second day: 22.
  ['2026-11-19', 55, '2.5 times what is usual at this age'],
  // 24 after nine on each of the seven days before, as in the test of spikes.
  ['2026-11-01', 24, '2.67 times the usual'],
])('the deaths of a flock placed on %s name their reference', (placementDate, mortality, basis) => {
  const before = ['14', '15', '16', '17', '18', '19', '20'].map((day) => `2026-11-${day}`);
  const snapshot = aSnapshot({
    barns: [aBarn()],
    liveFlocks: [aFlock({ placementDate })],
    liveLogs: [
      ...before.filter((day) => day > placementDate).map((day) => aLog(day, { mortality: 9 })),
      aLog('2026-11-21', { mortality }),
    ],
  });
  const { lines } = measures.mortalitySpike.compute(snapshot, aQuestion());
  expect(inEnglish(lines[0])).toContain(`, ${basis}.`);
});

test('days before the first egg of a flock are not its days with the fewest eggs', () => {
  const eggs = [0, 0, 3, 9, 1].map((count, index) =>
    aLog(`2026-11-1${index}`, { id: `eggs_${index}`, flockId: 'flock_2', eggs: count }),
  );
  const question = aQuestion({
    scope: { barnIds: ['barn_2'] },
    aggregation: 'lowest',
    counting: 'days',
    period: { from: '2026-11-10', to: '2026-11-14' },
  });
  const { facts: found } = measures.eggs.compute(aBusyFarm({ liveLogs: eggs }), question);
  expect(found.map(({ value }) => value)).toEqual([1, '2026-11-14']);
});

test('the bids with a barn are those on the tenders whose titles name it', async () => {
  const tenders = [
    ['tender_1', 'Sale of live birds, Barn 1'],
    ['tender_10', 'Sale of live birds, Barn 10'],
    ['tender_feed', 'Broiler feed'],
  ].map(([id, title]) =>
    row('tenders', { id, title, status: 'open', direction: 'sell', category: 'live_birds' }),
  );
  const snapshot = aBusyFarm({ tenders, tenderBids: [] });
  const linesFor = async (place: string) => {
    const slots = { category: 'live_birds', place };
    const { lines } = measures.cheapestBid.compute(snapshot, aQuestion({ slots }));
    return renderMessages(await loadLanguage('en'), lines);
  };
  expect(await linesFor('Barn 1')).toEqual([
    '1 tender is waiting for a decision.',
    'Sale of live birds, Barn 1: no bid to compare (0 in all).',
  ]);
  expect(await linesFor('Barn 2')).toEqual([
    'No tender that is waiting for a decision names Barn 2.',
  ]);
});
