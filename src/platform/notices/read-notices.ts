import { routeOf, scopeOfRoute } from '../../model/routes/route-table.ts';
import type { Connection } from '../../storage/core/database.ts';
import { listChannels, type StoredChannel } from '../../storage/system/notice-channels.ts';
import { listNotices, type StoredNotice } from '../../storage/system/notices.ts';
import { type Actor, scopeOf } from '../core/actor.ts';
import { operationParameters, requireScope } from '../core/admission.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';

/** The administrator scope, as declared by the routes for managing users. */
const ADMIN = scopeOfRoute('inviteUser');

/**
 * `GET /os/notices/channels`: the caller's own channels; administrators read those of all users.
 */
export async function listOwnChannels(
  { database }: Runtime,
  call: RequestContext,
): Promise<Result> {
  const { userId } = operationParameters(routeOf('listNoticeChannels'), call) as {
    userId?: string;
  };
  const { actor } = call;
  if (!administers(actor)) requireManager(actor, userId ?? actor.user?.id ?? '');
  const subject = userId ?? (administers(actor) ? undefined : actor.user?.id);
  const channels = await listChannels(database, {
    orgId: actor.orgId,
    ...(subject === undefined ? {} : { userIds: [subject] }),
  });
  const described = channels.map(async (channel) => ({
    ...describeChannel(channel),
    ...(channel.verifiedAt === null ? await codeFailureOf(database, channel) : {}),
  }));
  return jsonResult({ data: await Promise.all(described) });
}

/** Why the last code of a channel was not sent, if sending failed. */
async function codeFailureOf(
  connection: Connection,
  { id: channelId, orgId, userId }: StoredChannel,
): Promise<{ readonly codeFailure?: string }> {
  const { notices } = await listNotices(connection, {
    ...{ scope: { orgId, farmIds: 'all' }, ownUserId: userId, channelId },
    ...{ kind: 'verification', limit: 1, offset: 0 },
  });
  const [last] = notices;
  if (!last || last.sentAt !== null || last.failure === null) return {};
  return last.state === 'cancelled' ? {} : { codeFailure: last.failure };
}

/** Whether the caller manages the channels of all users. */
export function administers({ scopes, farmIds }: Actor): boolean {
  return scopes.includes(ADMIN) && farmIds === 'all';
}

/** Throws unless the caller is the user, or may manage all users. */
export function requireManager(actor: Actor, userId: string): void {
  if (actor.user?.id === userId || administers(actor)) return;
  requireScope({ ...actor, scopes: [] }, ADMIN);
}

/** `GET /os/notices`: one page of messages, newest first. */
export async function listOwnNotices({ database }: Runtime, call: RequestContext): Promise<Result> {
  const { limit, offset, ...filter } = operationParameters(routeOf('listNotices'), call) as {
    readonly limit: number;
    readonly offset: number;
  };
  const { notices, total } = await listNotices(database, {
    ...filter,
    scope: scopeOf(call.actor),
    ownUserId: call.actor.user?.id,
    limit,
    offset,
  });
  const hasMore = offset + notices.length < total;
  return jsonResult({
    data: notices.map((notice) => describeNotice(visibleTo(call.actor, notice))),
    meta: { total, limit, offset, hasMore },
  });
}

/** Provider responses may repeat addresses and texts: only the user and administrators see them. */
function visibleTo(actor: Actor, notice: StoredNotice): StoredNotice {
  const isOwn = notice.userId === actor.user?.id;
  return isOwn || administers(actor) ? notice : { ...notice, response: null };
}

/** A message in answers. */
export function describeNotice(notice: StoredNotice) {
  const { orgId: _, incidentId: _incident, firstAttemptAt: _first, ...rest } = notice;
  const { fence: _fence, updatedAt: _updated, ...shown } = rest;
  return shown;
}

/** A channel in answers. */
export function describeChannel(channel: StoredChannel) {
  const { id, userId, kind, address, verifiedAt, consecutiveFailures } = channel;
  const { disabledAt, disabledReason, createdAt } = channel;
  return {
    id,
    userId,
    kind,
    address,
    verified: verifiedAt !== null,
    consecutiveFailures,
    disabledAt,
    disabledReason,
    createdAt,
  };
}
