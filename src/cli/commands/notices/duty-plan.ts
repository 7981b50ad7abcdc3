import type { DutyPlan } from '../../../model/answers/notices.ts';
import { message } from '../../../model/core/message.ts';
import { dutyParts } from '../../../model/core/vocabulary.ts';
import { checkWord } from '../../core/command-line.ts';
import { CliError, usageError } from '../../core/errors.ts';
import type { Values } from '../../output/output.ts';

export { dutyParts };

/** One line of a duty plan table. */
export interface DutyEntry {
  readonly part: (typeof dutyParts)[number] | 'quiet_hours';
  /** 1-based within its part. */
  readonly number: number | null;
  readonly users: readonly string[];
  readonly days: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
  readonly afterMinutes: number | null;
}

const NO_ENTRY = { users: [], days: [], from: null, to: null, afterMinutes: null } as const;

/** The plan in an answer about duties. */
export function planOf(answer: Values): DutyPlan {
  return answer['plan'] as DutyPlan;
}

/** The lines of a plan. */
export function entriesOf(plan: DutyPlan): readonly DutyEntry[] {
  const { shifts, exceptions, escalation, quietHours } = plan;
  return [
    ...shifts.map(({ userId, days, from, to }, index) => ({
      ...NO_ENTRY,
      part: 'shift' as const,
      number: index + 1,
      users: [userId],
      days: spansOf(days),
      from,
      to,
    })),
    ...exceptions.map(({ userId, from, to }, index) => ({
      ...NO_ENTRY,
      part: 'exception' as const,
      number: index + 1,
      users: userId === null ? [] : [userId],
      from,
      to,
    })),
    ...escalation.map(({ userIds, afterMinutes }, index) => ({
      ...NO_ENTRY,
      part: 'escalation' as const,
      number: index + 1,
      users: userIds,
      afterMinutes,
    })),
    ...(quietHours
      ? [{ ...NO_ENTRY, part: 'quiet_hours' as const, number: null, ...quietHours }]
      : []),
  ];
}

const LISTS = { shift: 'shifts', exception: 'exceptions', escalation: 'escalation' } as const;

/** The plan without one entry; throws if the entry does not exist. */
export function withoutEntry(plan: DutyPlan, typed: string, number: string): DutyPlan {
  const part = checkWord('<part>', typed, dutyParts) as keyof typeof LISTS;
  const name = LISTS[part];
  const index = Number(number) - 1;
  const list: readonly unknown[] = plan[name];
  if (!/^\d{1,4}$/.test(number) || list[index] === undefined) {
    throw new CliError('notFound', message('fault.noDutyEntry', { part, number }), {
      hint: message('hint.list', { command: 'farmctl duties get' }),
    });
  }
  return { ...plan, [name]: list.filter((_, at) => at !== index) };
}

/** Weekdays in the format of `parseDays`: `mon-wed`, `sat`. */
function spansOf(days: readonly number[]): readonly string[] {
  const starts = days.filter((day) => !days.includes(day - 1));
  return starts.map((first) => {
    let last = first;
    while (days.includes(last + 1)) last += 1;
    const [from, to] = [WEEKDAYS[first - 1], WEEKDAYS[last - 1]];
    return first === last ? `${from}` : `${from}-${to}`;
  });
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Weekdays such as `mon-fri` or `sat,sun`, from 1 (Monday) to 7. */
export function parseDays(text: string): number[] {
  const days = text.split(',').flatMap((part) => {
    const [first = '', last = first, ...rest] = part.trim().toLowerCase().split('-');
    const [from, to] = [weekday(first), weekday(last)];
    if (from === undefined || to === undefined || rest.length > 0) throw invalidDays(text);
    const length = ((to - from + WEEKDAYS.length) % WEEKDAYS.length) + 1;
    return Array.from({ length }, (_, index) => ((from - 1 + index) % WEEKDAYS.length) + 1);
  });
  return [...new Set(days)].toSorted((one, other) => one - other);
}

function weekday(text: string): number | undefined {
  const index = (WEEKDAYS as readonly string[]).indexOf(text);
  return index < 0 ? undefined : index + 1;
}

function invalidDays(text: string) {
  return usageError(message('fault.daysInvalid', { text: JSON.stringify(text) }));
}

const HOURS = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Hours such as `21:00-06:00`. */
export function parseHours(text: string, flag: string): { from: string; to: string } {
  const [, from, to] = HOURS.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { from, to };
  throw usageError(message('fault.hoursInvalid', { flag, text: JSON.stringify(text) }));
}
