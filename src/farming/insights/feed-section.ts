import type { MadeSection } from '../../model/answers/insights.ts';
import { type Message, message } from '../../model/core/message.ts';
import { marketDay } from '../accounting/market-projection.ts';
import { LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure, rounded } from '../core/figure.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import { noLiveFlocks } from '../core/missing-data.ts';
import {
  distinctMissing,
  rowStatus,
  type SectionDefinition,
  sectionStatus,
} from '../core/section.ts';
import { feedDaysLeft, flockDeliveries } from '../feed/feed-forecast.ts';
import {
  feedLeadDays,
  feedPhases,
  lateOrderMessage,
  lateOrdersOf,
  measuredLeadDays,
  nextFeedOrder,
  orderSeverity,
  type PhaseWarning,
  phaseWarning,
} from '../feed/feed-orders.ts';
import { type FeedPrice, feedPrices } from '../feed/feed-prices.ts';
import { type FlockFeed, flockFeed, missingFeed } from '../feed/flock-feed.ts';
import { perBirdCertainty } from '../health/mortality.ts';
import { ageDays } from '../metrics/dates.ts';

const PARTS = [...LIVE_FLOCK_PARTS, 'feedDeliveries', 'feedOrders'] as const;
type FeedSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

const DAYS_AHEAD = 7;

/** The feed consumption, stock, next order and feed cost of each live flock. */
export const feedSection: SectionDefinition<(typeof PARTS)[number], never, MadeSection<'feed'>> = {
  parts: PARTS,
  uses: [],
  compute: computeFeed,
};

function computeFeed(snapshot: FeedSnapshot): MadeSection<'feed'> {
  const flocks = liveFlocksOf(snapshot).map((record) => {
    const feed = flockFeed(record, snapshot);
    const missing = missingFeed(record, feed, snapshot);
    const isKnown = feed.usedKg !== null || feed.deliveredKg !== null;
    const status = rowStatus(isKnown, missing);
    return { missing, row: { ...feedRow(record, feed, snapshot), status } };
  });
  return {
    status: sectionStatus(flocks.map(({ row }) => row.status)),
    asOf: snapshot.today,
    missing: distinctMissing(
      flocks.length === 0 ? [noLiveFlocks(snapshot)] : flocks.flatMap(({ missing }) => missing),
    ),
    flocks: flocks.map(({ row }) => row),
    farm: farmRow(snapshot),
  };
}

function feedRow(
  record: FlockRecord,
  feed: FlockFeed,
  snapshot: FeedSnapshot,
): Omit<MadeSection<'feed'>['flocks'][number], 'status'> {
  const order = nextFeedOrder(record, snapshot);
  const [lateOrder] = lateOrdersOf(record, snapshot);
  const daysLeft = figure('time', feedDaysLeft(record, snapshot));
  const isUnneeded = daysLeft === null || order.kg === 0;
  return {
    flockId: record.flock.id,
    usedKg: figure('kg', feed.usedKg),
    coveragePct: figure('pct', feed.coveragePct),
    day: feed.day,
    gPerBird: figure('grams', feed.gPerBird),
    ...perBirdMarks(record, feed),
    stdGPerBird: figure('grams', feed.standardG),
    stdGPerBirdBasis: feed.standardBasis,
    devPct: figure('pct', feed.deviationPct),
    ...conversionRow(feed),
    deliveredKg: figure('kg', feed.deliveredKg),
    stockKg: figure('kg', feed.stockKg),
    stockEstimated: feed.stockKg !== null && feed.isEatenEstimated,
    daysLeft,
    severity: isUnneeded ? null : orderSeverity({ daysLeft, by: order.by }, snapshot),
    forecast7dKg: figure('kg', feed.forecast.kgOf(DAYS_AHEAD)),
    forecastBasis: feed.forecast.basis,
    onOrderKg: rounded('kg', order.onOrderKg),
    nextOrderBy: order.by,
    suggestedOrderKg: figure('kg', order.kg),
    lateOrder: lateOrder ? lateOrderMessage(flockName(record), lateOrder) : null,
    ...phasesRow(record, snapshot),
  };
}

function perBirdMarks(record: FlockRecord, { day, gPerBird }: FlockFeed) {
  const isKnown = day !== null && gPerBird !== null;
  const certainty = isKnown ? perBirdCertainty(record, day) : 'exact';
  return {
    gPerBirdLowerBound: certainty === 'at_least',
    gPerBirdEstimated: certainty === 'estimated',
  };
}

function conversionRow(feed: FlockFeed) {
  const { performance, standardFcr, fcrBasis, feedPerDozenKg, eggFcr } = feed;
  return {
    cumFcr: figure('ratio', performance?.fcr),
    fcrDay: performance?.fcr == null ? null : performance.day,
    fcrEstimated: performance?.isFcrEstimated ?? false,
    fcrLowerBound: performance?.isFcrLowerBound ?? false,
    upperBound: performance?.isFcrUpperBound ?? false,
    fcrMortalityAdjusted: figure('ratio', performance?.fcrMortalityAdjusted),
    stdFcr: figure('ratio', standardFcr),
    stdFcrBasis: fcrBasis,
    feedPerDozen: figure('ratio', feedPerDozenKg),
    fcrEgg: figure('ratio', eggFcr),
  };
}

function phasesRow(record: FlockRecord, snapshot: FeedSnapshot) {
  const sale = marketDay(record, snapshot);
  const phases = feedPhases(record, sale && ageDays(record.flock, sale.day));
  const warning = phaseWarning(record, phases, flockDeliveries(record, snapshot));
  return {
    phases: phases.map((phase) => ({ ...phase, kg: figure('kg', phase.kg) })),
    phaseWarning: warning && warningMessage(record, warning),
  };
}

function warningMessage(record: FlockRecord, warning: PhaseWarning): Message {
  return message(`feed.${warning.kind}`, {
    flock: flockName(record),
    feed: message(`feed.type.${warning.feedType}`),
    expected: message(`feed.type.${warning.expected}`),
    age: warning.ageDays,
  });
}

function farmRow(snapshot: FeedSnapshot): MadeSection<'feed'>['farm'] {
  const { byFeedType, bySupplier, trendPctPer30d } = feedPrices(snapshot);
  return {
    pricePerTon: byFeedType.map(priceRow),
    suppliers: bySupplier.map(priceRow),
    trendPctPer30d: figure('pct', trendPctPer30d),
    leadDays: rounded('time', feedLeadDays(snapshot)),
    leadDaysAssumed: measuredLeadDays(snapshot) === null,
  };
}

function priceRow<T extends FeedPrice>(price: T) {
  return {
    ...price,
    kg: rounded('kg', price.kg),
    pricePerTon: figure('money', price.pricePerTon),
  };
}
