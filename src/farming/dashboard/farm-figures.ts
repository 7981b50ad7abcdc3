import { knownSum } from '../../tools/statistics.ts';
import type { Digest } from '../digest/digest.ts';
import { flockConversion } from '../feed/flock-conversion.ts';
import { figure } from '../figure.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { meanWeightDeviation } from '../flocks/projections.ts';
import { countSeverities } from '../gaps/count-severities.ts';
import { dataQualityOf } from '../gaps/data-quality.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { isOpenAlert } from '../gaps/is-open-alert.ts';
import { moneyOfPeriod } from '../money/money-of-period.ts';
import { farmPerformance } from '../performance/flock-performance.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { dayTotals } from './day-totals.ts';

/** The numbers above all barns; null where nothing tells them. */
export function farmFigures(
  snapshot: FarmSnapshot,
  { tasksToday, unansweredQuestions }: Pick<Digest, 'tasksToday' | 'unansweredQuestions'>,
) {
  const records = liveFlocksOf(snapshot);
  const hens = records.filter(({ kind }) => kind === 'layer');
  const overdue = tasksToday.filter((task) => task.overdue).length;
  return {
    birds: knownSum(records.map(({ live }) => live)),
    flocks: records.length,
    barns: snapshot.barns.length,
    barnsOccupied: new Set(records.map(({ flock }) => flock.barnId)).size,
    mortality: dayTotals(records, 'mortality', snapshot),
    feedKg: dayTotals(records, 'feedKg', snapshot),
    waterL: dayTotals(records, 'waterL', snapshot),
    eggs: hens.length === 0 ? null : dayTotals(hens, 'eggs', snapshot),
    weightDeviationPct: figure('pct', meanWeightDeviation(records)),
    ...conversionOf(records, snapshot),
    alerts: countSeverities(snapshot.alerts.filter(isOpenAlert)),
    gaps: countSeverities(findGaps(snapshot)),
    questions: unansweredQuestions.length,
    tasks: { today: tasksToday.length - overdue, overdue },
    dataQuality: dataQualityOf(snapshot).score,
    money: monthToDate(snapshot),
  };
}

function conversionOf(records: readonly FlockRecord[], snapshot: FarmSnapshot) {
  const { fcr, epef } = farmPerformance(records.map((record) => flockConversion(record, snapshot)));
  return { fcr: figure('ratio', fcr), epef: figure('score', epef) };
}

function monthToDate(snapshot: FarmSnapshot) {
  const { today, currency } = snapshot;
  const from = `${today.slice(0, 'YYYY-MM'.length)}-01`;
  const money = moneyOfPeriod(snapshot, { from, to: today });
  const { basis, revenue, expenses, feed, net } = money;
  return { from, to: today, currency, basis, revenue, expenses, feed, net };
}
