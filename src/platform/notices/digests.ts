import * as z from 'zod';
import { FarmError } from '../../model/core/errors.ts';
import { coversScope, type DigestChannel, digestChannels } from '../../model/core/vocabulary.ts';
import { effectiveGrants, rightsOf } from '../../model/resources/roles.ts';
import { routeOf, scopeOfRoute } from '../../model/routes/route-table.ts';
import { parseBody } from '../../model/validation/parse-body.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { listFarmNames } from '../../storage/records/farms.ts';
import { listChannels, type StoredChannel } from '../../storage/system/notice-channels.ts';
import {
  findDigest,
  finishDigest,
  lockDueDigests,
  putDigest,
} from '../../storage/system/notice-digests.ts';
import { insertNotices, newNotice, type StoredNotice } from '../../storage/system/notices.ts';
import { findUserRights, type UserRights } from '../../storage/system/sign-in.ts';
import {
  addDays,
  type CalendarDay,
  dayInZone,
  formatInstant,
  HOUR_MILLIS,
  localInstant,
} from '../../tools/calendar.ts';
import { operationParameters } from '../core/admission.ts';
import { farmZone } from '../core/farm-zone.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { isUsable } from './incidents.ts';
import { requireManager } from './read-notices.ts';

const bodySchema = z.strictObject({
  hour: z.int().min(0).max(23).nullable(),
  via: z.enum(digestChannels).default('email'),
});

/** `GET /os/notices/digest`: the time of a user's morning digest. */
export async function readDigestTime({ database }: Runtime, call: RequestContext): Promise<Result> {
  return describeDigest(database, await askedUser(database, 'getNoticeDigest', call), call);
}

/** `PUT /os/notices/digest`: sets or clears the hour. */
export async function setDigestTime(
  { noticeNotifier }: Runtime,
  transaction: Transaction,
  { call, body }: { readonly call: RequestContext; readonly body: () => unknown },
): Promise<Result> {
  const { hour, via } = parseBody(bodySchema, body());
  const user = await askedUser(transaction, 'setNoticeDigest', call);
  await transaction.lock(`notice digest ${user.id}`);
  const existing = await findDigest(transaction, user.id);
  const zone = await zoneOfUser(transaction, user, call.at);
  const schedule = { zone, lastDay: existing?.lastDay ?? null, now: call.at };
  await putDigest(transaction, {
    userId: user.id,
    orgId: user.orgId,
    hour,
    via,
    nextAt: hour === null ? null : formatInstant(nextDigestAt({ ...schedule, hour })),
    updatedAt: formatInstant(call.at),
  });
  transaction.afterCommit(() => noticeNotifier?.notify());
  return describeDigest(transaction, user, call);
}

async function askedUser(
  connection: Connection,
  operationId: 'getNoticeDigest' | 'setNoticeDigest',
  call: RequestContext,
): Promise<UserRights> {
  const { userId = call.actor.user?.id ?? '' } = operationParameters(
    routeOf(operationId),
    call,
  ) as { readonly userId?: string };
  requireManager(call.actor, userId);
  const [user] = await findUserRights(connection, userId.includes('\0') ? [] : [userId]);
  if (user?.orgId === call.actor.orgId) return user;
  throw new FarmError('not_found', { message: 'There is no such user; name one with userId.' });
}

/** The channel for a user's digest: the oldest usable one of that kind. */
async function findChannel(
  connection: Connection,
  { id, orgId }: UserRights,
  via: DigestChannel,
): Promise<StoredChannel | undefined> {
  const channels = await listChannels(connection, { orgId, userIds: [id] });
  return channels.find((channel) => channel.kind === via && isUsable(channel));
}

async function describeDigest(connection: Connection, user: UserRights, { at }: RequestContext) {
  const digest = await findDigest(connection, user.id);
  const { hour = null, via = 'email' } = digest ?? {};
  return jsonResult({
    userId: user.id,
    hour,
    via,
    hasChannel: (await findChannel(connection, user, via)) !== undefined,
    timezone: await zoneOfUser(connection, user, at),
    nextAt: digest?.nextAt ?? null,
    lastDay: digest?.lastDay ?? null,
  });
}

/** The farms whose digest a user may read. */
export function digestScope(user: UserRights, now: number): Scope {
  const { orgId } = user;
  const requiredScope = scopeOfRoute('digest');
  const { everywhere = [], byFarm } = rightsOf(effectiveGrants(user, now));
  if (coversScope(everywhere, requiredScope)) return { orgId, farmIds: 'all' };
  const farms = [...byFarm].filter(([, scopes]) => coversScope(scopes, requiredScope));
  return { orgId, farmIds: farms.map(([farmId]) => farmId) };
}

/** The zone of a user's first farm by name; without farms, that of the organisation. */
async function zoneOfUser(connection: Connection, user: UserRights, now: number): Promise<string> {
  const [first] = await listFarmNames(connection, digestScope(user, now), 1);
  return farmZone(connection, { orgId: user.orgId, farmId: first?.id });
}

/**
 * Writes the messages of up to `most` due digests, and schedules the next ones. Rows are locked
 * meanwhile, so that every user gets one digest a day from any number of instances.
 */
export async function planDigests(
  { clock, ids }: Pick<Runtime, 'clock' | 'ids'>,
  transaction: Transaction,
  limit: number,
): Promise<number> {
  const now = clock.now();
  const at = formatInstant(now);
  const due = await lockDueDigests(transaction, { now: at, limit: limit });
  const users = await findUserRights(
    transaction,
    due.map(({ userId }) => userId),
  );
  const notices: StoredNotice[] = [];
  for (const { userId, orgId, hour, via, lastDay } of due) {
    const user = users.find(({ id }) => id === userId);
    if (!user) {
      await finishDigest(transaction, { userId, nextAt: null, lastDay });
      continue;
    }
    const zone = await zoneOfUser(transaction, user, now);
    const day = digestDayAt({ hour, zone, lastDay, now });
    const channel =
      user.status === 'active' ? await findChannel(transaction, user, via) : undefined;
    if (day !== undefined && channel) {
      const id = ids.create('notice');
      const place = { orgId, userId, farmId: null, channelId: channel.id };
      notices.push(newNotice({ id, ...place, kind: 'digest', at }));
    }
    const sentDay = channel ? (day ?? lastDay) : lastDay;
    const next = nextDigestAt({ hour, zone, lastDay: sentDay, now });
    await finishDigest(transaction, {
      userId,
      nextAt: formatInstant(next),
      lastDay: sentDay,
    });
  }
  await insertNotices(transaction, notices);
  return due.length;
}

/** A digest delayed by more than this is skipped, because the working day has begun. */
const LATEST_MILLIS = 6 * HOUR_MILLIS;

/** A user's setting for the morning digest. */
export interface DigestWish {
  /** 0 to 23, local time in the zone. */
  readonly hour: number;
  readonly zone: string;
  /** The day of the last digest sent. */
  readonly lastDay: CalendarDay | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The next time the local clock shows the hour on a day without a digest. An hour skipped when
 * clocks go forward becomes the following one; of a repeated hour, the first is used.
 */
export function nextDigestAt({ hour, zone, lastDay, now }: DigestWish): number {
  const today = dayInZone(now, zone);
  const at = localInstant(today, hour * HOUR_MILLIS, zone);
  if (at > now && lastDay !== today) return at;
  return localInstant(addDays(today, 1), hour * HOUR_MILLIS, zone);
}

/** The day for which a digest is due now; undefined when it was already sent or it is too late. */
export function digestDayAt({ hour, zone, lastDay, now }: DigestWish): CalendarDay | undefined {
  const today = dayInZone(now, zone);
  for (const day of [today, addDays(today, -1)]) {
    const lateMillis = now - localInstant(day, hour * HOUR_MILLIS, zone);
    if (lateMillis < 0) continue;
    return lateMillis <= LATEST_MILLIS && (lastDay === null || lastDay < day) ? day : undefined;
  }
  return undefined;
}
