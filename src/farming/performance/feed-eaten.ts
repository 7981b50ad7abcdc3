import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { percentOf, sum } from '../../tools/statistics.ts';
import { findFlockDay } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';

/** Feed of a day, with the number of days since placement. */
interface FedDay {
  readonly at: number;
  readonly kg: number;
}

/** Feed eaten by a flock up to a day. */
export interface FeedEaten {
  /** As recorded. */
  readonly recordedKg: number;
  /** Days without a record are interpolated; null when none was recorded. */
  readonly kg: number | null;
  /** Logged days in % of the days after placement; null on the day of placement. */
  readonly coveragePct: number | null;
}

/**
 * The feed eaten by a flock by a day; that day counts once its feed is logged, because it is not
 * over before.
 */
export function feedEatenBy(record: FlockRecord, day: CalendarDay): FeedEaten {
  const isLogged = findFlockDay(record, day)?.log?.feedKg != null;
  return feedEaten(record, isLogged ? day : addDays(day, -1));
}

/** Whether the feed eaten by a flock by a day contains interpolated days. */
export function isEatenEstimated(record: FlockRecord, day: CalendarDay): boolean {
  return (feedEatenBy(record, day).coveragePct ?? 100) < 100;
}

/**
 * Feed in kg eaten by a flock by a day, for its stock and cost; null when feed was logged on too
 * few days.
 */
export function knownFeedKg(
  record: FlockRecord,
  day: CalendarDay,
  { feedCoveragePct }: Pick<Thresholds, 'feedCoveragePct'>,
): number | null {
  const { recordedKg, kg, coveragePct } = feedEatenBy(record, day);
  // On the day of arrival no log is due.
  if (coveragePct === null) return recordedKg;
  return coveragePct < feedCoveragePct ? null : kg;
}

/**
 * Sums the feed of a flock from placement up to and including a day. Unrecorded days are
 * interpolated linearly between the recorded neighbours, of which the later one may be after that
 * day, starting with 0 on the day of placement; after the last recorded day, the remaining birds
 * eat as much as on that day.
 */
export function feedEaten(record: FlockRecord, until: CalendarDay): FeedEaten {
  const { placementDate: start, arrivalAgeDays } = record.flock;
  const all = record.days.flatMap(({ ageDays, log }): readonly FedDay[] => {
    const at = ageDays - (arrivalAgeDays ?? 0);
    return log?.feedKg == null || at < 0 ? [] : [{ at, kg: log.feedKg }];
  });
  const daysAfterPlacement = daysBetween(start, until);
  const fedDays = all.filter(({ at }) => at <= daysAfterPlacement);
  const recordedKg = sum(fedDays.map(({ kg }) => kg));
  const last = fedDays.at(-1);
  const next = all[fedDays.length];
  const kgAfterLast = () => {
    if (!last) return 0;
    return next
      ? kgTowards(last, next, daysAfterPlacement)
      : kgAfter(record, last, daysAfterPlacement);
  };
  return {
    recordedKg,
    kg: last ? recordedKg + kgBetween(fedDays) + kgAfterLast() : null,
    coveragePct: percentOf(fedDays.filter(({ at }) => at > 0).length, daysAfterPlacement),
  };
}

/** The feed of the days after the last logged one, each for the birds alive that morning. */
function kgAfter({ days, flock }: FlockRecord, last: FedDay, until: number): number {
  const placedAt = (ageDays: number) => ageDays - (flock.arrivalAgeDays ?? 0);
  const fedOn = days.find(({ ageDays }) => placedAt(ageDays) === last.at);
  if (!fedOn?.opening || fedOn.closing === null) return (until - last.at) * last.kg;
  let [birdDays, birds, counted] = [0, fedOn.closing, last.at];
  for (const { ageDays, closing } of days) {
    const at = placedAt(ageDays);
    if (at <= last.at || at > until) continue;
    birdDays += birds * (at - counted);
    [birds, counted] = [closing ?? birds, at];
  }
  return (last.kg * (birdDays + birds * (until - counted))) / fedOn.opening;
}

/** The feed of the days after a recorded one, up to a day before the next recorded one. */
function kgTowards(last: FedDay, next: FedDay, until: number): number {
  const days = until - last.at;
  const step = (next.kg - last.kg) / (next.at - last.at);
  return days * last.kg + (step * days * (days + 1)) / 2;
}

/** The feed of the days between the recorded ones. */
function kgBetween(fedDays: readonly FedDay[]): number {
  let before: FedDay = { at: 0, kg: 0 };
  let total = 0;
  for (const point of fedDays) {
    total += (Math.max(0, point.at - before.at - 1) * (before.kg + point.kg)) / 2;
    before = point;
  }
  return total;
}
