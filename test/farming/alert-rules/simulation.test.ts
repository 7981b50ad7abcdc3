import { describe, expect, test } from 'vitest';
import { alertRules } from '../../../src/farming/alert-rules/alert-rules.ts';
import { median } from '../../../src/tools/statistics.ts';
import { variation } from '../../data/alarm-variation.ts';
import { drawAlarmFlock, LAST_AGE } from '../../support/alarm-flocks.ts';
import { type Alarm, evaluateAir, judgeEvenings } from '../../support/alarm-runs.ts';
import { type TroubleCase, troubleCases } from '../../support/alarm-troubles.ts';
import { mixedRandom } from '../../support/mixed-random.ts';
import { expectInDocument, markdownTable } from '../../support/renewed-document.ts';

const FLOCKS = Number(process.env['FARMCTL_SIMULATED_FLOCKS'] ?? 40);
const numbers = Array.from({ length: FLOCKS }, (_, index) => index);
const FLOCK_WEEKS = FLOCKS * (LAST_AGE / 7);
const MOST_WARNINGS_A_WEEK = 0.2;
const MINUTES_A_DAY = 24 * 60;
/** How long after its bound a trouble is looked for. */
const DAYS_AFTER = 10;
/** A different number of flocks, set by the environment, gives other figures. */
const isDocumented = process.env['FARMCTL_SIMULATED_FLOCKS'] === undefined;

/** When a trouble crossed its bound and was found, in days since placement. */
interface Outcome {
  readonly crossed: number;
  /** Null where it was not found. */
  readonly found: number | null;
}

describe('simulated flocks', { timeout: 120_000 }, () => {
  test('simulated flocks that are healthy cause few warnings and nothing critical', async () => {
    const alarms = numbers.flatMap((number) => {
      const flock = drawAlarmFlock(number);
      return [...judgeEvenings(flock), ...evaluateAir(flock)];
    });
    const warnings = alarms.filter(({ severity }) => severity === 'warning');
    expect(alarms.length - warnings.length).toBe(0);
    expect(warnings.length / FLOCK_WEEKS).toBeLessThanOrEqual(MOST_WARNINGS_A_WEEK);
    if (isDocumented) await expectInDocument('docs/alarms.md', 'false alarms', falseTable(alarms));
  });

  test('raise the alert of a disorder on the day on which it crosses its threshold', async () => {
    const found = troubleCases.map(
      (troubleCase) => [troubleCase, outcomesOf(troubleCase)] as const,
    );
    for (const [{ name }, outcomes] of found) {
      const late = outcomes.filter((outcome) => daysLate(outcome) > 0);
      expect([name, late]).toEqual([name, []]);
      expect(outcomes.length).toBeGreaterThan(FLOCKS / 2);
    }
    if (isDocumented) await expectInDocument('docs/alarms.md', 'troubles', troubleTable(found));
  });

  test('are based on figures with named sources', async () => {
    const rows = Object.values(variation).map(({ value, unit, meaning, basis, source }) => [
      meaning,
      `${value} ${unit}`,
      basis,
      source,
    ]);
    const table = markdownTable([['what', 'figure', 'basis', 'source'], ...rows]);
    await expectInDocument('docs/alarms.md', 'variation', table);
  });
});

function outcomesOf(troubleCase: TroubleCase): readonly Outcome[] {
  return numbers.flatMap((number) => {
    const from = mixedRandom(77, number, troubleCase.name.length).integer(...troubleCase.ages);
    const flock = drawAlarmFlock(number, troubleCase.plant(from));
    const crossed = troubleCase.crossing(flock, from);
    if (crossed === null) return [];
    const until = Math.min(LAST_AGE, Math.floor(crossed) + (troubleCase.isAir ? 1 : DAYS_AFTER));
    const evaluateCase = troubleCase.isAir ? evaluateAir : judgeEvenings;
    const alarm = evaluateCase(flock, from - 1, until).find(
      ({ rule, closedAt }) => rule === troubleCase.rule && (closedAt ?? LAST_AGE + 1) > from,
    );
    const detectedAt = alarm === undefined ? null : Math.max(alarm.at, from);
    return [
      {
        crossed,
        found: detectedAt === null || troubleCase.isAir ? detectedAt : Math.floor(detectedAt),
      },
    ];
  });
}

/** Whole days; undetected counts as the latest possible. */
function daysLate({ crossed, found }: Outcome): number {
  if (found === null) return Number.POSITIVE_INFINITY;
  return Math.floor(found) - Math.floor(crossed);
}

function falseTable(alarms: readonly Alarm[]): string {
  const perFlock = (count: number) => (count / FLOCKS).toFixed(2);
  const rowOf = (name: string, alarms: readonly Alarm[]) => {
    const critical = alarms.filter(({ severity }) => severity === 'critical').length;
    const warnings = alarms.length - critical;
    return [name, perFlock(warnings), (warnings / FLOCK_WEEKS).toFixed(3), perFlock(critical)];
  };
  const rows = alertRules.map(({ rule }) =>
    rowOf(
      `\`${rule}\``,
      alarms.filter((alarm) => alarm.rule === rule),
    ),
  );
  const head = ['rule', 'warnings a flock', 'warnings a flock and week', 'critical a flock'];
  return markdownTable([head, ...rows, rowOf('together', alarms)]);
}

function troubleTable(
  outcomesByCase: readonly (readonly [TroubleCase, readonly Outcome[]])[],
): string {
  const head = [
    'trouble',
    'rule',
    'flocks',
    'on the day or before',
    'delay, median',
    'delay, most',
  ];
  const rows = outcomesByCase.map(([{ name, rule, isAir }, outcomes]) => {
    const inTime = outcomes.filter((outcome) => daysLate(outcome) <= 0).length;
    const delays = outcomes.map(({ crossed, found: at }) => (at ?? Number.NaN) - crossed);
    const daysText = (days: number | null) =>
      isAir
        ? `${Math.round((days ?? Number.NaN) * MINUTES_A_DAY)} min`
        : `${Math.round(days ?? Number.NaN)} days`;
    const share = `${((inTime / outcomes.length) * 100).toFixed(0)} %`;
    const most = Math.max(...delays);
    return [
      name,
      `\`${rule}\``,
      `${outcomes.length}`,
      share,
      daysText(median(delays)),
      daysText(most),
    ];
  });
  return markdownTable([head, ...rows]);
}
