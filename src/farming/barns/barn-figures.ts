import { addDays } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { type BenchmarkFigures, benchmarkNames } from '../benchmark/benchmark-metric.ts';
import { figuresAtAges, ownFigures } from '../benchmark/own-figures.ts';
import { flockConversion, performanceBasis } from '../feed/flock-conversion.ts';
import type { LIVE_FLOCK_PARTS } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { ageDays } from '../metrics/age-days.ts';
import { percentOf } from '../metrics/percent-of.ts';
import { YOUNGEST_DAYS } from '../performance/performance.ts';
import { weighingsOf } from '../performance/weighings.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

type FigureSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'feedDeliveries'>;

const COMPARED_DAYS = 365;

/** The flocks closed in the last year. */
export function closedInYear(
  closed: readonly FlockRecord[],
  today: string,
): readonly FlockRecord[] {
  const since = addDays(today, -COMPARED_DAYS);
  return closed.filter(({ lastDay }) => lastDay !== null && lastDay >= since);
}

/** What a closed flock came to; hens by all they laid. */
export function figuresOfClosed(record: FlockRecord, snapshot: FigureSnapshot): BenchmarkFigures {
  const performance = flockConversion(record, snapshot);
  return { ...ownFigures(record, performance), henDay: layingPct(record) };
}

/** The figures of a flock that is here at an age that others have reached as well. */
export function figuresAtAge(
  record: FlockRecord,
  age: number,
  snapshot: FigureSnapshot,
): BenchmarkFigures {
  const ages = { weighed: age, reached: age };
  return figuresAtAges(record, ages, performanceBasis(record, snapshot));
}

/**
 * The age at which flocks that are here can be compared: the last weighing of the one that was
 * weighed youngest, its whole age for hens. Null below a week.
 */
export function commonAge(flocks: readonly FlockRecord[]): number | null {
  const ages = flocks
    .map((record) => {
      const weighing = weighingsOf(record).at(-1);
      if (record.kind === 'layer') return record.ageDays;
      return weighing ? ageDays(record.flock, weighing.day) : null;
    })
    .filter((age) => age !== null);
  const youngest = ages.length === 0 ? null : Math.min(...ages);
  return youngest !== null && youngest >= YOUNGEST_DAYS ? youngest : null;
}

/** Whether any of the figures is known. */
export function isAnyKnown(figures: BenchmarkFigures): boolean {
  return benchmarkNames.some((name) => figures[name] !== null);
}

function layingPct({ days }: FlockRecord): number | null {
  const laid = days.filter(({ log, opening }) => log?.eggs != null && opening !== null);
  return percentOf(sum(laid.map(({ log }) => log?.eggs)), sum(laid.map(({ opening }) => opening)));
}
