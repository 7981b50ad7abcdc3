import type { MessageParams } from '../../model/message.ts';
import type { StoredOf } from '../../model/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import { ageDays } from '../metrics/age-days.ts';
import { type DataIssue, type DataIssueCode, dataIssue } from './data-issue.ts';
import type { GapSnapshot } from './gap-rule.ts';

type Log = StoredOf<'daily-logs'>;

/** A log with what it is held against. */
interface LogCase {
  readonly log: Log;
  readonly flock: StoredOf<'flocks'>;
  readonly today: CalendarDay;
}

/** What a log says that cannot be, as the params of its text; null when it is right. */
type LogRule = (situation: LogCase) => MessageParams | null;

/** Ages are counted from 0 or from 1; only more than that is a mistake. */
const AGE_TOLERANCE_DAYS = 1;

const RULES: readonly (readonly [code: DataIssueCode, rule: LogRule])[] = [
  ['age_mismatch', wrongAge],
  ['eggs_broken_gt_eggs', tooManyBroken],
  ['temp_order', wrongTemperatures],
  ['future_date', ({ log, today }) => (log.date > today ? { day: { day: log.date } } : null)],
  ['log_before_placement', beforePlacement],
];

/** What cannot be right in the logs of the flocks that are inside. */
export function findLogIssues(snapshot: GapSnapshot): DataIssue[] {
  const flocks = mapById(snapshot.liveFlocks);
  const known = snapshot.liveLogs.flatMap((log) => {
    const flock = flocks.get(log.flockId);
    return flock ? [{ log, flock, today: snapshot.today }] : [];
  });
  return [...RULES.flatMap(([code, rule]) => issuesOf(code, rule, known)), ...duplicates(known)];
}

function issuesOf(code: DataIssueCode, rule: LogRule, cases: readonly LogCase[]): DataIssue[] {
  return cases.flatMap((situation) => {
    const params = rule(situation);
    return params === null ? [] : [logIssue(code, situation.log, params)];
  });
}

function duplicates(cases: readonly LogCase[]): DataIssue[] {
  return [...groupBy(cases, ({ log }) => `${log.flockId} ${log.date}`).values()]
    .filter((group) => group.length > 1)
    .flatMap((group) =>
      group.map(({ log }) =>
        logIssue('duplicate_log', log, { day: { day: log.date }, count: group.length }),
      ),
    );
}

function logIssue(code: DataIssueCode, { id }: Log, params: MessageParams): DataIssue {
  return dataIssue(code, { resource: 'daily-logs', id }, params);
}

function wrongAge({ log, flock }: LogCase): MessageParams | null {
  const age = ageDays(flock, log.date);
  if (log.ageDays === null || Math.abs(log.ageDays - age) <= AGE_TOLERANCE_DAYS) return null;
  return {
    day: { day: log.date },
    logged: { quantity: log.ageDays, unit: 'days' },
    age: { quantity: age, unit: 'days' },
  };
}

function tooManyBroken({ log: { date, eggs, eggsBroken } }: LogCase): MessageParams | null {
  if (eggs === null || eggsBroken === null || eggsBroken <= eggs) return null;
  return {
    day: { day: date },
    eggs: { quantity: eggs, unit: 'eggs' },
    broken: { quantity: eggsBroken, unit: 'eggs' },
  };
}

/** The first two of lowest, mean and highest temperature that stand the wrong way round. */
function wrongTemperatures({ log }: LogCase): MessageParams | null {
  const { date, tempMin, tempAvg, tempMax } = log;
  const pairs = [
    { pair: 'minAvg', low: tempMin, high: tempAvg },
    { pair: 'avgMax', low: tempAvg, high: tempMax },
    { pair: 'minMax', low: tempMin, high: tempMax },
  ];
  for (const { pair, low, high } of pairs) {
    if (low !== null && high !== null && low > high) {
      return {
        day: { day: date },
        pair,
        low: { quantity: low, unit: '°C' },
        high: { quantity: high, unit: '°C' },
      };
    }
  }
  return null;
}

function beforePlacement({ log, flock }: LogCase): MessageParams | null {
  if (log.date >= flock.placementDate) return null;
  return { day: { day: log.date }, placement: { day: flock.placementDate } };
}
