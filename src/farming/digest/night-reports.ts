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

/** A worker's report as shown in a briefing. */
export type ReportNote = Made<(typeof digestAnswer)['schema']>['reports'][number];

/** Reports of workers from the night, newest first. */
export function nightReports(
  { fieldReports }: FarmSnapshot<'fieldReports'>,
  night: NightWindow,
): ReportNote[] {
  return fieldReports.filter(({ createdAt }) => isInNight(createdAt, night)).map(reportNote);
}

/** The unanswered questions of any age, oldest first. */
export function waitingQuestions({ fieldReports }: FarmSnapshot<'fieldReports'>): ReportNote[] {
  return fieldReports
    .filter(isWaitingQuestion)
    .toSorted((left, right) =>
      `${left.createdAt} ${left.id}` < `${right.createdAt} ${right.id}` ? -1 : 1,
    )
    .map(reportNote);
}

/** A report without internal fields. */
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

/** The time range of the night, both ends included. */
export type NightWindow = Made<(typeof digestAnswer)['schema']>['window'];

/** From yesterday evening, farm time, up to now. */
export function nightWindow({ now, today, zone, thresholds }: FarmFrame): NightWindow {
  const evening = thresholds.nightStartHour;
  const guess = startOfDay(addDays(today, -1), zone) + evening * HOUR_MILLIS;
  // On the day of a clock change, the same number of hours after midnight is another time of day.
  const from = guess + (evening - hourInZone(guess, zone)) * HOUR_MILLIS;
  return { from: formatInstant(from), to: formatInstant(now) };
}

/** Whether a time stamp is within the night. */
export function isInNight(at: string, { from, to }: NightWindow): boolean {
  return from <= at && at <= to;
}
