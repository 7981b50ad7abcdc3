import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { MockMode, MockSnapshots } from '../../http/core/mock-mode.ts';
import {
  type DemoData,
  type DemoDraft,
  type DemoRow,
  demoOrganisation,
} from '../../mock/demo-farm/demo-context.ts';
import { draftDemo } from '../../mock/demo-farm/generate-demo.ts';
import { demoFile } from '../../mock/demo-farm/media.ts';
import { refused } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { Language } from '../../model/core/message.ts';
import { fullScopes } from '../../model/core/vocabulary.ts';
import { getResource, type ResourceName, resourceNames } from '../../model/resources/registry.ts';
import { createCredential, hashSecret } from '../../platform/access/credentials.ts';
import { recordHistory } from '../../platform/activity/record-history.ts';
import { newKey } from '../../platform/administration/manage-keys.ts';
import { createRuntime } from '../../platform/create-runtime.ts';
import { weighFarm } from '../../platform/vision/weigh-flocks.ts';
import type { Database, Transaction } from '../../storage/core/database.ts';
import { UnusableDatabase } from '../../storage/core/errors.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { insertRows } from '../../storage/records/write-rows.ts';
import { withLateIndexes } from '../../storage/sqlite/memory-database.ts';
import { insertCameraToken, insertKey } from '../../storage/system/api-keys.ts';
import { storeRuleAlert } from '../../storage/system/farm-scans.ts';
import { insertChunk, insertContent } from '../../storage/system/media.ts';
import { insertOrganisation } from '../../storage/system/organisations.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { createMovableClock } from '../../tools/clock.ts';
import { createIdFactory } from '../../tools/ids.ts';
import { createDemoRandom, type Random } from '../../tools/random.ts';

/** Content of a mock server at startup. */
export interface MockOptions {
  readonly content: 'demo' | 'empty';
  readonly seed: number;
  /** Language of the generated texts; default English. */
  readonly language?: Language;
  /** Current time of the mock server, milliseconds since 1970. */
  readonly now: number;
}

/** Credentials of a mock server for its callers. */
export interface MockAccess {
  readonly orgId: string;
  readonly farms: readonly { readonly id: string; readonly name: string }[];
  readonly keys: Readonly<Record<string, string>>;
  readonly cameras: readonly CameraAccess[];
}

interface CameraAccess {
  readonly integrationId: string;
  readonly token: string;
  readonly barnId: string | null;
  readonly source: string | null;
}

interface MockKey {
  readonly scopes: readonly string[];
  readonly rateLimitPerMinute: number | null;
  readonly isPinned?: boolean;
}

const KEYS: Readonly<Record<string, MockKey>> = {
  admin: { scopes: fullScopes, rateLimitPerMinute: null },
  reader: { scopes: ['read:*'], rateLimitPerMinute: limits.requestsPerMinute },
  assistant: { scopes: ['read:*', 'ai:ask', 'actions:execute'], rateLimitPerMinute: null },
  pinned: { scopes: ['read:*', 'write:*'], rateLimitPerMinute: null, isPinned: true },
};

/** Fills an empty database with keys and the demo farm, or only an organisation. */
export async function loadMock(database: Database, options: MockOptions): Promise<MockAccess> {
  const { seed, now, language = 'en' } = options;
  const organisation = demoOrganisation({ seed, now, language });
  const demo = options.content === 'demo' ? draftDemo({ seed, now, language }) : undefined;
  const rows = demo?.rows;
  const random = createDemoRandom(`${options.seed}/credentials`);
  return database.transaction(async (transaction) => {
    const createdAt = formatInstant(options.now);
    await insertOrganisation(transaction, { ...organisation, createdAt });
    if (demo) await insertDraft(database, transaction, { demo, orgId: organisation.id, seed, now });
    const farms = (rows?.farms ?? []).map((farm) => ({ id: farm.id, name: String(farm['name']) }));
    const input = { orgId: organisation.id, createdAt, random };
    return {
      orgId: organisation.id,
      farms,
      keys: await insertKeys(transaction, { ...input, firstFarm: farms[0]?.id }),
      cameras: rows ? await insertTokens(transaction, { ...input, rows }) : [],
    };
  });
}

/** Fills a new organisation with the demo farms, without the publicly known keys and tokens. */
export async function insertDemo(
  database: Database,
  transaction: Transaction,
  input: {
    readonly orgId: string;
    readonly seed: number;
    readonly language: Language;
    readonly now: number;
  },
): Promise<void> {
  const { seed, language, now } = input;
  await insertDraft(database, transaction, { ...input, demo: draftDemo({ seed, now, language }) });
}

async function insertDraft(
  database: Database,
  transaction: Transaction,
  input: {
    readonly demo: DemoDraft;
    readonly orgId: string;
    readonly seed: number;
    readonly now: number;
  },
): Promise<void> {
  const { demo, orgId, seed, now } = input;
  const { rows } = demo;
  await withLateIndexes(transaction, () => insertAll(transaction, { demo, orgId, seed }));
  await storeFiles(transaction, rows, { orgId, seed, now });
  await storeAlertKeys(transaction, rows, orgId);
  await weighAll(database, transaction, { rows, orgId, now });
}

interface CredentialInput {
  readonly orgId: string;
  readonly createdAt: string;
  readonly random: Random;
}

async function insertAll(
  transaction: Transaction,
  input: { readonly demo: DemoDraft; readonly orgId: string; readonly seed: number },
): Promise<void> {
  const { demo, orgId, seed } = input;
  const stored: Partial<Record<ResourceName, StoredRow[]>> = {};
  for (const name of resourceNames) {
    const definition = getResource(name);
    if (name === 'env-readings') {
      await insertRows(transaction, definition, storedRows(demo.readings, orgId));
      continue;
    }
    stored[name] = [...storedRows(demo.rows[name], orgId)];
    await insertRows(transaction, definition, stored[name]);
  }
  const { fill } = createDemoRandom(`${seed}/activity`);
  await recordHistory(transaction, { orgId, rows: stored }, fill);
}

/**
 * Stores the keys under which the rules raised the alerts, so that each rule finds its last one.
 */
async function storeAlertKeys(
  transaction: Transaction,
  { alerts }: DemoData['rows'],
  orgId: string,
): Promise<void> {
  const oldestFirst = alerts.toSorted((left, right) => (left.createdAt < right.createdAt ? -1 : 1));
  for (const { id: alertId, farmId, source } of oldestFirst) {
    const { key } = (source ?? {}) as { readonly key?: unknown };
    if (typeof key !== 'string' || farmId === null) continue;
    await storeRuleAlert(transaction, { orgId, farmId, key, alertId, quiet: 0 });
  }
}

/** Computes the camera weights of the flocks as if the events had just arrived. */
async function weighAll(
  database: Database,
  transaction: Transaction,
  input: { readonly rows: DemoData['rows']; readonly orgId: string; readonly now: number },
): Promise<void> {
  const { rows, orgId, now } = input;
  const runtime = createRuntime(database, createMovableClock(now));
  for (const { id: farmId } of rows.farms) {
    await weighFarm(runtime, transaction, { orgId, farmId, now });
  }
}

function* storedRows(rows: Iterable<DemoRow>, orgId: string): Generator<StoredRow> {
  // Spread last: a literal that starts with a spread takes ten times as long to create.
  for (const row of rows) yield { orgId, version: 1, ...row };
}

async function insertKeys(
  transaction: Transaction,
  input: CredentialInput & { readonly firstFarm: string | undefined },
): Promise<Record<string, string>> {
  const { orgId, createdAt, random, firstFarm } = input;
  const texts: Record<string, string> = {};
  for (const [name, { scopes, rateLimitPerMinute, isPinned }] of Object.entries(KEYS)) {
    const { key, text } = newKey(
      { fillRandom: random.fork(name).fill },
      {
        orgId,
        name,
        scopes,
        farmIds: isPinned ? [firstFarm].filter((id) => id !== undefined) : null,
        rateLimitPerMinute,
        createdAt,
        createdBy: null,
        expiresAt: null,
      },
    );
    await insertKey(transaction, key);
    texts[name] = text;
  }
  return texts;
}

async function insertTokens(
  transaction: Transaction,
  input: CredentialInput & { readonly rows: DemoData['rows'] },
): Promise<CameraAccess[]> {
  const { orgId, createdAt, random, rows } = input;
  const cameras: CameraAccess[] = [];
  for (const integration of rows.integrations.filter(({ kind }) => kind === 'camera')) {
    const { fill } = random.fork(integration.id);
    const { id, secret, text } = createCredential('cameraToken', fill);
    const integrationId = integration.id;
    await insertCameraToken(transaction, {
      id,
      orgId,
      integrationId,
      secretHash: hashSecret(secret),
      createdAt,
    });
    cameras.push({ integrationId, token: text, ...cameraOf(rows, integration) });
  }
  return cameras;
}

function cameraOf(rows: DemoData['rows'], integration: DemoRow) {
  const device = rows.devices.find(
    ({ kind, farmId, barnId }) =>
      kind === 'camera' &&
      farmId === integration.farmId &&
      (integration['barnId'] === null || barnId === integration['barnId']),
  );
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    barnId: text(device?.['barnId'] ?? integration['barnId']),
    source: text(device?.['sourceKey']),
  };
}

/** Stores the files of the media items of the demo farm. */
async function storeFiles(
  transaction: Transaction,
  { media }: Pick<DemoData['rows'], 'media'>,
  demo: { readonly orgId: string; readonly seed: number; readonly now: number },
): Promise<void> {
  const { orgId, seed, now } = demo;
  const ids = createIdFactory(() => now, createDemoRandom(`${seed}/files`).fill);
  for (const { id: mediaId, farmId, createdAt, category, description } of media) {
    if (farmId === null) continue;
    const subject = { category: String(category), number: String(description ?? '') };
    const { bytes, mimeType } = demoFile(subject);
    const id = ids.create('content');
    await insertContent(transaction, {
      ...{ id, orgId, farmId, mediaId, mimeType, createdAt, keptAt: createdAt },
      variant: 'original',
      sizeBytes: bytes.length,
      chunkBytes: limits.mediaChunkBytes,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    await insertChunk(transaction, { contentId: id, part: 0, bytes });
  }
}

/** Content of a snapshot besides the rows. */
const snapshotNoteSchema = z.object({ now: z.number(), faults: z.array(z.string()) });

/** The snapshots of a mock server: rows, clock and faults in one file. */
export function createMockSnapshots(
  { snapshots }: Database,
  { clock, faults }: Pick<MockMode, 'clock' | 'faults'>,
): MockSnapshots {
  if (!snapshots) throw new Error('a mock server keeps its rows in memory');
  return {
    save: () =>
      withFile(async (path) => {
        await snapshots.save(path, JSON.stringify({ now: clock.now(), faults: faults.list() }));
        return readFile(path);
      }),
    load: (file) =>
      withFile(async (path) => {
        await writeFile(path, file);
        const note = await snapshots.load(path).catch((error: unknown) => {
          throw error instanceof UnusableDatabase
            ? refused('snapshot_unfit', `${error.message}.`)
            : error;
        });
        const { now, faults: rules } = snapshotNoteSchema.parse(JSON.parse(note));
        clock.set(now);
        faults.clear();
        for (const rule of rules) faults.add(rule);
      }),
  };
}

async function withFile<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'farmctl-snapshot-'));
  try {
    return await work(join(folder, 'snapshot.db'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
