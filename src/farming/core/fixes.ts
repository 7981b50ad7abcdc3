import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { findFlockDay } from './flock-days.ts';
import type { FlockRecord } from './flock-record.ts';
import { isOpenAlert } from './open-items.ts';
import type { Fix } from './section.ts';

/** The barn or farm of a task. */
export type TaskPlace = { readonly barnId: string } | { readonly farmId: string };

/** A call that creates a high-priority task; its title is a message, sent as text. */
export function taskFix(place: TaskPlace, title: Message, dueDate: CalendarDay): Fix {
  return {
    method: 'POST',
    path: '/tasks',
    body: { ...place, title, priority: 'high', dueDate },
    action: 'create_task',
  };
}

/** A call that orders feed for a flock. */
export function feedOrderFix(order: {
  readonly flockId: string;
  readonly quantityKg: number | null;
  readonly dueDate: CalendarDay;
}): Fix {
  return { method: 'POST', path: '/feed-orders', body: order, action: 'create_order' };
}

/** A call that records the arrival of a feed order; the caller supplies the day. */
export function deliveryFix(feedOrderId: string): Fix {
  return {
    method: 'PATCH',
    path: `/feed-orders/${feedOrderId}`,
    body: { status: 'delivered', deliveredAt: null },
  };
}

/** A call that advances an open task; a blocked one resumes before it is completed. */
export function taskProgress({ id, status }: StoredOf<'tasks'>): Fix {
  const next = status === 'blocked' ? 'in_progress' : 'done';
  return { method: 'PATCH', path: `/tasks/${id}`, body: { status: next } };
}

/** A call that offers birds of a flock for sale; the caller supplies the number. */
export function sellOfferFix(farmId: string, flock: string): Fix {
  return {
    method: 'POST',
    path: '/market-orders',
    body: {
      farmId,
      kind: 'offer',
      direction: 'sell',
      category: 'live_birds',
      title: message('risk.task.sell_birds', { flock }),
      quantity: null,
    },
  };
}

/** A call that records today's weight of a flock. */
export function weighingFix(record: FlockRecord, today: CalendarDay): Fix {
  return logDayFix(record, today, { avgWeightGr: null });
}

/** A call that writes figures into the log of a day. */
export function logDayFix(
  record: FlockRecord,
  date: CalendarDay,
  figures: Readonly<Record<string, null>>,
): Fix {
  const action = 'log_daily';
  // A second log of a day is rejected, so the figures go into the existing one.
  const log = findFlockDay(record, date)?.log;
  if (log) return { method: 'PATCH', path: `/daily-logs/${log.id}`, body: figures, action };
  const body = { flockId: record.flock.id, date, ...figures };
  return { method: 'POST', path: '/daily-logs', body, action };
}

/** The same call when the figures of several days are missing: a file adds them all. */
export function importableFix(fix: Fix, days: number): Fix {
  return days > 1 ? { ...fix, import: '/os/import/daily-logs' } : fix;
}

/** The next status of a regulation item when somebody handles it. */
const NEXT: Readonly<Record<string, string>> = {
  upcoming: 'due',
  due: 'submitted',
  overdue: 'submitted',
  rejected: 'due',
  expired: 'due',
};

/** A call that moves a regulation item to its next status. */
export function regItemFix({ id, status }: StoredOf<'reg-items'>): Fix {
  const next = NEXT[status ?? ''] ?? 'due';
  return { method: 'PATCH', path: `/reg-items/${id}`, body: { status: next } };
}

/** A call that resolves an open alert; empty for a settled alert and one of a sealed case file. */
export function alertFix(alert: StoredOf<'alerts'>): { readonly fix?: Fix } {
  if (!isOpenAlert(alert)) return {};
  const body = { status: 'resolved', resolutionNote: null };
  return { fix: { method: 'PATCH', path: `/alerts/${alert.id}`, body } };
}

/** A call that answers a worker's question. */
export function replyFix({ id }: StoredOf<'field-reports'>): Fix {
  const body = { replyText: null, status: 'answered' };
  return { method: 'PATCH', path: `/field-reports/${id}`, body };
}

/** The next status of a failing connection: a repaired one becomes active, others are paused. */
const AFTER_FAILURE: Readonly<Record<string, string>> = { failing: 'active', pending: 'disabled' };

/** The fix for a failing connection, the same wherever it is reported. */
export function failingConnectionFix(integration: StoredOf<'integrations'>): Fix {
  return connectionFix(integration, AFTER_FAILURE[integration.status ?? ''] ?? 'paused');
}

/** A call that changes the status of a connection. */
export function connectionFix({ id }: StoredOf<'integrations'>, status: string): Fix {
  return { method: 'PATCH', path: `/integrations/${id}`, body: { status } };
}
