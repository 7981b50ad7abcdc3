import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { message } from '../../model/core/message.ts';
import { listUnreachedFarms } from '../../platform/access/farm-people.ts';
import { createAnchorSigner } from '../../platform/audit/anchors.ts';
import { verifyAnchored } from '../../platform/audit/verify-audit.ts';
import type { Connection } from '../../storage/core/database.ts';
import { UnusableDatabase } from '../../storage/core/errors.ts';
import { requireKnownSchema, SCHEMA_VERSION } from '../../storage/migrations/migrate.ts';
import { openSqlite } from '../../storage/sqlite/database.ts';
import { damageOf } from '../../storage/sqlite/dialect.ts';
import { describeDriver } from '../../storage/sqlite/driver.ts';
import { countEvents, findAuditEnds, listAnchors } from '../../storage/system/audit-anchors.ts';
import { findDanglingReferences, readContent } from '../../storage/system/database-content.ts';
import { listDroppingFeeds, listSecretUses } from '../../storage/system/integrations.ts';
import { findContentFaults } from '../../storage/system/media.ts';
import { listChannels } from '../../storage/system/notice-channels.ts';
import { listOrganisations } from '../../storage/system/organisations.ts';
import { listWebhookHealth } from '../../storage/webhooks/webhooks.ts';
import { DAY_MILLIS, formatInstant } from '../../tools/calendar.ts';
import { messageOf } from '../../tools/unknown-values.ts';
import { createAnchorFile } from '../core/secrets.ts';
import {
  checkAnchors,
  checkAuditLog,
  checkDrops,
  checkFiles,
  checkOutbox,
  checkReferences,
  checkSecrets,
  checkSecretUses,
  checkUnreached,
  checkUnsealed,
  RESTORE,
} from './content-checks.ts';
import { type CheckName, type Finding, failed, foreign, passed, warned } from './finding.ts';
import {
  checkClock,
  checkLostKey,
  checkMailServer,
  checkOpenFiles,
  checkRuntime,
  type KeyPlace,
} from './host-checks.ts';

export interface ExaminationOptions {
  /** Whether all data is read, however long that takes. */
  readonly isDeep: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
  /** The configured key of the secrets; default: the key file next to the database. */
  readonly secretKey?: string | undefined;
  /** Whether a mail server is configured where the examination runs. */
  readonly hasMailServer?: boolean;
  /** Anchor file of the audit log; default: next to an embedded database. */
  readonly auditAnchors?: string | undefined;
}

/** Longer chains are verified only in a deep examination. */
const QUICK_ENTRIES = 20_000;
/** The schema versions that introduced these tables. */
const FIRST_WITH_WEBHOOKS = 3;
const FIRST_WITH_FILES = 11;
const FIRST_WITH_ANCHORS = 18;
const FIRST_WITH_DROPS = 20;
const FIRST_WITH_NOTICES = 24;
const MOST_FEEDS = 20;

/** Checks the content of a database, the same on SQLite and PostgreSQL. */
export async function examineContent(
  connection: Connection,
  options: ExaminationOptions & { readonly keyPlace: KeyPlace },
): Promise<readonly Finding[]> {
  const schema = await attempt('schema', () => checkSchema(connection));
  if (schema[0]?.state === 'failed') return schema;
  return [
    ...schema,
    ...(await attempt('auditLog', () => checkChain(connection, options))),
    ...(await attempt('outbox', () => checkDelivery(connection, options))),
    ...(await attempt('integrations', () => checkIntegrations(connection, options))),
    ...(await attempt('notices', () => checkReach(connection, options))),
    ...(await attempt('files', () => checkContents(connection))),
    ...(options.isDeep ? await attempt('references', () => checkRows(connection)) : []),
    ...(await attempt('clock', async () => {
      const { newest } = await findAuditEnds(connection);
      return [checkClock({ now: options.now, newest, summerHour: findSummerHour() })];
    })),
  ];
}

/** The findings of a check, or a finding that the check failed. */
export async function attempt(
  check: CheckName,
  work: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnusableDatabase) {
      return [failed(check, foreign(error.finding), foreign(error.remedy))];
    }
    const reason = damageOf(error) ?? messageOf(error);
    return [failed(check, foreign(reason.replace(/\s+/g, ' ')), RESTORE)];
  }
}

async function checkSchema(connection: Connection): Promise<readonly Finding[]> {
  const version = await requireKnownSchema(connection);
  if (version === 0) {
    return [failed('schema', message('doctor.emptyDatabase'), message('doctor.setUpOrServe'))];
  }
  if (version < SCHEMA_VERSION) {
    const versions = { version: String(version), needed: String(SCHEMA_VERSION) };
    return [warned('schema', message('doctor.olderSchema', versions), message('doctor.upgrade'))];
  }
  const { rows, organisations } = await readContent(connection);
  const finding = message('doctor.content', {
    version: String(version),
    organisations,
    rows,
  });
  if (organisations > 0) return [passed('schema', finding)];
  return [warned('schema', finding, message('doctor.setUpOrServe'))];
}

async function checkDelivery(
  connection: Connection,
  { now, keyPlace }: { readonly now: number; readonly keyPlace: KeyPlace },
): Promise<readonly Finding[]> {
  const events = await countEvents(connection);
  const isOlder = (await requireKnownSchema(connection)) < FIRST_WITH_WEBHOOKS;
  const webhooks = isOlder ? [] : await listWebhookHealth(connection);
  return [checkOutbox({ events, webhooks, now }), ...checkSecrets(webhooks, keyPlace)];
}

async function checkIntegrations(
  connection: Connection,
  { now }: { readonly now: number },
): Promise<readonly Finding[]> {
  const isOlder = (await requireKnownSchema(connection)) < FIRST_WITH_DROPS;
  const since = formatInstant(now - DAY_MILLIS);
  const dropping = isOlder ? [] : await listDroppingFeeds(connection, { since, limit: MOST_FEEDS });
  return [...checkSecretUses(await listSecretUses(connection)), ...checkDrops(dropping)];
}

async function checkReach(
  connection: Connection,
  { now, hasMailServer }: Pick<ExaminationOptions, 'now' | 'hasMailServer'>,
): Promise<readonly Finding[]> {
  if ((await requireKnownSchema(connection)) < FIRST_WITH_NOTICES) return [];
  let [farms, mailChannels] = [0, 0];
  const unreachedFarms: string[] = [];
  for (const { id: orgId } of await listOrganisations(connection)) {
    const listing = await listUnreachedFarms(connection, { orgId, now });
    farms += listing.farms;
    unreachedFarms.push(...listing.unreached);
    const channels = await listChannels(connection, { orgId });
    mailChannels += channels.filter(({ kind }) => kind === 'email').length;
  }
  return [
    checkUnreached(farms, unreachedFarms),
    ...(hasMailServer === false ? checkMailServer(mailChannels) : []),
  ];
}

async function checkContents(connection: Connection): Promise<readonly Finding[]> {
  const isOlder = (await requireKnownSchema(connection)) < FIRST_WITH_FILES;
  return isOlder ? [] : [checkFiles(await findContentFaults(connection))];
}

async function checkRows(connection: Connection): Promise<readonly Finding[]> {
  const isOlder = (await requireKnownSchema(connection)) < SCHEMA_VERSION;
  return isOlder ? [] : [checkReferences(await findDanglingReferences(connection))];
}

async function checkChain(
  connection: Connection,
  options: ExaminationOptions & { readonly keyPlace: KeyPlace },
): Promise<readonly Finding[]> {
  const { isDeep, now, keyPlace } = options;
  const ends = await findAuditEnds(connection);
  const unsealed = checkUnsealed(ends, now);
  const isWalked = isDeep || ends.sealed <= QUICK_ENTRIES;
  if (!isWalked) return [checkAuditLog(undefined, ends.sealed), ...unsealed];
  const isOlder = (await requireKnownSchema(connection)) < FIRST_WITH_ANCHORS;
  const key = findKeyQuietly(keyPlace);
  // Read before the database: a server may add an anchor in between.
  const { anchors: outside, unreadable } = readAnchors(options);
  const { state, problems } = await verifyAnchored(connection, {
    stored: isOlder ? [] : await listAnchors(connection),
    outside,
    unreadable,
    publicKey: key && createAnchorSigner(key).publicKey,
  });
  // Another check reports where the key belongs.
  const serious = problems.filter(({ code }) => code !== 'key_missing');
  const lostKey = serious.length < problems.length ? checkLostKey(keyPlace) : [];
  return [checkAuditLog(state, ends.sealed), ...checkAnchors(serious), ...unsealed, ...lostKey];
}

/** The newest anchors of the file; none without a file. */
function readAnchors({ auditAnchors }: ExaminationOptions) {
  if (auditAnchors === undefined) return { anchors: [], unreadable: 0 };
  return createAnchorFile(auditAnchors).read();
}

function findKeyQuietly({ find }: KeyPlace): Uint8Array | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

/** Maximum number of open files of this process; undefined if the system does not report it. */
function findOpenFileLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** The hour in Jerusalem at midnight UTC in summer, as computed by this runtime. */
function findSummerHour(): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: 'Asia/Jerusalem',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  return Number(format.format(new Date('2026-07-01T00:00:00Z')));
}

/** The `synchronous` level of a connection after a write, measured on a temporary database. */
export async function probeSynchronous(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'farmctl-doctor-'));
  try {
    const database = await openSqlite(join(folder, 'probe.db'));
    const row = await database.transaction(async (transaction) => {
      await transaction.runScript('create table probe (id integer)');
      return transaction.first<{ synchronous: number }>(sql`pragma synchronous`);
    });
    await database.close();
    return row?.synchronous ?? 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Checks the runtime environment of farmctl. */
export async function examineMachine(): Promise<readonly Finding[]> {
  return [
    checkRuntime({ nodeVersion: process.versions.node, driver: await describeDriver() }),
    checkOpenFiles(findOpenFileLimit()),
  ];
}
