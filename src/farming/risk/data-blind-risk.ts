import { message } from '../../model/message.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { findFlockDay } from '../flocks/find-flock-day.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { loggedPct } from '../gaps/logged-pct.ts';
import type { Fix } from '../insights/section.ts';
import type { RiskContext } from './risk-context.ts';
import { NO_BIRDS, noRisk, type RiskFinding } from './risk-finding.ts';

const DAYS = 7;

/** Flying blind: deaths of the last seven days that nobody logged. */
export function dataBlindRisk({ flocks, snapshot }: RiskContext): RiskFinding {
  if (flocks.length === 0) return NO_BIRDS;
  const logged7Pct = loggedPct(flocks, 'mortality', snapshot.today);
  // Nothing had to be logged of a flock that came today.
  if (logged7Pct === null || logged7Pct >= 100) return noRisk('data_blind');
  return {
    p: 1 - logged7Pct / 100,
    explanation: message('risk.data_blind.missing', { share: { quantity: logged7Pct, unit: '%' } }),
    fix: firstMissing(flocks, snapshot.today),
  };
}

/** The newest day of which the deaths of a flock are not logged. */
function firstMissing(flocks: readonly FlockRecord[], today: CalendarDay): Fix | null {
  for (let ago = 1; ago <= DAYS; ago++) {
    const day = addDays(today, -ago);
    const record = flocks.find(
      (known) =>
        known.flock.placementDate <= day && findFlockDay(known, day)?.log?.mortality == null,
    );
    if (record) return logFix(record, day);
  }
  return null;
}

// A second log of a day is refused, so the figure goes into the one there is.
function logFix(record: FlockRecord, day: CalendarDay): Fix {
  const log = findFlockDay(record, day)?.log;
  if (log) {
    return { method: 'PATCH', path: `/daily-logs/${log.id}`, body: { mortality: null } };
  }
  const body = { flockId: record.flock.id, date: day, mortality: null };
  return { method: 'POST', path: '/daily-logs', body, action: 'log_daily' };
}
