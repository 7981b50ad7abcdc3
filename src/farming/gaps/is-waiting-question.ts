import type { StoredOf } from '../../model/registry.ts';

const SETTLED: readonly (string | null)[] = ['answered', 'closed', 'dismissed'];

/** Whether a report asks something that nobody has answered or put aside. */
export function isWaitingQuestion(report: StoredOf<'field-reports'>): boolean {
  const hasReply = (report.replyText ?? '').trim() !== '';
  return report.isQuestion === true && !hasReply && !SETTLED.includes(report.status);
}
