import type { MadeSection } from '../../model/answers/insights.ts';
import { message } from '../../model/core/message.ts';
import { addDays } from '../../tools/calendar.ts';
import {
  type BenchmarkAges,
  type BenchmarkFigures,
  type BenchmarkName,
  benchmarkAges,
  benchmarkMetrics,
  benchmarkNames,
  FIRST_WEEK_DAYS,
  figuresAtAges,
  ownFigures,
  standardFigureBasis,
  standardFigures,
} from '../benchmark/benchmark-figures.ts';
import { type BenchmarkRow, benchmarkRow, groupOf } from '../benchmark/group-comparison.ts';
import {
  CLOSED_FLOCK_PARTS,
  closedFlocksOf,
  flockHistory,
  LIVE_FLOCK_PARTS,
  liveFlocksOf,
} from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { type Certainty, certaintyOf, figure } from '../core/figure.ts';
import { deathDaysOf } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import {
  missingInFlock,
  missingPopulation,
  missingWeighing,
  noLiveFlocks,
  unloggedDeaths,
} from '../core/missing-data.ts';
import {
  distinctMissing,
  figuresOfFlocks,
  type MissingData,
  type OtherSections,
  rowStatus,
  type SectionDefinition,
  sectionStatus,
} from '../core/section.ts';
import { missingAge, performanceBasis } from '../feed/flock-feed.ts';
import { livabilityCertainty, perBirdCertainty } from '../health/mortality.ts';
import { flockPerformance } from '../performance/flock-performance.ts';
import { isInMoult } from '../performance/laying.ts';
import { type Performance, YOUNGEST_DAYS } from '../performance/performance.ts';

const PARTS = [
  ...new Set([...LIVE_FLOCK_PARTS, ...CLOSED_FLOCK_PARTS]),
  'feedDeliveries',
  'groupResults',
  'moults',
] as const;
type BenchmarkSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

/** Days after closing for which a flock is still compared. */
const RECENTLY_CLOSED_DAYS = 60;

/** Live and recently closed flocks, compared with breed, farm and other farms. */
export const benchmarkSection: SectionDefinition<
  (typeof PARTS)[number],
  'profit',
  MadeSection<'benchmark'>
> = {
  parts: PARTS,
  uses: ['profit'],
  compute: computeBenchmark,
};

function computeBenchmark(
  snapshot: BenchmarkSnapshot,
  others: OtherSections,
): MadeSection<'benchmark'> {
  const costs = figuresOfFlocks(others.profit, 'costPerKg');
  const since = addDays(snapshot.today, -RECENTLY_CLOSED_DAYS);
  const justLeft = closedFlocksOf(snapshot).filter(({ lastDay }) => (lastDay ?? '') > since);
  const flocks = [...liveFlocksOf(snapshot), ...justLeft].map((record) => {
    const { performance, rows } = comparisonOf(record, snapshot, costs);
    const missing = missingBenchmarkData(record, rows, snapshot);
    const isKnown = rows.some(({ deltaPct }) => deltaPct !== null);
    return { record, performance, rows, missing, status: rowStatus(isKnown, missing) };
  });
  return {
    status: sectionStatus(flocks.map(({ status }) => status)),
    asOf: snapshot.today,
    missing: distinctMissing(
      flocks.length === 0 ? [noLiveFlocks(snapshot)] : flocks.flatMap(({ missing }) => missing),
    ),
    rows: flocks.flatMap(({ record, performance, rows }) =>
      rows.map((row) => answerRow(record, { performance, row }, snapshot)),
    ),
  };
}

function comparisonOf(
  record: FlockRecord,
  snapshot: BenchmarkSnapshot,
  costs: ReadonlyMap<string, number>,
): { readonly performance: Performance | null; readonly rows: readonly BenchmarkRow[] } {
  const { kind, breed, flock } = record;
  const { historyFlocks, groupFlocks, feedCoveragePct } = snapshot.thresholds;
  const performance = flockPerformance(record, performanceBasis(record, snapshot));
  const ages = benchmarkAges(record, performance);
  // The cost of a growing flock is not comparable with that of a sold flock.
  const withCost = (figures: BenchmarkFigures, flockId: string): BenchmarkFigures => ({
    ...figures,
    costPerKg: costs.get(flockId) ?? null,
  });
  const farm = flockHistory(record, snapshot).map((closed) => {
    const figures = figuresAtAges(closed, ages, performanceBasis(closed, snapshot));
    return record.isLive ? figures : withCost(figures, closed.flock.id);
  });
  const ownBenchmark = withCost(ownFigures(record, performance), flock.id);
  const reference = {
    standard: standardFigures({ kind, breed, arrivalAgeDays: flock.arrivalAgeDays ?? 0 }, ages),
    farm,
    farmNeeded: historyFlocks,
    group: { results: groupOf(kind, snapshot), needed: groupFlocks, feedCoveragePct },
  };
  const rows = benchmarkNames
    .filter((name) => (benchmarkMetrics[name].kinds as readonly string[]).includes(kind))
    .map((name) => benchmarkRow(name, ownBenchmark, reference));
  return { performance, rows };
}

/** The age of the figure of a flock, its standard and the medians, in days. */
function ageOfMetric(metric: BenchmarkName, { weighed, reached }: BenchmarkAges): number | null {
  switch (metric) {
    case 'firstWeekMortality':
      return FIRST_WEEK_DAYS;
    case 'livability':
    case 'henDay':
    case 'costPerKg':
      return reached;
    default:
      return weighed === null ? null : Math.round(weighed);
  }
}

type Row = MadeSection<'benchmark'>['rows'][number];

/** Whether a figure of a flock is exact; unlogged values are interpolated or make it a bound. */
function rowCertainty(
  record: FlockRecord,
  metric: BenchmarkName,
  performance: Performance | null,
): Certainty {
  switch (metric) {
    case 'fcr':
    case 'epef':
      return performance?.certainty[metric] ?? 'exact';
    case 'livability':
      return livabilityCertainty(record);
    case 'firstWeekMortality': {
      const until = addDays(record.flock.placementDate, FIRST_WEEK_DAYS);
      return certaintyOf({ higher: deathDaysOf(record, { until }).unlogged > 0 });
    }
    case 'henDay':
      return record.lastDay === null ? 'exact' : perBirdCertainty(record, record.lastDay);
    default:
      return 'exact';
  }
}

const OF_MOULT: readonly string[] = ['weight', 'henDay'];

function answerRow(
  record: FlockRecord,
  { performance, row }: { readonly performance: Performance | null; readonly row: BenchmarkRow },
  snapshot: BenchmarkSnapshot,
): Row {
  const ages = benchmarkAges(record, performance);
  const { flock, ageDays, kind: birds, breed } = record;
  const kind = benchmarkMetrics[row.metric].figure;
  // Moulting hens are expected to lay nothing and to lose a quarter of their weight.
  const isMoulting = OF_MOULT.includes(row.metric) && isInMoult(record, snapshot);
  return {
    flockId: flock.id,
    metric: row.metric,
    ageDays: ageOfMetric(row.metric, ages),
    value: figure(kind, row.value),
    certainty: row.value === null ? null : rowCertainty(record, row.metric, performance),
    breedStandard: figure(kind, row.breedStandard),
    standardBasis:
      row.breedStandard === null
        ? null
        : standardFigureBasis(row.metric, { kind: birds, breed }, ages),
    farmMedian: figure(kind, row.farmMedian),
    groupMedian: figure(kind, row.groupMedian),
    percentileInGroup: figure('score', row.percentileInGroup),
    reference: row.reference,
    deltaPct: figure('pct', row.deltaPct),
    grade: (ageDays ?? 0) < YOUNGEST_DAYS || isMoulting ? null : row.grade,
  };
}

function missingBenchmarkData(
  record: FlockRecord,
  rows: readonly BenchmarkRow[],
  snapshot: BenchmarkSnapshot,
): readonly MissingData[] {
  const { thresholds } = snapshot;
  const history = flockHistory(record, snapshot).length;
  const group = groupOf(record.kind, snapshot).length;
  return [
    ...missingPopulation(record),
    ...missingAge(record),
    ...unloggedDeaths(record, snapshot.today),
    ...(record.breed ? [] : [missingInFlock(record, 'breed_unknown', 'breed')]),
    ...(record.weight === null && record.isLive ? missingWeighing(record, snapshot) : []),
    ...(rows.every(({ farmMedian }) => farmMedian === null)
      ? [tooFew('no_history', thresholds.historyFlocks, history)]
      : []),
    ...(group < thresholds.groupFlocks
      ? [tooFew('group_too_small', thresholds.groupFlocks, group)]
      : []),
  ];
}

/** No call can provide past flocks; only time can. */
function tooFew(code: string, need: number, have: number): MissingData {
  return {
    code,
    message: message(`missing.${code}`, { need, have }),
    resource: 'flocks',
    need,
    have,
  };
}
