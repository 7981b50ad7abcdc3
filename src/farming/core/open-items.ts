import { severity } from '../../model/core/vocabulary.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';
import type { FarmSnapshot } from './farm-snapshot.ts';

export type Severity = (typeof severity.words)[number];

/** How bad a severity is: 0 info, 1 warning, 2 critical; what is not known is as info. */
export function severityRank(word: string | null): number {
  return Math.max(0, (severity.words as readonly string[]).indexOf(word ?? ''));
}

/** How many there are of each severity. */
export type SeverityCounts = Readonly<Record<Severity, number>>;

/** Counts by severity; what has none counts as info. */
export function countSeverities(
  rows: readonly { readonly severity: string | null }[],
): SeverityCounts {
  const count = (word: Severity) =>
    rows.filter(({ severity }) => (severity ?? 'info') === word).length;
  return { critical: count('critical'), warning: count('warning'), info: count('info') };
}

type Alert = StoredOf<'alerts'>;

const OPEN_ALERT: readonly (string | null)[] = ['open', 'acknowledged', 'in_progress'];

/** Whether an alert still waits for somebody; in a sealed case file nobody can settle it any more. */
export function isOpenAlert({ status, sealed }: Alert): boolean {
  return sealed !== true && OPEN_ALERT.includes(status);
}

/** The alerts that wait for somebody, the worst first, then the newest: one order everywhere. */
export function openAlerts(alerts: readonly Alert[]): Alert[] {
  return worstFirst(alerts.filter(isOpenAlert));
}

/** Alerts, the worst first, then the newest. */
export function worstFirst(alerts: readonly Alert[]): Alert[] {
  const age = ({ createdAt, id }: Alert) => `${createdAt} ${id}`;
  return alerts.toSorted(
    (left, right) =>
      severityRank(right.severity) - severityRank(left.severity) ||
      (age(left) < age(right) ? 1 : -1),
  );
}

/**
 * Whether an alert is about a flock: it names the flock, or its barn alone, or a rule raised it for
 * the barn and all flocks in it, whichever of them it names.
 */
export function isAboutFlock(
  { flockId, barnId, source }: Pick<Alert, 'flockId' | 'barnId' | 'source'>,
  flock: Pick<StoredOf<'flocks'>, 'id' | 'barnId'>,
): boolean {
  if (flockId === flock.id) return true;
  const key = (source as { readonly key?: unknown } | null)?.key;
  const isOfBarn = typeof key === 'string' && key.split(':').includes(flock.barnId);
  return barnId === flock.barnId && (flockId === null || isOfBarn);
}

const SETTLED: readonly (string | null)[] = ['answered', 'closed', 'dismissed'];

/** Whether a report asks something that nobody has answered or put aside. */
export function isWaitingQuestion(report: StoredOf<'field-reports'>): boolean {
  const hasReply = (report.replyText ?? '').trim() !== '';
  return report.isQuestion === true && !hasReply && !SETTLED.includes(report.status);
}

const OPEN_TASK: readonly (string | null)[] = ['open', 'in_progress', 'blocked'];

/** Whether a task is to be done still. */
export function isOpenTask({ status }: StoredOf<'tasks'>): boolean {
  return OPEN_TASK.includes(status);
}

/** Who a task is for, by name: assignees are names already, or ids of users and contacts. */
export function assigneeName(
  assignee: string | null,
  { users, contacts }: FarmSnapshot<'users' | 'contacts'>,
): string | null {
  if (assignee === null) return null;
  return mapById(users).get(assignee)?.name ?? mapById(contacts).get(assignee)?.name ?? assignee;
}

const TO_BE_DONE: readonly string[] = ['upcoming', 'due', 'rejected', 'overdue'];

/** Whether a regulation item is still to be done: neither handed in, granted nor completed. */
export function isRegItemOpen({ status, completedAt }: StoredOf<'reg-items'>): boolean {
  return TO_BE_DONE.includes(status ?? '') && completedAt === null;
}

/** Whether a regulation item should have been done before today. */
export function isRegItemOverdue(item: StoredOf<'reg-items'>, today: CalendarDay): boolean {
  const isPast = item.dueDate !== null && item.dueDate < today;
  return isRegItemOpen(item) && (isPast || item.status === 'overdue');
}

const GRANTED: readonly string[] = ['approved', 'expired'];

/** The day a regulation item counts down to: when it is due, once it is granted when it expires. */
export function regItemDeadline({
  status,
  dueDate,
  expiryDate,
}: StoredOf<'reg-items'>): CalendarDay | null {
  if (status === 'not_applicable') return null;
  return GRANTED.includes(status ?? '') ? expiryDate : (dueDate ?? expiryDate);
}
