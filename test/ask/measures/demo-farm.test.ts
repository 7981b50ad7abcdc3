import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MeasureAnswer, MeasureDefinition } from '../../../src/ask/measure.ts';
import { type MeasureName, measures } from '../../../src/ask/measures/measures.ts';
import { CONTEXT_PARTS, contextOf } from '../../../src/farming/context/build-context.ts';
import type { FarmSnapshot, SnapshotPart } from '../../../src/farming/core/farm-snapshot.ts';
import { DIGEST_PARTS, digestOf } from '../../../src/farming/digest/digest.ts';
import { findGaps } from '../../../src/farming/gaps/find-gaps.ts';
import { GAP_PARTS } from '../../../src/farming/gaps/gap.ts';
import {
  computeInsights,
  partsOf,
  sectionDefinitions,
} from '../../../src/farming/insights/compute-insights.ts';
import { insightSections } from '../../../src/model/core/insight-sections.ts';
import { loadFarmSnapshot } from '../../../src/platform/intelligence/farm-snapshot.ts';
import { aQuestion } from '../../support/asked.ts';
import { DEMO_NOW, demoRows, insertDemo } from '../../support/demo-rows.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/** The figures of a row of a section. */
type Row = Readonly<Record<string, unknown>>;

let service: TestService;
let snapshot: FarmSnapshot;

beforeAll(async () => {
  service = await startTestService('sqlite', { now: DEMO_NOW });
  const rows = demoRows();
  await insertDemo(service, rows);
  const needed = [
    ...CONTEXT_PARTS,
    ...DIGEST_PARTS,
    ...GAP_PARTS,
    ...partsOf(insightSections, sectionDefinitions),
    ...Object.values<MeasureDefinition>(measures).flatMap(({ parts }) => parts),
  ];
  const scope = { orgId: service.orgId, farmIds: 'all' as const };
  const input = { scope, farmId: rows.farms[0]?.id ?? '', now: Date.parse(DEMO_NOW) };
  const parts = [...new Set<SnapshotPart>(needed)];
  snapshot = await loadFarmSnapshot(service.service.runtime.database, input, parts);
});
afterAll(() => service.close());

const answer = (name: MeasureName, question = {}): MeasureAnswer => {
  const definition: MeasureDefinition = measures[name];
  return definition.compute(snapshot, aQuestion(question));
};

/** The values of the facts whose label begins so, sorted. */
const valuesOf = ({ facts }: MeasureAnswer, label: string): unknown[] =>
  facts
    .filter((fact) => fact.label.startsWith(`${label}, `) && !/, (all|flocks)$/.test(fact.label))
    .map(({ value }) => value)
    .toSorted();

const known = (values: readonly unknown[]) => values.filter((value) => value != null).toSorted();

function rowsOf(section: (typeof insightSections)[number]): Row[] {
  const { sections } = computeInsights(snapshot, [section], sectionDefinitions);
  return (sections[section] as unknown as { flocks: Row[] }).flocks;
}

const live = () => rowsOf('health').map(({ flockId }) => flockId);
const ofLive = (rows: readonly Row[]) => rows.filter(({ flockId }) => live().includes(flockId));

test('birds, ages, weights and mortality equal those of the farm context', () => {
  const { flocks } = contextOf(snapshot, { depth: 'summary' });
  expect(flocks.length).toBeGreaterThan(1);
  const of = (pick: (flock: (typeof flocks)[number]) => unknown) => known(flocks.map(pick));
  const named: readonly [MeasureName, string, unknown[]][] = [
    ['age', 'Age', of(({ ageDays }) => ageDays)],
    ['weight', 'Weight', of(({ weight }) => weight?.g)],
    ['weightDeviation', 'Weight against the standard', of(({ deviationPct }) => deviationPct)],
    ['density', 'Density', of(({ densityKgM2 }) => densityKgM2)],
    ['cumulativeMortality', 'Cumulative mortality, share', of((flock) => flock.cumMortalityPct)],
  ];
  for (const [name, label, values] of named)
    expect([name, valuesOf(answer(name), label)]).toEqual([name, values]);
  const total = answer('liveBirds', { aggregation: 'total' }).facts[0]?.value;
  expect(total).toBe(flocks.reduce((sum, flock) => sum + (flock.live ?? 0), 0));
});

test('deaths, their average and flocks without a log equal those of the digest', () => {
  const { mortality, flocksMissingLog, headline } = digestOf(snapshot);
  const said = answer('mortalityAgainstAverage');
  expect(valuesOf(said, 'Mortality')).toEqual(
    known(mortality.filter(({ avg7 }) => avg7 !== null).map((row) => row.deaths)),
  );
  expect(valuesOf(said, 'Mean mortality of the 7 days before')).toEqual(
    known(mortality.map(({ avg7 }) => avg7)),
  );
  expect(answer('flocksMissingLog', { aggregation: 'count' }).facts[0]?.value).toBe(
    flocksMissingLog.length,
  );
  expect(headline.length).toBeGreaterThan(0);
  expect(answer('briefing').lines.length).toBeGreaterThan(0);
});

test('feed measures equal the feed section', () => {
  const rows = rowsOf('feed');
  const figures: readonly [MeasureName, string, string][] = [
    ['feedDaysLeft', 'Feed lasts', 'daysLeft'],
    ['feedStock', 'Feed in stock', 'stockKg'],
    ['feedPerBird', 'Feed a bird', 'gPerBird'],
    ['feedConversion', 'Feed conversion', 'cumFcr'],
  ];
  for (const [name, label, field] of figures)
    expect([
      name,
      valuesOf(answer(name), label).filter((value) => typeof value === 'number'),
    ]).toEqual([name, known(rows.map((row) => row[field]))]);
});

test('health measures equal the health section, costs the profit section', () => {
  expect(valuesOf(answer('healthScore'), 'Health score')).toEqual(
    known(rowsOf('health').map(({ score }) => score)),
  );
  expect(valuesOf(answer('livability'), 'Livability')).toEqual(
    known(rowsOf('health').map((row) => row['livabilityPct'])),
  );
  expect(valuesOf(answer('costPerKg'), 'Cost per kg')).toEqual(
    known(ofLive(rowsOf('profit')).map((row) => row['costPerKg'])),
  );
  expect(valuesOf(answer('flockCost'), 'Cost of the flock')).toEqual(
    known(ofLive(rowsOf('profit')).map((row) => row['totalCost'])),
  );
});

test('expected net money equals the cash flow section', () => {
  const { cashflow } = computeInsights(snapshot, ['cashflow'], sectionDefinitions).sections;
  const { weeks } = cashflow as unknown as { weeks: { weekStart: string; net: number }[] };
  const week = weeks.at(-1);
  const period = { from: week?.weekStart ?? '', to: week?.weekStart ?? '' };
  expect(answer('netMoney', { period }).facts[0]?.value).toBe(week?.net);
});

test('counts of gaps, alerts and tasks equal those of the other endpoints', () => {
  const count = (name: MeasureName, slots = {}) =>
    answer(name, { aggregation: 'count', slots }).facts[0]?.value;
  const { alerts, tasks, medicine } = contextOf(snapshot, { depth: 'summary' });
  expect(count('gaps')).toBe(findGaps(snapshot).length);
  expect(count('alerts')).toBe(alerts.open.length);
  expect(count('alerts', { severity: 'critical' })).toBe(alerts.counts.critical);
  expect(count('tasks')).toBe(tasks.open.length);
  expect(count('tasks', { when: 'overdue' })).toBe(tasks.overdue);
  expect(count('medicineLow')).toBe(medicine.lowStock.length);
});

test('revenue and net money of 90 days equal those of the farm context', () => {
  const { money90d } = contextOf(snapshot, { depth: 'summary' });
  const period = { from: money90d.byWeek[0]?.weekStart ?? '', to: snapshot.today };
  const first = new Date(Date.parse(snapshot.today) - 89 * 86_400_000).toISOString().slice(0, 10);
  const asked = { period: { ...period, from: first } };
  expect(answer('netMoney', asked).facts[0]?.value).toBe(money90d.net);
  expect(answer('revenue', asked).facts[0]?.value).toBe(money90d.revenue);
});
