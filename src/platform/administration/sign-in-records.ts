import type { Connection } from '../../storage/core/database.ts';
import { findDigest } from '../../storage/system/notice-digests.ts';
import { listPasskeys } from '../../storage/system/passkeys.ts';
import { listIdentities } from '../../storage/system/provider-sign-in.ts';
import { findUserRights, listLinks, listSessions } from '../../storage/system/sign-in.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { describePasskey } from './passkeys.ts';
import { describeTimes } from './start-session.ts';

/**
 * The sign-in data of a user by kind, the role in the whole organisation and the morning briefing.
 * Hashes, public keys and credential ids are omitted: they are not personal data.
 */
export async function signInRecordsOf(
  connection: Connection,
  { orgId, userId }: { readonly orgId: string; readonly userId: string },
): Promise<Readonly<Record<string, readonly object[]>>> {
  const always = formatInstant(0);
  const [passkeys, accounts, sessions, links, digest, users] = await Promise.all([
    listPasskeys(connection, { orgId, userId }),
    listIdentities(connection, { orgId, userId }),
    listSessions(connection, {
      orgId,
      userIds: [userId],
      createdAfter: always,
      usedAfter: always,
    }),
    listLinks(connection, { orgId, userId }),
    findDigest(connection, userId),
    findUserRights(connection, [userId]),
  ]);
  const roles = users.flatMap(({ grants }) => grants).filter(({ farmId }) => farmId === null);
  const records = {
    'organisation-access': roles.map(({ role, grantedAt, expiresAt }) => ({
      role,
      grantedAt,
      expiresAt,
    })),
    passkeys: passkeys.map(describePasskey),
    'linked-accounts': accounts.map(({ issuer, subject, createdAt, usedAt }) => ({
      issuer,
      subject,
      linkedAt: createdAt,
      usedAt,
    })),
    sessions: sessions.map((session) => ({
      ...describeTimes(session),
      ip: session.ip,
      agent: session.agent,
    })),
    'sign-in-links': links.map(({ id, createdAt, createdBy, expiresAt, usedAt }) => ({
      id,
      createdAt,
      createdBy,
      expiresAt,
      usedAt,
    })),
    'morning-briefing': digest
      ? [{ hour: digest.hour, via: digest.via, nextAt: digest.nextAt, lastDay: digest.lastDay }]
      : [],
  };
  return Object.fromEntries(Object.entries(records).filter(([, rows]) => rows.length > 0));
}
