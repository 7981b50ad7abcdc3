import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { findFlockDay } from './flock-days.ts';
import type { FlockRecord } from './flock-record.ts';
import { isOpenAlert } from './open-items.ts';
import type { Fix } from './section.ts';

/** Where a task belongs: to a barn, or to the farm as a whole. */
export type TaskPlace = { readonly barnId: string } | { readonly farmId: string };

/** The call that writes a task of high priority; its title is a message, sent as its text. */
export function taskFix(place: TaskPlace, title: Message, dueDate: CalendarDay): Fix {
  return {
    method: 'POST',
    path: '/tasks',
    body: { ...place, title, priority: 'high', dueDate },
    action: 'create_task',
  };
}

/** The call that records the arrival of a feed order; the day is for the caller to say. */
export function deliveryFix(feedOrderId: string): Fix {
  return {
    method: 'PATCH',
    path: `/feed-orders/${feedOrderId}`,
    body: { status: 'delivered', deliveredAt: null },
  };
}

/** The call that takes an open task further: one that is held up goes on before it is done. */
export function taskProgress({ id, status }: StoredOf<'tasks'>): Fix {
  const next = status === 'blocked' ? 'in_progress' : 'done';
  return { method: 'PATCH', path: `/tasks/${id}`, body: { status: next } };
}

/** The call that offers birds of a flock for sale; how many is for the caller to say. */
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

/** The call that writes what a flock weighs today. */
export function weighingFix(record: FlockRecord, today: CalendarDay): Fix {
  return logDayFix(record, today, { avgWeightGr: null });
}

/** The call that writes figures into the log of a day. */
export function logDayFix(
  record: FlockRecord,
  date: CalendarDay,
  figures: Readonly<Record<string, null>>,
): Fix {
  const action = 'log_daily';
  // A second log of a day is refused, so the figures go into the one there is.
  const log = findFlockDay(record, date)?.log;
  if (log) return { method: 'PATCH', path: `/daily-logs/${log.id}`, body: figures, action };
  const body = { flockId: record.flock.id, date, ...figures };
  return { method: 'POST', path: '/daily-logs', body, action };
}

/** Where a regulation item goes from its status when somebody takes care of it. */
const NEXT: Readonly<Record<string, string>> = {
  upcoming: 'due',
  due: 'submitted',
  overdue: 'submitted',
  rejected: 'due',
  expired: 'due',
};

/** The call that takes a regulation item one step on. */
export function regItemFix({ id, status }: StoredOf<'reg-items'>): Fix {
  const next = NEXT[status ?? ''] ?? 'due';
  return { method: 'PATCH', path: `/reg-items/${id}`, body: { status: next } };
}

/** The call that resolves an open alert; none for a settled one and for one of a sealed case file. */
export function alertFix(alert: StoredOf<'alerts'>): { readonly fix?: Fix } {
  if (!isOpenAlert(alert)) return {};
  const body = { status: 'resolved', resolutionNote: null };
  return { fix: { method: 'PATCH', path: `/alerts/${alert.id}`, body } };
}

/** The call that answers the question of a worker. */
export function replyFix({ id }: StoredOf<'field-reports'>): Fix {
  const body = { replyText: null, status: 'answered' };
  return { method: 'PATCH', path: `/field-reports/${id}`, body };
}

/** Where a failing connection goes from its status: one that is repaired back to work, the others aside. */
const AFTER_FAILURE: Readonly<Record<string, string>> = { failing: 'active', pending: 'disabled' };

/** What is done about a connection that fails: the same wherever it is told. */
export function failingConnectionFix(integration: StoredOf<'integrations'>): Fix {
  return connectionFix(integration, AFTER_FAILURE[integration.status ?? ''] ?? 'paused');
}

/** Gives a connection another status. */
export function connectionFix({ id }: StoredOf<'integrations'>, status: string): Fix {
  return { method: 'PATCH', path: `/integrations/${id}`, body: { status } };
}
