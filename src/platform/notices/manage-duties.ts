import { hash } from 'node:crypto';
import * as z from 'zod';
import {
  defaultDutyPlan,
  onCallAt,
  reachOf,
  simulateNotices,
} from '../../farming/notices/plan-notices.ts';
import type { DutyPlan } from '../../model/answers/notices.ts';
import { FarmError, type Issue, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { farms } from '../../model/resources/farms.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { parseBody } from '../../model/validation/parse-body.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import {
  deleteDuty,
  listDuties,
  putDuty,
  type StoredDuty,
} from '../../storage/system/notice-channels.ts';
import { formatInstant, isCalendarDay, parseInstant } from '../../tools/calendar.ts';
import { distinct } from '../../tools/collections.ts';
import { maySeeAlerts, peopleOf, usersByFarm } from '../access/farm-people.ts';
import { authorOf, scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { farmZones, zoneOf } from '../core/farm-zone.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import { requestedFarm } from '../core/requested-farm.ts';
import type { Runtime } from '../core/runtime.ts';
import { matchesStrongly } from '../records/render-page.ts';
import { channelsFor, loadPeople } from './incidents.ts';

const MOST_FARMS = 5000;
const MOST_SHIFTS = 100;
const MOST_LEVELS = 10;
const HOUR_MILLIS = 3_600_000;

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 06:30');
const day = z.string().refine(isCalendarDay, 'must be a day such as 2026-12-24');
const userId = z.string().min(1).max(80);

const planSchema = z.strictObject({
  shifts: z
    .array(
      z.strictObject({
        userId,
        days: z.array(z.int().min(1).max(7)).min(1).max(7),
        from: time,
        to: time,
      }),
    )
    .max(MOST_SHIFTS)
    .default([]),
  exceptions: z
    .array(z.strictObject({ from: day, to: day, userId: userId.nullable() }))
    .max(MOST_SHIFTS)
    .default([]),
  escalation: z
    .array(
      z.strictObject({
        userIds: z.array(userId).min(1).max(20),
        afterMinutes: z.int().min(1).max(240).default(5),
      }),
    )
    .max(MOST_LEVELS)
    .default([]),
  quietHours: z.strictObject({ from: time, to: time }).nullable().default(null),
  warnings: z.boolean().default(false),
});

/** A farm whose duty plan is requested. */
interface DutyFarm {
  readonly id: string;
  readonly name: string;
}

/** `GET /os/duties`: the plans of the farms visible to the caller. */
export async function listFarmDuties({ database }: Runtime, call: RequestContext): Promise<Result> {
  operationParameters({}, call);
  const rows = await listRows(database, farms, {
    scope: scopeOf(call.actor),
    conditions: [],
    order: 'id',
    direction: 'asc',
    limit: MOST_FARMS,
    offset: 0,
  });
  const listed = rows.map((row) => JSON.parse(row) as StoredOf<'farms'>);
  return jsonResult({ data: await describeDuties(database, call, listed) });
}

/** `GET /os/duties/{id}`: the plan of a farm. */
export async function getDuty(
  { database }: Runtime,
  call: RequestContext,
  id: string,
): Promise<Result> {
  const farm = await findFarm(database, call, id);
  return describeDuty(database, call, farm);
}

/** `PUT /os/duties/{id}`: replaces the plan of a farm. */
export async function setDuty(
  transaction: Transaction,
  input: { readonly call: RequestContext; readonly id: string; readonly body: () => unknown },
): Promise<Result> {
  const { call, id } = input;
  const farm = await findFarm(transaction, call, id);
  const plan = parsePlan(input.body());
  await requireSamePlan(transaction, call, id);
  await requireReaders(transaction, call, { farmId: id, plan });
  await putDuty(transaction, {
    farmId: id,
    orgId: call.actor.orgId,
    plan,
    updatedAt: formatInstant(call.at),
    updatedBy: authorOf(call.actor).id,
  });
  return describeDuty(transaction, call, farm);
}

/** `DELETE /os/duties/{id}`: the default plan applies again. */
export async function clearDuty(
  transaction: Transaction,
  { call, id }: { readonly call: RequestContext; readonly id: string },
): Promise<Result> {
  const farm = await findFarm(transaction, call, id);
  await requireSamePlan(transaction, call, id);
  await deleteDuty(transaction, id);
  return describeDuty(transaction, call, farm);
}

/** Throws `precondition_failed` when the plan has changed since the caller read it. */
async function requireSamePlan(
  transaction: Transaction,
  call: RequestContext,
  id: string,
): Promise<void> {
  const { ifMatch, actor } = call;
  // Concurrent changes are serialised, so the later one fails here.
  await transaction.lock(`duty plan ${id}`);
  if (ifMatch === undefined) return;
  const duties = await listDuties(transaction, narrowScope(scopeOf(actor), id));
  const etag = planTag(duties.get(id)?.plan ?? defaultDutyPlan);
  if (matchesStrongly(ifMatch, etag)) return;
  throw new FarmError('precondition_failed', {
    code: 'version_changed',
    message: 'The duty plan has been changed since; read it again before changing it.',
    headers: { etag },
  });
}

/** The ETag of a plan, from its content. */
function planTag(plan: DutyPlan): string {
  return `"${hash('sha1', JSON.stringify(plan), 'base64url')}"`;
}

async function findFarm(
  connection: Connection,
  call: RequestContext,
  id: string,
): Promise<DutyFarm> {
  const scope = scopeOf(call.actor);
  const row = id.includes('\0') ? undefined : await findRow(connection, farms, { id, scope });
  if (row === undefined) throw new FarmError('not_found');
  call.subject.farmId = id;
  return JSON.parse(row) as StoredOf<'farms'>;
}

function parsePlan(body: unknown): DutyPlan {
  const plan = parseBody(planSchema, body);
  const issues = plan.exceptions.flatMap(({ from, to }, index): Issue[] =>
    from <= to
      ? []
      : [
          {
            path: `exceptions.${index}.to`,
            code: 'inconsistent',
            message: `exceptions.${index}.to must not be before from.`,
          },
        ],
  );
  if (issues.length > 0) throw validationFailed(issues);
  return plan;
}

/** People who may not read alerts must not be notified of them. */
async function requireReaders(
  transaction: Transaction,
  call: RequestContext,
  { farmId, plan }: { readonly farmId: string; readonly plan: DutyPlan },
): Promise<void> {
  const { users } = await loadPeople(transaction, call.actor.orgId, [farmId]);
  const readers = users.filter((user) => maySeeAlerts(user, farmId, call.at)).map(({ id }) => id);
  const namedUsers: readonly (readonly [string, string | null])[] = [
    ...plan.shifts.map((shift, index) => [`shifts.${index}.userId`, shift.userId] as const),
    ...plan.exceptions.map(
      (exception, index) => [`exceptions.${index}.userId`, exception.userId] as const,
    ),
    ...plan.escalation.flatMap(({ userIds }, index) =>
      userIds.map((id, at) => [`escalation.${index}.userIds.${at}`, id] as const),
    ),
  ];
  const issues = namedUsers.flatMap(([path, id]): Issue[] =>
    id === null || readers.includes(id)
      ? []
      : [
          {
            path,
            code: 'not_found',
            message: `${path} names no active user who may read the alerts of the farm.`,
          },
        ],
  );
  if (issues.length > 0) throw validationFailed(issues.slice(0, limits.arrayItems));
}

async function describeDuty(
  connection: Connection,
  call: RequestContext,
  farm: DutyFarm,
): Promise<Result> {
  const [described] = await describeDuties(connection, call, [farm]);
  const etag = planTag(described?.plan ?? defaultDutyPlan);
  return jsonResult(described, { headers: { etag } });
}

async function describeDuties(
  connection: Connection,
  call: RequestContext,
  farms: readonly DutyFarm[],
) {
  const { actor, at } = call;
  const { orgId } = actor;
  const farmIds = farms.map(({ id }) => id);
  const duties = await listDuties(connection, { orgId, farmIds });
  const zones = await farmZones(connection, { orgId, farmIds });
  // For one farm only its own people are read, regardless of the organisation's size.
  const ofFarms = farms.length === 1 ? farmIds : undefined;
  const { users, reachable } = await loadPeople(connection, orgId, ofFarms);
  const usersOf = usersByFarm(users);
  const names = new Map(users.map((user) => [user.id, user.name]));
  return farms.map(({ id, name }) => {
    const duty: StoredDuty | undefined = duties.get(id);
    const plan = duty?.plan ?? defaultDutyPlan;
    const timezone = zoneOf(zones, id);
    const people = peopleOf({ users: usersOf(id), reachable }, id, at);
    return {
      farmId: id,
      farmName: name,
      timezone,
      isDefault: duty === undefined,
      plan,
      onCall: onCallAt(plan, at, timezone),
      people: distinct([...usersIn(plan), ...people.managers]).map((userId) => ({
        userId,
        name: names.get(userId) ?? null,
      })),
      reachable: people.readers.filter((reader) => reachable.has(reader)).length,
      reach: reachOf(plan, people),
      updatedAt: duty?.updatedAt ?? null,
    };
  });
}

function usersIn({ shifts, exceptions, escalation }: DutyPlan): readonly string[] {
  return [
    ...shifts.map(({ userId }) => userId),
    ...exceptions.flatMap(({ userId }) => userId ?? []),
    ...escalation.flatMap(({ userIds }) => userIds),
  ];
}

/** `GET /os/notices/simulation`: who would be notified of an alert, when and how. */
export async function simulateFarmNotices(
  { database }: Runtime,
  call: RequestContext,
): Promise<Result> {
  const { farmId, parameters } = await requestedFarm(database, 'simulateNotices', call);
  await findFarm(database, call, farmId);
  const { orgId } = call.actor;
  const severity = String(parameters['severity'] ?? 'critical');
  const now = parseInstant(String(parameters['at'] ?? '')) ?? call.at;
  const people = await loadPeople(database, orgId, [farmId]);
  const ownPeople = peopleOf(people, farmId, now);
  const duties = await listDuties(database, narrowScope({ orgId, farmIds: 'all' }, farmId));
  const zones = await farmZones(database, { orgId, farmIds: [farmId] });
  const plan = duties.get(farmId)?.plan ?? defaultDutyPlan;
  const moment = { plan, people: ownPeople, zone: zoneOf(zones, farmId), now };
  const names = new Map(people.users.map(({ id, name }) => [id, name]));
  const person = (id: string) => ({ userId: id, name: names.get(id) ?? null });
  const steps = simulateNotices(moment, severity, HOUR_MILLIS).map(({ at, recipients }) => ({
    at: formatInstant(at),
    recipients: recipients.map(({ userId: id, reason }) => ({
      ...person(id),
      reason,
      channels: channelsFor(people, id, severity).map((channel) => ({
        id: channel.id,
        kind: channel.kind,
      })),
    })),
  }));
  const unreachable = ownPeople.managers.filter((id) => !ownPeople.reachable.has(id)).map(person);
  return jsonResult({ farmId, severity, at: formatInstant(now), steps, unreachable });
}
