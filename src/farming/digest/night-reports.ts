import type { StoredOf } from '../../model/registry.ts';
import { isWaitingQuestion } from '../gaps/is-waiting-question.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { isInNight, type NightWindow } from './night-window.ts';

/** A report of a worker as a briefing shows it. */
export interface ReportNote {
  readonly id: string;
  /** The words of the worker. */
  readonly rawText: string;
  /** The summary in Hebrew. */
  readonly summaryHe: string | null;
  readonly lang: string | null;
  readonly authorName: string | null;
  readonly category: string | null;
  readonly severity: string | null;
  readonly isQuestion: boolean;
  readonly status: string | null;
  readonly barnId: string | null;
  readonly flockId: string | null;
  readonly createdAt: string;
}

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
  };
}
