import type { StoredOf } from '../../model/registry.ts';
import { parseInstant } from '../../tools/calendar.ts';
import { excerpt } from './excerpt.ts';
import type { FoundGap, GapSnapshot } from './gap-rule.ts';
import { idsOf } from './ids-of.ts';
import { isWaitingQuestion } from './is-waiting-question.ts';
import type { Severity } from './severity-rank.ts';
import { timeAgo } from './time-ago.ts';

const HOUR_MILLIS = 3_600_000;

/** Questions of workers that nobody has answered, each the worse the longer it waits. */
export function findWaitingQuestions(snapshot: GapSnapshot): FoundGap[] {
  return snapshot.fieldReports.filter(isWaitingQuestion).map((report) => {
    const askedAt = parseInstant(report.createdAt) ?? snapshot.now;
    return {
      subject: report.id,
      severity: waitingSeverity(snapshot.now - askedAt, snapshot),
      why: 'message',
      params: {
        author: report.authorName ?? '',
        isNamed: report.authorName === null ? 'no' : 'yes',
        ago: timeAgo(askedAt, snapshot.now),
        question: excerpt(report.rawText),
      },
      ids: idsOf({ fieldReportId: report.id, barnId: report.barnId, flockId: report.flockId }),
      count: 1,
      since: report.createdAt,
      fix: answerFix(report),
    };
  });
}

function waitingSeverity(waitedMillis: number, { thresholds }: GapSnapshot): Severity {
  if (waitedMillis > thresholds.questionCriticalHours * HOUR_MILLIS) return 'critical';
  return waitedMillis > thresholds.questionWarningHours * HOUR_MILLIS ? 'warning' : 'info';
}

function answerFix({ id }: StoredOf<'field-reports'>): FoundGap['fix'] {
  return {
    method: 'PATCH',
    path: `/field-reports/${id}`,
    body: { replyText: null, status: 'answered' },
  };
}
