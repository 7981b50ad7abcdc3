import { severity } from '../../model/core/vocabulary.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';
import type { FarmSnapshot } from './farm-snapshot.ts';

export type Severity = (typeof severity.words)[number];

/** Rank of a severity: 0 info, 1 warning, 2 critical; unknown counts as info. */
export function severityRank(word: string | null): number {
  return Math.max(0, (severity.words as readonly string[]).indexOf(word ?? ''));
}

/** Number of items per severity. */
export type SeverityCounts = Readonly<Record<Severity, number>>;

/** Counts by severity; items without one count as info. */
export function countSeverities(
  rows: readonly { readonly severity: string | null }[],
): SeverityCounts {
  const count = (word: Severity) =>
    rows.filter(({ severity }) => (severity ?? 'info') === word).length;
  return { critical: count('critical'), warning: count('warning'), info: count('info') };
}

type Alert = StoredOf<'alerts'>;

interface WithStatus {
  readonly status: string | null;
}

const OPEN_ALERT: readonly (string | null)[] = ['open', 'acknowledged', 'in_progress'];

/** Whether an alert is open; alerts in a sealed case file cannot be settled and do not count. */
export function isOpenAlert({ status, sealed }: Pick<Alert, 'sealed'> & WithStatus): boolean {
  return sealed !== true && OPEN_ALERT.includes(status);
}

/** The open alerts, most severe first, then newest: the same order everywhere. */
export function openAlerts(alerts: readonly Alert[]): Alert[] {
  return worstFirst(alerts.filter(isOpenAlert));
}

/** Alerts, most severe first, then newest. */
export function worstFirst(alerts: readonly Alert[]): Alert[] {
  const age = ({ createdAt, id }: Alert) => `${createdAt} ${id}`;
  return alerts.toSorted(
    (left, right) =>
      severityRank(right.severity) - severityRank(left.severity) ||
      (age(left) < age(right) ? 1 : -1),
  );
}

/**
 * Whether an alert is about a flock: it names the flock, or only its barn, or a rule raised it for
 * the barn and all flocks in it.
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

/** Whether a report is a question that was neither answered nor dismissed. */
export function isWaitingQuestion(
  report: Pick<StoredOf<'field-reports'>, 'replyText' | 'isQuestion'> & WithStatus,
): boolean {
  const hasReply = (report.replyText ?? '').trim() !== '';
  return report.isQuestion === true && !hasReply && !SETTLED.includes(report.status);
}

const OPEN_TASK: readonly (string | null)[] = ['open', 'in_progress', 'blocked'];

export function isOpenTask({ status }: WithStatus): boolean {
  return OPEN_TASK.includes(status);
}

/** The name of a task's assignee: already a name, or the ID of a user or contact. */
export function assigneeName(
  assignee: string | null,
  { users, contacts }: FarmSnapshot<'users' | 'contacts'>,
): string | null {
  if (assignee === null) return null;
  return mapById(users).get(assignee)?.name ?? mapById(contacts).get(assignee)?.name ?? assignee;
}

const TO_BE_DONE: readonly string[] = ['upcoming', 'due', 'rejected', 'overdue'];

/** Whether a regulation item is open: neither submitted, approved nor completed. */
export function isRegItemOpen({ status, completedAt }: StoredOf<'reg-items'>): boolean {
  return TO_BE_DONE.includes(status ?? '') && completedAt === null;
}

/** Whether a regulation item was due before today. */
export function isRegItemOverdue(item: StoredOf<'reg-items'>, today: CalendarDay): boolean {
  const isPast = item.dueDate !== null && item.dueDate < today;
  return isRegItemOpen(item) && (isPast || item.status === 'overdue');
}

const GRANTED: readonly string[] = ['approved', 'expired'];

/** The deadline of a regulation item: its due date, or its expiry once approved. */
export function regItemDeadline({
  status,
  dueDate,
  expiryDate,
}: StoredOf<'reg-items'>): CalendarDay | null {
  if (status === 'not_applicable') return null;
  return GRANTED.includes(status ?? '') ? expiryDate : (dueDate ?? expiryDate);
}
