import { believedLogs, type LIVE_FLOCK_PARTS } from '../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { type FigureKind, figure } from '../../farming/core/figure.ts';
import { message, type Unit } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays } from '../../tools/calendar.ts';
import type { MeasureQuestion, Period } from '../measure.ts';
import { periodText } from './days.ts';
import { asText, factOf, type NumberFact } from './fact-of.ts';
import type { ValueRow } from './rows.ts';

/** A property of the air that daily logs may contain. */
export interface LoggedAir {
  /** The stem of its text keys: `ask.name.<name>`. */
  readonly name: string;
  readonly label: string;
  readonly unit: Unit;
  readonly as: FigureKind;
  /** The lowest and highest value of a day; absent where daily logs have none. */
  readonly logged?: (log: StoredOf<'daily-logs'>) => readonly [Value, Value];
}

type Value = number | null;

type LiveSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>;

/** Number of past days in which the newest logged day is current. */
const RECENT_DAYS = 7;

/**
 * The lowest and highest values in the daily logs of a barn without readings: on the days in the
 * question, or on the newest recent day. Undefined where none is logged, and for nights and hours,
 * which a log of a whole day does not cover.
 */
export function loggedAirRow(
  barn: StoredOf<'barns'>,
  { logged, ...spec }: LoggedAir,
  snapshot: LiveSnapshot,
  question: MeasureQuestion,
): ValueRow | undefined {
  const days = loggedDays(snapshot, question);
  if (!logged || !days) return undefined;
  const logs = logsWith(logged, { barn, days, snapshot, isNewest: !question.period });
  const [low, high] = boundsOf(logs.map(logged), (what, value) =>
    factOf(`${spec.label}, ${barn.name}, ${what}, logged`, figure(spec.as, value) ?? 0, {
      unit: spec.unit,
      asOf: newestOf(logs),
      source: { resource: 'daily-logs', ids: logs.map(({ id }) => id) },
    }),
  );
  const value = isLowest(question) ? (low ?? high) : (high ?? low);
  if (!value) return undefined;
  const period = question.period ?? { from: newestOf(logs), to: newestOf(logs) };
  const line = message('ask.air.logged', {
    name: message(`ask.name.${spec.name}`),
    place: barn.name,
    when: periodText(period, snapshot.today),
    bounds: boundsWord(low?.value, high?.value),
    low: low ? asText(low) : '',
    high: high ? asText(high) : '',
    days: new Set(logs.map(({ date }) => date)).size,
    isPeriod: period.from === period.to ? 'no' : 'yes',
  });
  const facts = [low, high].filter((fact) => fact !== undefined);
  return { place: barn.name, value: value.value, facts, lines: [line] };
}

/** The logs of a barn with a value on these days; optionally only those of the newest day. */
function logsWith(
  logged: NonNullable<LoggedAir['logged']>,
  {
    barn,
    days,
    snapshot,
    isNewest,
  }: {
    readonly barn: StoredOf<'barns'>;
    readonly days: Period;
    readonly snapshot: LiveSnapshot;
    readonly isNewest: boolean;
  },
) {
  const flocks = snapshot.liveFlocks.filter(({ barnId }) => barnId === barn.id);
  const flockIds = new Set(flocks.map(({ id }) => id));
  const logs = believedLogs(snapshot).filter(
    (log) =>
      flockIds.has(log.flockId) &&
      days.from <= log.date &&
      log.date <= days.to &&
      logged(log).some((value) => value !== null),
  );
  return isNewest ? logs.filter(({ date }) => date === newestOf(logs)) : logs;
}

function newestOf(logs: readonly StoredOf<'daily-logs'>[]): string {
  return logs.map(({ date }) => date).reduce((a, b) => (a > b ? a : b), '');
}

/** Facts of the lowest and the highest value. */
function boundsOf(
  values: readonly (readonly [Value, Value])[],
  factFor: (what: string, value: number) => NumberFact,
) {
  const lows = values.map(([low]) => low).filter((low) => low !== null);
  const highs = values.map(([, high]) => high).filter((high) => high !== null);
  return [
    lows.length > 0 ? factFor('lowest', Math.min(...lows)) : undefined,
    highs.length > 0 ? factFor('highest', Math.max(...highs)) : undefined,
  ] as const;
}

/** The days to read; undefined where a log of a whole day is not an answer. */
function loggedDays(
  { today }: { readonly today: string },
  { period, slots, aggregation, counting }: MeasureQuestion,
): Period | undefined {
  const isPart = slots['span'] === 'night' || period?.isNight || period?.hours !== undefined;
  if (isPart || counting !== undefined) return undefined;
  if (period) return period;
  // Current readings are not comparable with the bounds of a day.
  if (aggregation === 'highest' || aggregation === 'lowest') return undefined;
  return { from: addDays(today, -RECENT_DAYS), to: today };
}

function isLowest({ limit, aggregation }: MeasureQuestion): boolean {
  return limit ? limit.side === 'below' : aggregation === 'lowest';
}

function boundsWord(low: number | undefined, high: number | undefined) {
  if (low === undefined) return 'high';
  if (high === undefined) return 'low';
  return low === high ? 'same' : 'both';
}
