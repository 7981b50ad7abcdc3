import type { digestAnswer } from '../../model/answers/digest.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { type Message, message } from '../../model/core/message.ts';
import { priority } from '../../model/core/vocabulary.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, daysBetween } from '../../tools/calendar.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import { alertFix, deliveryFix, feedOrderFix } from '../core/fixes.ts';
import { lastLoggedDay } from '../core/flock-days.ts';
import { flockName } from '../core/flock-record.ts';
import { assigneeName, isOpenTask, openAlerts, worstFirst } from '../core/open-items.ts';
import { alertTitle } from '../core/stored-texts.ts';
import { type FeedStockParts, feedDaysLeft, feedStock } from '../feed/feed-forecast.ts';
import { lateOrders, nextFeedOrder } from '../feed/feed-orders.ts';
import { findMissingLogs } from '../gaps/flock-gaps.ts';
import { isInNight, type NightWindow } from './night-reports.ts';

/** Maximum number of flocks that a line names. */
export const MOST_NAMES = 3;

/** A task that is due today or overdue. */
export type TaskToday = Made<(typeof digestAnswer)['schema']>['tasksToday'][number];

/** The work due today: most urgent first, then longest overdue. */
export function tasksToday(snapshot: FarmSnapshot<'tasks' | 'users' | 'contacts'>): TaskToday[] {
  const { tasks, today } = snapshot;
  return tasks
    .filter(isOpenTask)
    .flatMap((task) =>
      task.dueDate === null || task.dueDate > today
        ? []
        : [
            {
              id: task.id,
              title: task.title,
              priority: task.priority ?? 'normal',
              assignee: assigneeName(task.assignee, snapshot),
              dueDate: task.dueDate,
              overdue: task.dueDate < today,
            },
          ],
    )
    .toSorted(compareTasks);
}

function compareTasks(left: TaskToday, right: TaskToday): number {
  const urgency = urgencyOf(right) - urgencyOf(left);
  if (urgency !== 0) return urgency;
  const [a, b] = [`${left.dueDate} ${left.id}`, `${right.dueDate} ${right.id}`];
  return a < b ? -1 : 1;
}

function urgencyOf(task: TaskToday): number {
  return (priority.words as readonly string[]).indexOf(task.priority);
}

/** An alert as shown in the briefing. */
export type DigestAlert = Made<(typeof digestAnswer)['schema']>['openAlerts'][number];

/** The alerts raised in the night except dismissed ones, most severe first, then newest. */
export function overnightAlerts(
  { alerts }: FarmSnapshot<'alerts'>,
  night: NightWindow,
): DigestAlert[] {
  const raised = alerts.filter(
    ({ createdAt, status }) => isInNight(createdAt, night) && status !== 'dismissed',
  );
  return worstFirst(raised).map(alertRow);
}

/** The open alerts of any age, most severe first, then newest. */
export function alertsToday({ alerts }: FarmSnapshot<'alerts'>): DigestAlert[] {
  return openAlerts(alerts).map(alertRow);
}

function alertRow(alert: StoredOf<'alerts'>): DigestAlert {
  return {
    id: alert.id,
    severity: alert.severity ?? 'info',
    category: alert.category,
    title: alertTitle(alert),
    status: alert.status,
    barnId: alert.barnId,
    createdAt: alert.createdAt,
    ...alertFix(alert),
  };
}

/** A flock without a log of today. */
export type FlockMissingLog = Made<(typeof digestAnswer)['schema']>['flocksMissingLog'][number];

/** The flocks without a log of today, longest without a log first. */
export function flocksMissingLog(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>,
): FlockMissingLog[] {
  const gaps = new Map(findMissingLogs(snapshot).map((gap) => [gap.subject, gap]));
  return liveFlocksOf(snapshot)
    .flatMap((record) => {
      const gap = gaps.get(record.flock.id);
      return gap
        ? [
            {
              flockId: record.flock.id,
              name: flockName(record),
              barnId: record.flock.barnId,
              lastLogDate: lastLoggedDay(record),
              days: gap.count,
              severity: gap.severity,
              fix: gap.fix,
            },
          ]
        : [];
    })
    .toSorted((left, right) => right.days - left.days);
}

export type FeedOrderLate = Made<(typeof digestAnswer)['schema']>['feedOrdersLate'][number];

/** The overdue feed orders, earliest due first. */
export function feedOrdersLate(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'feedOrders'>,
): FeedOrderLate[] {
  const names = new Map(
    liveFlocksOf(snapshot).map((record) => [record.flock.id, flockName(record)]),
  );
  return lateOrders(snapshot).map(({ id, flockId, quantityKg, dueDate }) => ({
    ...{ id, flockId, quantityKg, dueDate },
    flock: names.get(flockId ?? '') ?? null,
    daysLate: daysBetween(dueDate, snapshot.today),
    fix: deliveryFix(id),
  }));
}

/** The text about overdue feed orders, when they are its only subject. */
export function lateOrdersLine(
  text: 'digest.feedOrdersLate' | 'context.feedOrdersLate',
  orders: readonly FeedOrderLate[],
): Message[] {
  const [first] = orders;
  if (!first) return [];
  return [
    message(text, {
      count: orders.length,
      amount: { quantity: first.quantityKg ?? 0, unit: 'kg' },
      day: { day: first.dueDate },
    }),
  ];
}

export type FeedOrderDue = Made<(typeof digestAnswer)['schema']>['feedOrdersDue'][number];

/** The flocks for which feed must be ordered today, the shortest supply first. */
export function feedOrdersDue(
  snapshot: FarmSnapshot<FeedStockParts | 'feedOrders'>,
): FeedOrderDue[] {
  const { today } = snapshot;
  return liveFlocksOf(snapshot)
    .flatMap((record) => {
      const { by, kg } = nextFeedOrder(record, snapshot);
      const daysLeft = feedDaysLeft(record, snapshot);
      if (by !== today || kg === 0 || daysLeft === null) return [];
      const flockId = record.flock.id;
      const quantityKg = figure('kg', kg);
      return [
        {
          ...{ flockId, flock: flockName(record), quantityKg, daysLeft: figure('time', daysLeft) },
          stockEstimated: feedStock(record, snapshot).isEatenEstimated,
          fix: feedOrderFix({ flockId, quantityKg, dueDate: addDays(today, Math.floor(daysLeft)) }),
        },
      ];
    })
    .toSorted((left, right) => (left.daysLeft ?? 0) - (right.daysLeft ?? 0));
}

/** The text about feed that must be ordered today. */
export function dueOrdersLine(orders: readonly FeedOrderDue[]): Message[] {
  const [first] = orders;
  if (!first) return [];
  const { flock, quantityKg } = first;
  const names = orders.map((order) => order.flock);
  return [
    message('digest.feedOrdersDue', {
      count: orders.length,
      flock,
      flocks: { list: names.slice(0, MOST_NAMES), isCut: names.length > MOST_NAMES },
      hasAmount: quantityKg === null ? 'no' : 'yes',
      amount: { quantity: quantityKg ?? 0, unit: 'kg' },
    }),
  ];
}
