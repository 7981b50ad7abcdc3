import type { MadeSection } from '../../model/answers/insights.ts';
import { type Message, message } from '../../model/core/message.ts';
import { groupBy } from '../../tools/collections.ts';
import {
  type BarnFlocks,
  type BarnRank,
  type ComparedBarn,
  type ComparedFigures,
  closedInYear,
  commonAge,
  comparedBarn,
  figuresAtAge,
  figuresOfClosed,
  isAnyKnown,
  rankBarns,
  rankedBy,
} from '../benchmark/barn-comparison.ts';
import {
  CLOSED_FLOCK_PARTS,
  closedFlocksOf,
  LIVE_FLOCK_PARTS,
  liveFlocksOf,
} from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import {
  type DataStatus,
  figuresOfFlocks,
  type MissingData,
  type OtherSections,
  type SectionDefinition,
} from '../core/section.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';

const PARTS = [
  ...new Set([...LIVE_FLOCK_PARTS, ...CLOSED_FLOCK_PARTS]),
  'feedDeliveries',
  'barnHours',
] as const;
type BarnSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

/**
 * Closed flocks of the last year or, if fewer than two barns have any, live flocks at the same age.
 * A barn still counts after its flock, the only one of the farm, was closed.
 */
type Basis = 'closed' | 'live_same_age';

const BARNS_NEEDED = 2;

/** Compares the barns of a farm by the performance of their flocks. */
export const barnComparisonSection: SectionDefinition<
  (typeof PARTS)[number],
  'profit',
  MadeSection<'barnComparison'>
> = {
  parts: PARTS,
  uses: ['profit'],
  compute: compareBarns,
};

function compareBarns(snapshot: BarnSnapshot, others: OtherSections) {
  const profits = figuresOfFlocks(others.profit, 'profit');
  const all = [...closedFlocksOf(snapshot), ...liveFlocksOf(snapshot)].toSorted(byPlacement);
  const comparison = comparisonOf(all, snapshot);
  const barns = snapshot.barns.map((barn) => {
    const barnRecords = all.filter(({ flock }) => flock.barnId === barn.id);
    const figures = comparison.figuresOf(barnRecords).filter(isAnyKnown);
    const flocks: BarnFlocks = {
      all: barnRecords,
      closed: closedOf(barnRecords, snapshot),
      figures,
      profits,
    };
    return comparedBarn(barn, flocks, snapshot);
  });
  const compared = barns.filter(({ flocks }) => flocks > 0);
  const ranks = rankBarns(barns);
  const missing = missingComparisonData(barns, compared.length, snapshot);
  return {
    status: statusOf(compared.length, missing),
    asOf: snapshot.today,
    missing,
    basis: compared.length === 0 ? null : comparison.basis,
    basisNote: compared.length === 0 ? null : comparison.note,
    barns: barns.map((barn) =>
      comparisonRow(
        barn,
        ranks.get(barn.barn.id),
        barn.flocks > 0 ? comparison.ageOf(barn.kind) : null,
      ),
    ),
    spread: compared.length < BARNS_NEEDED ? null : spreadOf(compared),
  };
}

/** The basis of the comparison, and the figures of some flocks. */
interface Comparison {
  readonly basis: Basis;
  readonly note: Message;
  /** The age at which flocks of a kind are compared; null when whole flocks are compared. */
  readonly ageOf: (kind: BirdKind | null) => number | null;
  readonly figuresOf: (barnRecords: readonly FlockRecord[]) => readonly ComparedFigures[];
}

function comparisonOf(all: readonly FlockRecord[], snapshot: BarnSnapshot): Comparison {
  const barnsOf = (records: readonly FlockRecord[]) =>
    new Set(records.map(({ flock }) => flock.barnId)).size;
  const live = all.filter(({ isLive }) => isLive);
  const closedBarns = barnsOf(closedOf(all, snapshot));
  if (closedBarns >= BARNS_NEEDED || closedBarns > barnsOf(live)) {
    const figures = (record: FlockRecord) => figuresOfClosed(record, snapshot);
    return {
      basis: 'closed',
      note: message('barns.basis.closed'),
      ageOf: () => null,
      figuresOf: (barnRecords) => closedOf(barnRecords, snapshot).map(figures),
    };
  }
  const ages = new Map([...groupBy(live, ({ kind }) => kind)].map(withCommonAge));
  return {
    basis: 'live_same_age',
    note: ageNote([...ages.values()]),
    ageOf: (kind) => (kind && ages.get(kind)) ?? null,
    figuresOf: (barnRecords) =>
      barnRecords.flatMap((record) => {
        const age = record.isLive ? (ages.get(record.kind) ?? null) : null;
        return age === null ? [] : [figuresAtAge(record, age, snapshot)];
      }),
  };
}

/** With several kinds of birds, each is compared at its own age, which the rows contain. */
function ageNote(ages: readonly (number | null)[]): Message {
  const [age, other] = ages.filter((each) => each !== null);
  return age === undefined || other !== undefined
    ? message('barns.basis.liveKinds')
    : message('barns.basis.live', { ages: age });
}

function withCommonAge([kind, flocks]: readonly [BirdKind, readonly FlockRecord[]]) {
  return [kind, commonAge(flocks)] as const;
}

function closedOf(records: readonly FlockRecord[], { today }: BarnSnapshot) {
  return closedInYear(
    records.filter(({ isLive }) => !isLive),
    today,
  );
}

function byPlacement(left: FlockRecord, right: FlockRecord): number {
  return left.flock.placementDate < right.flock.placementDate ? -1 : 1;
}

function statusOf(compared: number, missing: readonly MissingData[]): DataStatus {
  if (compared < BARNS_NEEDED) return 'not_enough_data';
  return missing.length === 0 ? 'ok' : 'partial';
}

function comparisonRow(
  barn: ComparedBarn,
  rank: BarnRank | undefined,
  ageDays: number | null,
): MadeSection<'barnComparison'>['barns'][number] {
  return {
    barnId: barn.barn.id,
    kind: barn.kind,
    flocks: barn.flocks,
    ageDays,
    epefMedian: figure('score', barn.epef),
    fcrMedian: figure('ratio', barn.fcr),
    fcrEstimated: barn.isFcrEstimated,
    fcrLowerBound: barn.isFcrLowerBound,
    adg: figure('grams', barn.adgG),
    livability: figure('pct', barn.livabilityPct),
    livabilityUpperBound:
      barn.isLivabilityUpperBound && (barn.livabilityPct ?? barn.henDayPct) !== null,
    henDayPct: figure('pct', barn.henDayPct),
    kgPerM2Year: figure('kg', barn.kgPerM2Year),
    marginPerM2Year: figure('money', barn.marginPerM2Year),
    downtimeMedian: figure('time', barn.downtimeDays),
    condemnationPct: figure('pct', barn.condemnationPct),
    envStability: figure('share', barn.envStability),
    rank: rank?.rank ?? null,
    z: figure('ratio', rank?.z),
  };
}

/** The best and the worst barn for the most common kind of birds. */
function spreadOf(compared: readonly ComparedBarn[]) {
  const groups = ['broiler', 'layer', 'turkey'].map((kind) =>
    compared.filter((barn) => barn.kind === kind && barn[rankedBy(barn)] !== null),
  );
  const [group] = groups.toSorted((left, right) => right.length - left.length);
  const [first] = group ?? [];
  if (!group || !first || group.length < BARNS_NEEDED) return null;
  const rankMetric = rankedBy(first);
  const ordered = group
    .map((barn) => ({
      barnId: barn.barn.id,
      value: figure(rankMetric === 'epef' ? 'score' : 'pct', barn[rankMetric]),
    }))
    .toSorted((left, right) => (right.value ?? 0) - (left.value ?? 0));
  const [best, worst] = [ordered[0], ordered.at(-1)];
  return {
    metric: rankMetric,
    best: best ?? null,
    worst: worst ?? null,
    gap: figure('ratio', (best?.value ?? 0) - (worst?.value ?? 0)),
  };
}

function missingComparisonData(
  barns: readonly ComparedBarn[],
  compared: number,
  { farm }: BarnSnapshot,
): readonly MissingData[] {
  const withoutArea = barns.filter(({ barn, flocks }) => barn.areaSqm === null && flocks > 0);
  return [
    ...(compared < BARNS_NEEDED ? [needTwoBarns(barns.length, compared, farm.id)] : []),
    ...withoutArea.map(({ barn }) => ({
      code: 'no_barn_area',
      message: message('missing.no_barn_area', { barn: barn.name }),
      resource: 'barns',
      field: 'areaSqm',
      barnId: barn.id,
      need: 1,
      have: 0,
      fix: { method: 'PATCH', path: `/barns/${barn.id}`, body: { areaSqm: null } } as const,
    })),
  ];
}

function needTwoBarns(barns: number, compared: number, farmId: string): MissingData {
  const fix = { method: 'POST', path: '/barns', body: { farmId, name: null } } as const;
  return {
    code: 'need_two_barns',
    message: message('missing.need_two_barns', { have: compared }),
    resource: 'barns',
    need: BARNS_NEEDED,
    have: compared,
    // With enough barns, the missing data are weighed or sold flocks.
    ...(barns < BARNS_NEEDED ? { fix } : {}),
  };
}
