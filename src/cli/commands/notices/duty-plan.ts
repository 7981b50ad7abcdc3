import type { DutyPlan } from '../../../model/answers/notices.ts';
import { FarmError } from '../../../model/core/errors.ts';
import { message } from '../../../model/core/message.ts';
import { dutyParts } from '../../../model/core/vocabulary.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { checkWord } from '../../core/command-line.ts';
import { CliError, usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { oneFarm } from '../../session/row-id.ts';
import { printList, sendNoticeCall } from '../core/paged-list.ts';
import { expectObject } from '../core/write-results.ts';

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
function entriesOf(plan: DutyPlan): readonly DutyEntry[] {
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
    const [first = '', last = first, ...extra] = part.trim().toLowerCase().split('-');
    const [from, to] = [weekday(first), weekday(last)];
    if (from === undefined || to === undefined || extra.length > 0) throw invalidDays(text);
    const length = ((to - from + WEEKDAYS.length) % WEEKDAYS.length) + 1;
    return Array.from({ length }, (_, index) => ((from - 1 + index) % WEEKDAYS.length) + 1);
  });
  return [...new Set(days)].toSorted((left, right) => left - right);
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

/** Columns of a plan table. */
export const entryColumns: readonly Column[] = [
  { name: 'part', kind: 'word' },
  { name: 'number', kind: 'number' },
  { name: 'users' },
  { name: 'days' },
  { name: 'from' },
  { name: 'to' },
  { name: 'afterMinutes', kind: 'number' },
];

export async function userNames(
  context: CommandContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { findRowNames } = await import('../../session/resolve-name.ts');
  return findRowNames(await context.client(), [...new Set(ids)], context.io.interruption);
}

interface Duty {
  readonly answer: Values;
  readonly plan: DutyPlan;
}

/** A plan that was read, with its version for detecting concurrent changes. */
interface ReadDuty extends Duty {
  readonly path: string;
  readonly etag: string | undefined;
}

async function dutyPath(context: CommandContext): Promise<string> {
  const chosen = await oneFarm(context);
  if (chosen !== undefined) return `/os/duties/${encodeURIComponent(chosen)}`;
  const { data } = await sendNoticeCall(context, { method: 'GET', path: '/os/duties' });
  const [only, ...others] = Array.isArray(data) ? data.filter(isRecord) : [];
  if (only && others.length === 0)
    return `/os/duties/${encodeURIComponent(String(only['farmId']))}`;
  throw usageError(message('cli.severalFarms', { flag: '--farm' }));
}

export async function readDuty(context: CommandContext): Promise<ReadDuty> {
  requireFields(context, entryColumns);
  const path = await dutyPath(context);
  const client = await context.client();
  const { data, headers } = await client.request({ method: 'GET', path });
  const answer = expectObject(data, { method: 'GET', path, server: client.server });
  return { answer, plan: planOf(answer), path, etag: headers['etag'] };
}

export async function printDuty(context: CommandContext, { answer, plan }: Duty): Promise<void> {
  const entries = entriesOf(plan);
  const names = await userNames(
    context,
    entries.flatMap(({ users }) => users),
  );
  const rows = entries.map((entry) => ({
    ...entry,
    users: entry.users.map((id) => names.get(id) ?? id),
  }));
  await printList(context, { answer, columns: entryColumns, rows });
  if (answer['isDefault'] === true) await context.report('note.defaultDuty');
}

export async function putPlan(
  context: CommandContext,
  { path, etag, body }: Pick<ReadDuty, 'path' | 'etag'> & { readonly body: Values },
): Promise<void> {
  const headers = etag === undefined ? {} : { 'if-match': etag };
  const answer = await sendNoticeCall(context, { method: 'PUT', path, body, headers });
  await context.report('note.dutyChanged', { farm: neutralise(String(answer['farmName'])) });
  await printDuty(context, { answer, plan: planOf(answer) });
}

export async function changePlan(
  context: CommandContext,
  change: (plan: DutyPlan) => DutyPlan,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { plan, path, etag } = await readDuty(context);
    try {
      return await putPlan(context, { path, etag, body: change(plan) });
    } catch (error) {
      // The plan was changed concurrently: the change is applied again to the new version.
      if (!isPlanChanged(error) || tries === MOST_TRIES) throw error;
    }
  }
}

export function isPlanChanged(error: unknown): boolean {
  return error instanceof FarmError && error.slug === 'precondition_failed';
}

/** The error for a plan that was changed concurrently; nothing was written. */
export function planChanged({ answer }: Pick<Duty, 'answer'>, cause?: unknown): CliError {
  const farm = neutralise(String(answer['farmName']));
  const hint = message('hint.readAgainWith', { command: 'farmctl duties get -o json' });
  return new CliError('rejected', message('fault.dutyPlanChanged', { farm }), { hint, cause });
}

const MOST_TRIES = 3;

/**
 * The given plan, alone or as printed by `duties get`. The latter includes the time of the last
 * change, so that concurrent changes are detected.
 */
export function planIn(planValues: Values, read: ReadDuty): Values {
  const { plan, farmId, updatedAt } = planValues;
  if (!isRecord(plan)) return planValues;
  const isSame = farmId !== read.answer['farmId'] || updatedAt === read.answer['updatedAt'];
  if (!isSame) throw planChanged(read);
  return plan;
}
