import type { digestAnswer } from '../../model/answers/digest.ts';
import type { Made } from '../../model/api/json-schema.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import {
  addDays,
  formatInstant,
  HOUR_MILLIS,
  hourInZone,
  startOfDay,
} from '../../tools/calendar.ts';
import type { FarmFrame, FarmSnapshot } from '../core/farm-snapshot.ts';
import { replyFix } from '../core/fixes.ts';
import { isWaitingQuestion } from '../core/open-items.ts';

/** A report of a worker as a briefing shows it. */
export type ReportNote = Made<(typeof digestAnswer)['schema']>['reports'][number];

/** What workers reported in the night, the newest first. */
export function nightReports(
  { fieldReports }: FarmSnapshot<'fieldReports'>,
  night: NightWindow,
): ReportNote[] {
  return fieldReports.filter(({ createdAt }) => isInNight(createdAt, night)).map(reportNote);
}

/** The questions that nobody has answered, whenever they were asked; who waits longest first. */
export function waitingQuestions({ fieldReports }: FarmSnapshot<'fieldReports'>): ReportNote[] {
  return fieldReports
    .filter(isWaitingQuestion)
    .toSorted((left, right) =>
      `${left.createdAt} ${left.id}` < `${right.createdAt} ${right.id}` ? -1 : 1,
    )
    .map(reportNote);
}

/** A report without what only the service needs of it. */
export function reportNote(report: StoredOf<'field-reports'>): ReportNote {
  return {
    id: report.id,
    rawText: report.rawText,
    summaryHe: report.summaryHe,
    lang: report.lang,
    authorName: report.authorName,
    category: report.category,
    severity: report.severity,
    isQuestion: report.isQuestion === true,
    status: report.status,
    barnId: report.barnId,
    flockId: report.flockId,
    createdAt: report.createdAt,
    ...(isWaitingQuestion(report) ? { fix: replyFix(report) } : {}),
  };
}

/** From when to when something counts as of the night, both included. */
export type NightWindow = Made<(typeof digestAnswer)['schema']>['window'];

/** From the evening of yesterday by the farm's clock up to now. */
export function nightWindow({ now, today, zone, thresholds }: FarmFrame): NightWindow {
  const evening = thresholds.nightStartHour;
  const guess = startOfDay(addDays(today, -1), zone) + evening * HOUR_MILLIS;
  // On the day the clocks change, as many hours after midnight are another time of day.
  const from = guess + (evening - hourInZone(guess, zone)) * HOUR_MILLIS;
  return { from: formatInstant(from), to: formatInstant(now) };
}

/** Whether a time stamp lies in the night. */
export function isInNight(at: string, { from, to }: NightWindow): boolean {
  return from <= at && at <= to;
}
