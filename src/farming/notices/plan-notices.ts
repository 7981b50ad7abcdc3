import type { DutyPlan } from '../../model/answers/notices.ts';
import type { noticeReasons } from '../../model/core/vocabulary.ts';
import {
  addDays,
  type CalendarDay,
  dayInZone,
  localInstant,
  MINUTE_MILLIS,
} from '../../tools/calendar.ts';
import { distinct } from '../../tools/collections.ts';

/** Fixed times of notifications. */
export const noticeMillis = {
  /** Alerts opened within this time are sent in one message. */
  gather: 500,
  /**
   * During an alert storm, one message about the critical alerts of a farm is sent per this time.
   */
  calm: 30_000,
  /** After a message about warnings, later ones of the farm are collected this long. */
  calmWarnings: 10 * MINUTE_MILLIS,
  /** Until the next person is notified, unless the duty plan says otherwise. */
  escalation: 5 * MINUTE_MILLIS,
  /** Between repetitions once all managers have been notified. */
  repeat: 10 * MINUTE_MILLIS,
} as const;

/**
 * Number of messages about critical alerts of a farm that are sent immediately, before later alerts
 * are collected.
 */
const MOST_AT_ONCE = 3;

/**
 * The time until which further alerts of an incident are collected after a message at `now`.
 * `before` is the previous such time. The first three messages about critical alerts are sent
 * immediately, so that an urgent alert does not wait for an earlier one; then one every 30 seconds.
 * Each 30 seconds without a message permit one more immediate message.
 */
export function calmUntil(severity: string, before: number | undefined, now: number): number {
  if (severity !== 'critical') return now + noticeMillis.calmWarnings;
  const { calm } = noticeMillis;
  const atOnce = (MOST_AT_ONCE - 1) * calm;
  const next = Math.max(now, (before ?? 0) + atOnce) + calm - atOnce;
  return Math.min(next, now + calm);
}

/**
 * The plan of a farm without its own: critical alerts are sent to the owners, then to all managers.
 */
export const defaultDutyPlan: DutyPlan = {
  shifts: [],
  exceptions: [],
  escalation: [],
  quietHours: null,
  warnings: false,
};

export interface FarmPeople {
  /** Active users who may read the alerts of the farm. */
  readonly readers: readonly string[];
  readonly owners: readonly string[];
  /** Owners, administrators and managers. */
  readonly managers: readonly string[];
  /** Users with a verified channel that is not disabled. */
  readonly reachable: ReadonlySet<string>;
}

/**
 * Who critical alerts of a farm reach: somebody who is notified at any time, only people with
 * shifts, or nobody.
 */
export type FarmReach = 'anytime' | 'on_duty' | 'nobody';

/** Whether anybody who would be notified of a critical alert has a channel. */
export function reachOf(plan: DutyPlan, people: FarmPeople): FarmReach {
  const readers = new Set(people.readers);
  const isReached = (userId: string) => people.reachable.has(userId) && readers.has(userId);
  const escalationUserIds = plan.escalation.flatMap(({ userIds }) => userIds);
  if ([...people.managers, ...escalationUserIds].some(isReached)) return 'anytime';
  return plan.shifts.some(({ userId }) => isReached(userId)) ? 'on_duty' : 'nobody';
}

/** Why a user is notified. */
export type NoticeReason = (typeof noticeReasons)[number];

export interface Recipient {
  readonly userId: string;
  readonly reason: NoticeReason;
}

/** The farm at a moment. */
export interface DutyMoment {
  readonly plan: DutyPlan;
  readonly people: FarmPeople;
  readonly zone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** How far the people of a farm were notified of alerts that are still open. */
export interface NoticeProgress {
  /** The step that is due next; 0 is the first. */
  readonly step: number;
  /**
   * When that step is due, if it is still in the future because further alerts were opened
   * meanwhile.
   */
  readonly dueAt?: number;
}

/** One step of a notification: whom to notify now, and which step is due next, and when. */
export interface NoticeStep {
  readonly recipients: readonly Recipient[];
  readonly step: number;
  readonly nextStep: number;
  readonly nextAt: number;
}

/** The users on call at a moment: by the exceptions of the day, else by the shifts. */
export function onCallAt(plan: DutyPlan, now: number, zone: string): readonly string[] {
  const today = dayInZone(now, zone);
  const exception = plan.exceptions.find(({ from, to }) => from <= today && today <= to);
  if (exception) return exception.userId === null ? [] : [exception.userId];
  // A shift that ends after midnight belongs to the day on which it begins.
  const days = [addDays(today, -1), today];
  const onCall = plan.shifts.filter((shift) =>
    days.some((day) => shift.days.includes(weekdayOf(day)) && isWithin(shift, { day, now, zone })),
  );
  return distinct(onCall.map(({ userId }) => userId));
}

/** From 1, Monday, to 7, Sunday. */
function weekdayOf(day: CalendarDay): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

interface Hours {
  readonly from: string;
  readonly to: string;
}

interface HoursOfDay {
  readonly day: CalendarDay;
  readonly now: number;
  readonly zone: string;
}

function isWithin(hours: Hours, { day, now, zone }: HoursOfDay): boolean {
  const { start, end } = spanOf(hours, day, zone);
  return start <= now && now < end;
}

/** Hours that end at or before their start end on the next day. */
function spanOf({ from, to }: Hours, day: CalendarDay, zone: string) {
  const last = to > from ? day : addDays(day, 1);
  return {
    start: localInstant(day, millisOf(from), zone),
    end: localInstant(last, millisOf(to), zone),
  };
}

/** Milliseconds since midnight of a time such as `06:30`. */
function millisOf(time: string): number {
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * MINUTE_MILLIS;
}

/** The end of the quiet hours at a moment; undefined outside them. */
function quietUntil(plan: DutyPlan, now: number, zone: string): number | undefined {
  const { quietHours } = plan;
  if (!quietHours) return undefined;
  const today = dayInZone(now, zone);
  const day = [addDays(today, -1), today].find((one) =>
    isWithin(quietHours, { day: one, now, zone }),
  );
  return day === undefined ? undefined : spanOf(quietHours, day, zone).end;
}

interface Level {
  readonly recipients: readonly Recipient[];
  /** Since the level before. */
  readonly afterMillis: number;
}

function levelsOf({ plan, people, zone, now }: DutyMoment): readonly Level[] {
  const isReader = (userId: string) => people.readers.includes(userId);
  const noticesFor = (userIds: readonly string[], reason: NoticeReason) =>
    userIds.filter(isReader).map((userId) => ({ userId, reason }));
  const onCall = noticesFor(onCallAt(plan, now, zone), 'on_call');
  return [
    { recipients: onCall.length > 0 ? onCall : noticesFor(people.owners, 'owner'), afterMillis: 0 },
    ...plan.escalation.map(({ userIds, afterMinutes }) => ({
      recipients: noticesFor(userIds, 'escalation'),
      afterMillis: afterMinutes * MINUTE_MILLIS,
    })),
    { recipients: noticesFor(people.managers, 'manager'), afterMillis: noticeMillis.escalation },
  ];
}

/**
 * The step of a notification about critical alerts: the people on call or the owners, then each
 * level of the escalation, then all managers, and from then on all of them repeatedly. Levels
 * without a reachable person are skipped. Alerts opened between two steps are sent to everybody who
 * was notified before.
 */
function planStep(moment: DutyMoment, { step, dueAt }: NoticeProgress): NoticeStep {
  const levels = levelsOf(moment).map(({ recipients, afterMillis }) => ({
    recipients: recipients.filter(({ userId }) => moment.people.reachable.has(userId)),
    afterMillis,
  }));
  const recipientsUpTo = (upTo: number) =>
    onceEach(levels.slice(0, upTo).flatMap(({ recipients }) => recipients));
  if (dueAt !== undefined) {
    return { recipients: recipientsUpTo(step), step: step - 1, nextStep: step, nextAt: dueAt };
  }
  const levelIndex = levels.findIndex(({ recipients }, at) => at >= step && recipients.length > 0);
  const at = levelIndex < 0 ? levels.length : levelIndex;
  return {
    recipients: onceEach(levels[at]?.recipients ?? recipientsUpTo(levels.length)),
    step: Math.max(step, at),
    nextStep: Math.max(step, at) + 1,
    nextAt: moment.now + (levels[at + 1]?.afterMillis ?? noticeMillis.repeat),
  };
}

function onceEach(recipients: readonly Recipient[]): readonly Recipient[] {
  const ids = new Set<string>();
  return recipients.filter(({ userId }) => !ids.has(userId) && ids.add(userId));
}

/** The action for alerts of a severity at a moment. */
export type NoticePlan =
  | (NoticeStep & { readonly kind: 'notify' })
  | { readonly kind: 'hold'; readonly until: number }
  | { readonly kind: 'ignore' };

/**
 * Plans a step. Critical alerts are sent at any time. Warnings are sent once, to the people of the
 * first step, if the farm's plan includes them, and are held back during quiet hours.
 */
export function planNotice(
  moment: DutyMoment,
  severity: string,
  progress: NoticeProgress,
): NoticePlan {
  if (severity === 'critical') return { kind: 'notify', ...planStep(moment, progress) };
  if (severity !== 'warning' || !moment.plan.warnings) return { kind: 'ignore' };
  const until = quietUntil(moment.plan, moment.now, moment.zone);
  if (until !== undefined) return { kind: 'hold', until };
  const nextAt = moment.now + noticeMillis.calmWarnings;
  return { kind: 'notify', ...planStep(moment, { step: 0 }), nextAt };
}

export interface SimulatedStep {
  readonly at: number;
  readonly recipients: readonly Recipient[];
}

/** Who would be notified of an unacknowledged alert within a time, and when. */
export function simulateNotices(
  moment: DutyMoment,
  severity: string,
  withinMillis: number,
): readonly SimulatedStep[] {
  const steps: SimulatedStep[] = [];
  const end = moment.now + withinMillis;
  let step = 0;
  for (let now = moment.now; now <= end; ) {
    const plan = planNotice({ ...moment, now }, severity, { step });
    if (plan.kind === 'ignore') break;
    if (plan.kind === 'hold') {
      // Warnings held back are shown although the quiet hours may end after the simulated time.
      const postponed = planNotice({ ...moment, now: plan.until }, severity, { step });
      if (postponed.kind === 'notify')
        steps.push({ at: plan.until, recipients: postponed.recipients });
      break;
    }
    steps.push({ at: now, recipients: plan.recipients });
    if (severity !== 'critical') break;
    now = plan.nextAt;
    step = plan.nextStep;
  }
  return steps;
}
