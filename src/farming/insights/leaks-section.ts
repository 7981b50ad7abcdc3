import type { MadeSection } from '../../model/answers/insights.ts';
import { type Message, message } from '../../model/core/message.ts';
import { addDays } from '../../tools/calendar.ts';
import { percentOf, sum } from '../../tools/statistics.ts';
import { FARM_MONEY_PARTS, farmMoneyOf } from '../accounting/farm-money.ts';
import { lastChickPrice } from '../accounting/prices.ts';
import { closedFlocksOf, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { type FigureKind, figure } from '../core/figure.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import type { MissingData, SectionDefinition } from '../core/section.ts';
import {
  findCondemnation,
  findDearFeed,
  findDoubtfulRows,
  findEggBreakage,
  findExpiredMedicine,
  findIdleBarns,
} from '../leaks/farm-leaks.ts';
import {
  findExcessMortality,
  findFeedConversionGap,
  findLateSale,
  findShortChicks,
  type Leak,
  type LeakContext,
} from '../leaks/flock-leaks.ts';
import { expectedRevenue } from '../money/flock-profit.ts';

const YEAR_DAYS = 365;

const OF_FLOCKS: readonly ((record: FlockRecord, context: LeakContext) => Leak[])[] = [
  findExcessMortality,
  findFeedConversionGap,
  findCondemnation,
  findShortChicks,
  findLateSale,
  findEggBreakage,
  findDoubtfulRows,
];

const OF_THE_FARM: readonly ((context: LeakContext) => Leak[])[] = [
  findDearFeed,
  findIdleBarns,
  findExpiredMedicine,
];

/** Leaks of live flocks and of flocks that ended within a year, largest amount first. */
function findLeaks(snapshot: LeakContext['snapshot']): Leak[] {
  const yearAgo = addDays(snapshot.today, -YEAR_DAYS);
  const recentlyClosed = closedFlocksOf(snapshot).filter(
    ({ lastDay }) => (lastDay ?? '') > yearAgo,
  );
  const context = {
    snapshot,
    money: farmMoneyOf(snapshot),
    chickPrice: lastChickPrice(snapshot),
  };
  const ofFlocks = [...liveFlocksOf(snapshot), ...recentlyClosed].flatMap((record) =>
    OF_FLOCKS.flatMap((find) => find(record, context)),
  );
  return [...ofFlocks, ...OF_THE_FARM.flatMap((find) => find(context))].toSorted(
    (left, right) => (right.amount ?? -1) - (left.amount ?? -1),
  );
}

/** Rounding by the end of a figure's name; the first match is used. */
const KINDS: readonly (readonly [ending: RegExp, kind: FigureKind])[] = [
  [/Pct$/, 'pct'],
  [/PerKg$|PerBird$|^pricePerChick$|^chickPrice$|^cost$/, 'price'],
  [/PerTon$|PerDay$|^orderTotal$|^amount$/, 'money'],
  [/^feedKgPerBird$/, 'share'],
  [/[kK]g$/, 'kg'],
  [/G$/, 'grams'],
  [/^(fcr|breedFcr)$/, 'share'],
  [/^(meanAgeOfDeath|cycleDays)$/, 'time'],
];
const OTHER: FigureKind = 'ratio';

/** Rounds every figure of an object by its name, including in nested lists and objects. */
function roundEvidence<T extends object>(evidence: T): T {
  const rounded = Object.entries(evidence).map(([name, value]) => [name, roundField(name, value)]);
  return Object.fromEntries(rounded) as T;
}

function roundField(name: string, value: unknown): unknown {
  if (typeof value === 'number') return figure(kindOf(name), value);
  if (Array.isArray(value)) return value.map((item) => roundField(name, item));
  return typeof value === 'object' && value !== null ? roundEvidence(value) : value;
}

function kindOf(name: string): FigureKind {
  return KINDS.find(([suffix]) => suffix.test(name))?.[1] ?? OTHER;
}

const PARTS = [...FARM_MONEY_PARTS, 'medicine'] as const;
type LeakSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

/** Money lost, each loss with its reference. */
export const leaksSection: SectionDefinition<
  (typeof PARTS)[number],
  never,
  MadeSection<'leaks'>
> = {
  parts: PARTS,
  uses: [],
  compute: computeLeaks,
};

function computeLeaks(snapshot: LeakSnapshot): MadeSection<'leaks'> {
  const { salePrice, feedPrice } = farmMoneyOf(snapshot);
  const missing = missingLeakData(snapshot);
  const isEnough = salePrice !== null || feedPrice !== null;
  const leaks = isEnough ? findLeaks(snapshot) : [];
  const amounts = leaks.map(({ amount }) => amount).filter((amount) => amount !== null);
  return {
    status: !isEnough ? 'not_enough_data' : missing.length === 0 ? 'ok' : 'partial',
    asOf: snapshot.today,
    missing,
    rows: leaks.map((leak) => leakRow(leak, snapshot)),
    total:
      isEnough && (amounts.length > 0 || leaks.length === 0) ? figure('money', sum(amounts)) : null,
    // A loss without an amount is not part of any total.
    isLowerBound:
      amounts.length > 0 && leaks.some((leak) => leak.amount === null || leak.isLowerBound),
  } as const;
}

function leakRow(
  leak: Leak,
  snapshot: LeakContext['snapshot'],
): MadeSection<'leaks'>['rows'][number] {
  const records = [...liveFlocksOf(snapshot), ...closedFlocksOf(snapshot)];
  const record = records.find(({ flock }) => flock.id === leak.flockId);
  return {
    kind: leak.kind,
    flockId: leak.flockId,
    barnId: leak.barnId,
    amount: figure('money', leak.amount),
    isLowerBound: leak.isLowerBound ?? false,
    currency: snapshot.currency,
    pctOfRevenue: figure(
      'pct',
      percentOf(leak.amount, record && expectedRevenue(record, snapshot)),
    ),
    reference: roundEvidence(leak.reference),
    referenceNote: record === undefined ? null : referenceNote(leak, record, snapshot),
    evidence: roundEvidence(leak.evidence),
    confidence: leak.confidence,
  };
}

/** The reference of a feed conversion, which differs from the standard shown elsewhere. */
function referenceNote(
  { kind, reference, evidence }: Leak,
  record: FlockRecord,
  { thresholds }: LeakContext['snapshot'],
): Message | null {
  if (kind !== 'fcr_gap') return null;
  const allowedPct = figure('pct', (thresholds.fcrReferenceFactor - 1) * 100) ?? 0;
  const isOfBreed = reference.basis === 'breed';
  return message('leaks.fcr_reference', {
    flock: flockName(record),
    basis: isOfBreed && allowedPct === 0 ? 'standard' : reference.basis,
    reference: figure('ratio', reference.value) ?? 0,
    standard: figure('ratio', Number(evidence['breedFcr'])) ?? 0,
    pct: { quantity: allowedPct, unit: '%' },
  });
}

function missingLeakData(snapshot: LeakSnapshot): MissingData[] {
  const { farm, today } = snapshot;
  const { salePrice, feedPrice } = farmMoneyOf(snapshot);
  const newest = [...snapshot.liveFlocks, ...snapshot.closedFlocks].find(
    ({ status, sealed }) => status !== 'planned' && sealed !== true,
  );
  const sale = {
    flockId: newest?.id ?? null,
    date: today,
    birdsCount: null,
    totalWeightKg: null,
    pricePerKg: null,
  };
  const delivery = { farmId: farm.id, date: today, quantityKg: null, totalCost: null };
  return [
    ...(salePrice === null ? [lacking('no_sale_price', 'sales', sale)] : []),
    ...(feedPrice === null ? [lacking('no_feed_cost', 'feed-deliveries', delivery)] : []),
  ];
}

function lacking(
  code: string,
  resource: string,
  body: Readonly<Record<string, unknown>>,
): MissingData {
  const fix = { method: 'POST', path: `/${resource}`, body } as const;
  return { code, message: message(`leaks.${code}`), resource, need: 1, have: 0, fix };
}
