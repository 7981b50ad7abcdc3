import { type Finding, failed, passed, warned } from './finding.ts';

/** Entries may be written by an instance whose clock is a little ahead. */
const TOLERANCE_MILLIS = 60_000;

/** The zones are known, and the clock does not stand before what was written already. */
export function checkClock(facts: {
  readonly now: number;
  /** The newest entry of the audit log, milliseconds since 1970; undefined where there is none. */
  readonly newest: number | undefined;
  /** The hour in Jerusalem at 2026-07-01T00:00:00Z, as this program sees it: 3. */
  readonly summerHour: number;
}): Finding {
  const { now, newest, summerHour } = facts;
  if (summerHour !== 3) {
    return failed(
      'clock',
      'the time zones of this Node.js are missing or wrong',
      'use a Node.js with full time zone data (full-icu)',
    );
  }
  if (newest !== undefined && newest > now + TOLERANCE_MILLIS) {
    const ahead = Math.round((newest - now) / 1000);
    return warned(
      'clock',
      `the clock stands ${ahead} s before the newest entry of the audit log`,
      'set the clock of this machine, best by NTP',
    );
  }
  return passed('clock', `${new Date(now).toISOString()}, time zones are known`);
}
