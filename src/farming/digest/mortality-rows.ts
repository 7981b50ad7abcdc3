import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { figure } from '../figure.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../flocks/farm-flocks.ts';
import { findFlockDay } from '../flocks/find-flock-day.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { flockName } from '../gaps/flock-name.ts';
import { currentSpike, type MortalitySpike } from '../mortality/mortality-spike.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** The deaths of a flock on the newest day that is recorded, against what is usual. */
export interface MortalityRow {
  readonly flockId: string;
  /** Its code, else the name of its barn. */
  readonly name: string;
  readonly ageDays: number | null;
  /** The day that `today` is of: the newest of the last seven whose deaths are logged. */
  readonly date: CalendarDay | null;
  readonly today: number | null;
  /** The day before `date`. */
  readonly yesterday: number | null;
  readonly avg7: number | null;
  readonly ratio: number | null;
  /** Of the birds alive in the morning. */
  readonly pct: number | null;
  readonly spike: Pick<MortalitySpike, 'flag' | 'severity'>;
  readonly baseline: MortalitySpike['baseline'];
  readonly basisDays: number;
}

/** The mortality of every flock that is inside, the oldest placement first. */
export function mortalityRows(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>,
): MortalityRow[] {
  return liveFlocksOf(snapshot).map((record) => mortalityRow(record, snapshot));
}

function mortalityRow(
  record: FlockRecord,
  { today, thresholds }: Pick<FarmSnapshot<never>, 'today' | 'thresholds'>,
): MortalityRow {
  const { day: date, spike } = currentSpike(record, { today, thresholds });
  const day = date ?? today;
  return {
    flockId: record.flock.id,
    name: flockName(record),
    ageDays: record.ageDays,
    date,
    today: spike.deaths,
    yesterday: findFlockDay(record, addDays(day, -1))?.log?.mortality ?? null,
    avg7: figure('ratio', spike.avg7),
    ratio: figure('ratio', spike.ratio),
    pct: figure('pct', spike.pct),
    spike: { flag: spike.flag, severity: spike.severity },
    baseline: spike.baseline,
    basisDays: spike.basisDays,
  };
}
