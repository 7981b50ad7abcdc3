import { describe, expect, test } from 'vitest';
import { alertRules } from '../../../src/farming/alert-rules/alert-rules.ts';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import { targetTemperatureC } from '../../../src/farming/metrics/climate-limits.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, logsFrom, row, TODAY } from '../../support/a-snapshot.ts';
import { inEnglish } from '../../support/in-english.ts';
import { evaluateFarm } from '../../support/in-one-step.ts';
import { rendered } from '../../support/rendered.ts';

type Values = Readonly<Record<string, unknown>>;

/** The result of a rule for a farm with one barn and one flock; `unknown` without one. */
function evaluate(rule: string, parts: Partial<FarmSnapshot>) {
  const snapshot = aSnapshot({ barns: [aBarn()], liveFlocks: [aFlock()], ...parts });
  const { verdicts, failures } = evaluateFarm(alertRules, snapshot);
  expect(failures).toEqual([]);
  const verdict = verdicts.find((one) => one.rule === rule);
  return verdict === undefined ? 'unknown' : verdict.severity;
}

/** Logs up to today, one for each entry. */
function logsUntilToday(entries: readonly Values[]) {
  return logsFrom(addDays(TODAY, 1 - entries.length), entries);
}

const times = (count: number, values: Values): Values[] =>
  Array.from({ length: count }, () => values);

describe('deaths', () => {
  // A mean of 10 a day: a spike requires 25; 0.5 % of 19,930 birds are 100.
  test.each([
    [24, null],
    [25, 'warning'],
    [99, 'warning'],
    [100, 'critical'],
  ])('%s after a week of ten a day are %s', (mortality, severity) => {
    const liveLogs = logsUntilToday([...times(7, { mortality: 10 }), { mortality }]);
    expect(evaluate('mortality_spike', { liveLogs })).toBe(severity);
  });

  test('deaths of three days ago are not current', () => {
    expect(
      evaluate('mortality_spike', { liveLogs: [aLog('2026-11-18', { mortality: 500 })] }),
    ).toBe('unknown');
  });
});

describe('weight', () => {
  // The standard of Ross 308 is 935 g at 20 days, so that 5 % below is 888.25 and 10 % is 841.5.
  test.each([
    [889, null],
    [888, 'warning'],
    [842, 'warning'],
    [841, 'critical'],
  ])('%s g at 20 days is %s', (avgWeightGr, severity) => {
    const liveLogs = [aLog(TODAY, { avgWeightGr })];
    expect(evaluate('weight_below_standard', { liveLogs })).toBe(severity);
  });

  test('is projected from the last weighing to today', () => {
    // 450 g on day 13 against 477 g are 5.66 % too few; 5 % are a warning, 10 % critical.
    const liveLogs = [aLog('2026-11-14', { avgWeightGr: 450 })];
    expect(evaluate('weight_below_standard', { liveLogs })).toBe('warning');
  });

  test('is unknown after more than two weeks without a weighing', () => {
    const liveLogs = [aLog('2026-11-06', { avgWeightGr: 50 })];
    expect(evaluate('weight_below_standard', { liveLogs })).toBe('unknown');
  });
});

describe('water', () => {
  // Birds without a table of their breed: the days before count as they are.
  const liveFlocks = [aFlock({ breed: null, chicksReceived: null, chicksOrdered: null })];
  test.each([
    [[1000, 1000, 1000, 1000, 1000], null],
    [[1000, 1000, 1000, 1000, 850], null],
    [[1000, 1000, 1000, 1000, 840], 'unknown'],
    [[1000, 1000, 1000, 849, 849], 'warning'],
    [[1000, 1000, 1000, 850, 840], 'unknown'],
    [[1000, 1000, 1000, 800, 800], 'warning'],
    [[1000, 1000, 1000, 799, 799], 'critical'],
    [[1000, 1000, 1000, 1000, 700], 'unknown'],
    [[1000, 1000, 1000, 1000, 699], 'critical'],
  ])('litres of %j are %s', (litres, severity) => {
    const liveLogs = logsUntilToday(litres.map((waterL) => ({ waterL })));
    expect(evaluate('water_drop', { liveFlocks, liveLogs })).toBe(severity);
  });

  test.each([
    [1.4, 1.4, null],
    [1.39, 1.39, 'warning'],
    [1.4, 1.39, 'unknown'],
    [2.3, 2.3, null],
    [2.31, 2.31, 'warning'],
    [1.39, 2.31, 'unknown'],
  ])('%s and then %s L a kg at 21 °C are %s', (before, now, severity) => {
    const day = (ratio: number) => ({ waterL: ratio * 1000, feedKg: 1000, tempAvg: 21 });
    const liveLogs = logsUntilToday([day(before), day(now)]);
    const flocks = [aFlock({ placementDate: '2026-10-20' })];
    expect(evaluate('water_feed_ratio', { liveFlocks: flocks, liveLogs })).toBe(severity);
    // 20 days old.
    expect(evaluate('water_feed_ratio', { liveLogs })).toBe('unknown');
  });

  test('a constant 1.70 L a kg at the target temperature is normal on every day from day 21 on', () => {
    for (let age = 21; age <= 42; age++) {
      const tempAvg = targetTemperatureC('broiler', age);
      const fed = { waterL: 1700, feedKg: 1000 };
      const liveFlocks = [aFlock({ placementDate: addDays(TODAY, -age) })];
      const before = { ...fed, tempAvg: targetTemperatureC('broiler', age - 1) };
      const liveLogs = logsUntilToday([before, { ...fed, tempAvg }]);
      expect(evaluate('water_feed_ratio', { liveFlocks, liveLogs })).toBeNull();
    }
  });

  test('a slow daily decrease of water is detected over a fortnight', () => {
    // 1000 for ten days, then 6 % less each day: 940, 884, 831, 781 are 17 % and 22 % less.
    const sinking = (days: number) =>
      logsUntilToday([
        ...times(10, { waterL: 1000 }),
        ...[940, 884, 831, 781].slice(0, days).map((waterL) => ({ waterL })),
      ]);
    expect(evaluate('water_drop', { liveFlocks, liveLogs: sinking(3) })).toBe('unknown');
    expect(evaluate('water_drop', { liveFlocks, liveLogs: sinking(4) })).toBe('warning');
  });

  test('a flock whose feed and water are constant for a fortnight has no drop in water', () => {
    const liveLogs = logsUntilToday(times(15, { waterL: 1000, feedKg: 560 }));
    expect(evaluate('water_drop', { liveLogs })).toBeNull();
  });

  test('a return to normal intake after a hot spell is not a drop', () => {
    // At an age of 20 days the target is 24.9 °C: 3 °C above it they drink 1.21 times as much.
    const placed = { ...liveFlocks[0], placementDate: '2026-11-01' };
    const hot = { waterL: 1210, tempAvg: 28 };
    const entries = [...times(4, hot), ...times(2, { waterL: 1000, tempAvg: 24.5 })];
    const parts = { liveFlocks: [aFlock(placed)], liveLogs: logsUntilToday(entries) };
    expect(evaluate('water_drop', parts)).toBeNull();
  });

  test('the expected water rises in heat: at 31 °C, 9.6 °C above the target, 1.67 times as much', () => {
    const hot = { waterL: 3400, feedKg: 1000, tempAvg: 31 };
    const liveFlocks = [aFlock({ placementDate: '2026-10-20' })];
    const liveLogs = logsUntilToday([hot, hot]);
    expect(evaluate('water_feed_ratio', { liveFlocks, liveLogs })).toBeNull();
  });
});

describe('eggs', () => {
  const hens = { breed: 'Hy-Line Brown', placementDate: '2026-03-01', arrivalAgeDays: 112 };
  const liveFlocks = [aFlock(hens)];
  test.each([
    [[1000, 1000], null],
    [[940, 940], null],
    [[939, 939], 'warning'],
    [[1000, 939], 'unknown'],
    [[1000, 842], 'critical'],
  ])('%j after a week of 1,000 a day are %s', (last, severity) => {
    const entries = [...times(7, { eggs: 1000 }), ...last.map((eggs) => ({ eggs }))];
    const liveLogs = logsUntilToday(entries);
    expect(evaluate('egg_drop', { liveFlocks, liveLogs })).toBe(severity);
  });

  test.each([
    ['of the flock', { flockId: 'flock_1' }, '2026-11-10', null],
    ['of all birds in the barn', { barnId: 'barn_1' }, '2026-11-10', null],
    ['of another flock', { flockId: 'flock_2', barnId: 'barn_1' }, '2026-11-10', 'critical'],
    ['of another barn', { barnId: 'barn_2' }, '2026-11-10', 'critical'],
    ['nine weeks ago', { flockId: 'flock_1' }, '2026-09-19', 'critical'],
  ])('a moult %s: hens that stop laying and lose weight are %s', (_, about, day, severity) => {
    const entries = [...times(7, { eggs: 1000 }), { eggs: 100 }, { eggs: 0, avgWeightGr: 1300 }];
    const liveLogs = logsUntilToday(entries);
    const ts = `${day}T06:00:00.000Z`;
    const moults = [row('events', { id: 'event_1', kind: 'moult', title: 'Moult', ts, ...about })];
    expect(evaluate('egg_drop', { liveFlocks, liveLogs, moults })).toBe(severity);
    expect(evaluate('weight_below_standard', { liveFlocks, liveLogs, moults })).toBe(severity);
  });

  test('a recorded moult closes the alerts about it', () => {
    const liveLogs = logsUntilToday([...times(7, { eggs: 1000 }), { eggs: 900 }]);
    const moult = { kind: 'moult', flockId: 'flock_1', ts: '2026-11-20T06:00:00.000Z' };
    const moults = [row('events', { id: 'event_1', title: 'Moult', ...moult })];
    // Low on one day is neither raised nor over; in a moult it is over.
    expect(evaluate('egg_drop', { liveFlocks, liveLogs })).toBe('unknown');
    expect(evaluate('egg_drop', { liveFlocks, liveLogs, moults })).toBeNull();
  });

  test.each([
    [50, 50, null],
    [51, 51, 'warning'],
    [50, 51, 'unknown'],
    [51, 50, null],
    [20, 100, 'unknown'],
    [20, 101, 'critical'],
  ])('%s and then %s broken of 1,000 are %s', (before, now, severity) => {
    const liveLogs = logsUntilToday([
      { eggs: 1000, eggsBroken: before },
      { eggs: 1000, eggsBroken: now },
    ]);
    expect(evaluate('breakage', { liveFlocks, liveLogs })).toBe(severity);
  });

  test('broilers have no egg rules', () => {
    const liveLogs = logsUntilToday(times(2, { eggs: 1000, eggsBroken: 500 }));
    expect(evaluate('breakage', { liveLogs })).toBe('unknown');
  });
});

describe('density', () => {
  // 20,000 birds of 2 kg, weighed today at 32 days.
  const liveFlocks = [aFlock({ placementDate: '2026-10-20' })];
  test.each([
    [1026, null],
    [1025, 'warning'],
    [953, 'warning'],
    [952, 'critical'],
  ])('40,000 kg on %s m² are %s', (areaSqm, severity) => {
    const liveLogs = [aLog(TODAY, { avgWeightGr: 2000 })];
    expect(evaluate('density', { barns: [aBarn({ areaSqm })], liveFlocks, liveLogs })).toBe(
      severity,
    );
  });

  test('hens and barns without an area have no density', () => {
    const liveLogs = [aLog(TODAY, { avgWeightGr: 2000 })];
    expect(evaluate('density', { barns: [aBarn({ areaSqm: null })], liveLogs })).toBe('unknown');
  });
});

describe('medicine and withdrawal', () => {
  test.each([
    ['2026-11-21', 3, null],
    ['2026-11-20', 3, 'warning'],
    ['2026-11-20', 0, null],
  ])('a medicine that expires on %s with %s left is %s', (expiryDate, quantity, severity) => {
    const medicine = [row('medicine', { id: 'med_1', name: 'Tylosin', expiryDate, quantity })];
    expect(evaluate('medicine_expired', { medicine })).toBe(severity);
  });

  const treatment = row('treatments', {
    ...{ id: 'treatment_1', flockId: 'flock_1', date: '2026-11-18', kind: 'antibiotic' },
    notes: 'withdrawal:5d',
  });
  const sale = (date: string) => row('sales', { id: 'sale_1', flockId: 'flock_1', date });
  test.each([
    ['no sale', [], null],
    ['a sale of yesterday', [sale('2026-11-20')], 'critical'],
    ['a sale before the treatment', [sale('2026-11-17')], null],
    ['a sale agreed on for tomorrow', [sale('2026-11-22')], 'warning'],
    ['a sale on the day it ends', [sale('2026-11-23')], null],
  ])('%s within a withdrawal period until November 23', (_, sales, severity) => {
    expect(evaluate('withdrawal_violation', { treatments: [treatment], sales })).toBe(severity);
  });

  test.each([
    ['done', '2026-11-20', 'Barn 1: sale before the end of the withdrawal'],
    ['planned', '2026-11-22', 'Barn 1: sale planned before the end of the withdrawal'],
  ])('a sale that is %s is worded accordingly', (_, date, title) => {
    const parts = { barns: [aBarn()], liveFlocks: [aFlock()], sales: [sale(date)] };
    const { verdicts } = evaluateFarm(alertRules, aSnapshot({ ...parts, treatments: [treatment] }));
    const verdict = verdicts.find(({ rule }) => rule === 'withdrawal_violation');
    expect(inEnglish(verdict?.title)).toBe(title);
  });

  test('a sale without a treatment with a withdrawal period raises no alert', () => {
    expect(evaluate('withdrawal_violation', { sales: [sale(TODAY)] })).toBe('unknown');
  });
});

describe('feed', () => {
  // 1,000 kg a day were eaten of 6,000 kg, and birds of a breed without a table eat the same again:
  // the last 1,000 kg are for one day, tomorrow.
  const liveFlocks = [aFlock({ breed: 'Local' })];
  const liveLogs = logsUntilToday(times(5, { feedKg: 1000 }));
  const placed = [{ ...liveFlocks[0], placementDate: addDays(TODAY, -5) }] as typeof liveFlocks;
  const feedDeliveries = [
    row('feed-deliveries', { id: 'd1', flockId: 'flock_1', date: '2026-11-16', quantityKg: 6000 }),
  ];
  const order = (values: Values) =>
    row('feed-orders', {
      ...{ id: 'order_1', flockId: 'flock_1', status: 'confirmed', quantityKg: 22_000 },
      ...values,
    });
  const farm = { liveFlocks: placed, liveLogs, feedDeliveries };

  test.each([
    ['nothing is on order', [], 'warning'],
    ['an order is due tomorrow', [order({ dueDate: addDays(TODAY, 1) })], null],
    [
      'an order is due the day after the silo is empty',
      [order({ dueDate: addDays(TODAY, 3) })],
      'warning',
    ],
    ['an order is overdue', [order({ dueDate: addDays(TODAY, -1) })], 'warning'],
    ['an order has no date', [order({ dueDate: null })], 'warning'],
    ['an order was cancelled', [order({ dueDate: TODAY, status: 'cancelled' })], 'warning'],
    ['an order is too small', [order({ dueDate: TODAY, quantityKg: 100 })], 'warning'],
    [
      'an order of another flock is due',
      [order({ dueDate: TODAY, flockId: 'flock_2' })],
      'warning',
    ],
  ])('feed for one day is evaluated while %s', (_what, feedOrders, severity) => {
    expect(evaluate('feed_out', { ...farm, feedOrders })).toBe(severity);
  });

  test.each([
    // The feed of one day is logged, or filled in from the days beside it.
    [1000, 'en', 'Barn 1: feed for 1 day', 'The silo has 1,000 kg left, enough for 1 day. '],
    [
      ...[null, 'en', 'Barn 1: feed for about 1 day'],
      'The silo has about 1,000 kg left, enough for about 1 day. ',
    ],
    [
      ...[null, 'es', 'Barn 1: alimento para aproximadamente 1 día'],
      'Quedan aproximadamente 1000 kg en el silo, alcanzan para aproximadamente 1 día. ',
    ],
    [
      ...[null, 'he', 'Barn 1: התערובת תספיק רק עוד בערך יום אחד'],
      'בסילו נשארו בערך 1,000 ק"ג, שיספיקו עוד בערך יום אחד. ',
    ],
    [
      null,
      'th',
      'Barn 1: อาหารเหลือ ประมาณ 1 วัน',
      'ในไซโลเหลือ ประมาณ 1,000 กก. พอสำหรับ ประมาณ 1 วัน ',
    ],
    [null, 'zh', 'Barn 1：饲料还够约1天', '料塔剩约1,000公斤，够吃约1天。'],
  ] as const)('with %s kg logged on a day, the alert in %s is "%s"', async (...row) => {
    const [feedKg, language, title, text] = row;
    const logs = liveLogs.map((log, index) => (index === 2 ? { ...log, feedKg } : log));
    const parts = { barns: [aBarn()], ...farm, liveLogs: logs };
    const { verdicts } = evaluateFarm(alertRules, aSnapshot(parts));
    const verdict = verdicts.find(({ rule }) => rule === 'feed_out');
    const messages = [verdict?.title, verdict?.message].flatMap((text) => text ?? []);
    const texts = await rendered(language, messages);
    expect(texts).toEqual([title, expect.stringContaining(text)]);
  });

  test('a farm without deliveries has no feed alert', () => {
    expect(evaluate('feed_out', { liveLogs: [aLog(TODAY, { feedKg: 900 })] })).toBe('unknown');
  });
});

test('a rule that fails does not affect the others', () => {
  const snapshot = aSnapshot({ barns: [aBarn()], liveFlocks: [aFlock()] });
  const { failures, verdicts } = evaluateFarm(alertRules, {
    ...snapshot,
    get medicine(): never {
      throw new Error('the medicine could not be read');
    },
    liveLogs: [aLog(TODAY, { avgWeightGr: 500 })],
  });
  expect(failures).toMatchObject([{ rule: 'medicine_expired' }]);
  const low = { rule: 'weight_below_standard', severity: 'critical' };
  expect(verdicts).toContainEqual(expect.objectContaining(low));
});
