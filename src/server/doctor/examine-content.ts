import { createAnchorSigner } from '../../platform/audit/anchor-signing.ts';
import { verifyAnchored } from '../../platform/audit/verify-audit.ts';
import type { Connection } from '../../storage/database.ts';
import { requireKnownSchema } from '../../storage/migrations/migrate.ts';
import { damageOf } from '../../storage/sqlite/errors.ts';
import { listAnchors } from '../../storage/system/audit-anchors.ts';
import { countEvents, findAuditEnds } from '../../storage/system/audit-ends.ts';
import { readContent } from '../../storage/system/database-content.ts';
import { listDroppingFeeds } from '../../storage/system/integration-feeds.ts';
import { findContentFaults } from '../../storage/system/media-sweep.ts';
import { listSecretUses } from '../../storage/system/secret-uses.ts';
import { listWebhookHealth } from '../../storage/system/webhook-health.ts';
import { UnusableDatabase } from '../../storage/unusable-database.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { createAnchorFile } from '../anchor-places.ts';
import { checkAnchors, checkAuditLog, checkUnsealed } from './check-audit-log.ts';
import { checkClock } from './check-clock.ts';
import { checkFiles } from './check-files.ts';
import { RESTORE } from './check-integrity.ts';
import { checkOutbox } from './check-outbox.ts';
import { checkDrops, checkSecretUses } from './check-secret-uses.ts';
import { checkSecrets, type KeyPlace } from './check-secrets.ts';
import { type CheckName, type Finding, failed, passed, warned } from './finding.ts';
import { findSummerHour } from './machine-facts.ts';

/** How an examination goes about it. */
export interface ExaminationOptions {
  /** Whether everything is read, however long that takes. */
  readonly isDeep: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
  /** The configured key of the secrets; absent: that of the file beside the database. */
  readonly secretKey?: string | undefined;
  /** File of the anchors of the audit log; absent: that beside an embedded database. */
  readonly auditAnchors?: string | undefined;
}

/** Longer chains are walked only when everything is to be read. */
const QUICK_ENTRIES = 20_000;
/** The versions of the schema that brought them. */
const FIRST_WITH_WEBHOOKS = 3;
const FIRST_WITH_FILES = 11;
const FIRST_WITH_ANCHORS = 18;
const FIRST_WITH_DROPS = 20;
const DAY_MILLIS = 86_400_000;
const MOST_FEEDS = 20;

/** Checks what stands in a database, the same on SQLite and PostgreSQL. */
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
    ...(await attempt('files', () => checkContents(connection))),
    ...(await attempt('clock', async () => {
      const { newest } = await findAuditEnds(connection);
      return [checkClock({ now: options.now, newest, summerHour: findSummerHour() })];
    })),
  ];
}

/** The findings of a check, or that it could not be made. */
export async function attempt(
  check: CheckName,
  work: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnusableDatabase) return [failed(check, error.finding, error.remedy)];
    const message = damageOf(error) ?? (error instanceof Error ? error.message : String(error));
    return [failed(check, message.replace(/\s+/g, ' '), RESTORE)];
  }
}

async function checkSchema(connection: Connection): Promise<readonly Finding[]> {
  const version = await requireKnownSchema(connection);
  if (version === 0) {
    return [failed('schema', 'the database is empty', 'set it up: farmctl init, or farmctl serve')];
  }
  const { rows, organisations } = await readContent(connection);
  const finding = `version ${version}, ${organisations} organisations, ${rows} rows`;
  if (organisations > 0) return [passed('schema', finding)];
  return [warned('schema', finding, 'set it up: farmctl init, or farmctl serve')];
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

async function checkContents(connection: Connection): Promise<readonly Finding[]> {
  const isOlder = (await requireKnownSchema(connection)) < FIRST_WITH_FILES;
  return isOlder ? [] : [checkFiles(await findContentFaults(connection))];
}

async function checkChain(
  connection: Connection,
  options: ExaminationOptions & { readonly keyPlace: KeyPlace },
): Promise<readonly Finding[]> {
  const { isDeep, now, keyPlace } = options;
  const ends = await findAuditEnds(connection);
  const late = checkUnsealed(ends, now);
  const isWalked = isDeep || ends.sealed <= QUICK_ENTRIES;
  if (!isWalked) return [checkAuditLog(undefined, ends.sealed), ...late];
  const isOlder = (await requireKnownSchema(connection)) < FIRST_WITH_ANCHORS;
  const key = findKeyQuietly(keyPlace);
  // Before the database: a server may sign in between.
  const { anchors: outside, unreadable } = readAnchors(options);
  const { state, problems } = await verifyAnchored(connection, {
    stored: isOlder ? [] : await listAnchors(connection),
    outside,
    unreadable,
    publicKey: key && createAnchorSigner(key).publicKey,
  });
  // Where the key belongs is told by another check.
  const serious = problems.filter(({ code }) => code !== 'key_missing');
  return [checkAuditLog(state, ends.sealed), ...checkAnchors(serious), ...late];
}

/** The newest anchors of the file; none where there is no file. */
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
