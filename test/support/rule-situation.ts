import type { Issue } from '../../src/model/core/errors.ts';
import { type ResourceDefinition, storedFields } from '../../src/model/core/resource.ts';
import type { RuleChange, RuleContext } from '../../src/platform/core/resource-rules.ts';
import { createRuntime } from '../../src/platform/create-runtime.ts';
import { rulesOf } from '../../src/platform/rules/rules-by-resource.ts';
import type { Database, Transaction } from '../../src/storage/core/database.ts';
import type { StoredRow } from '../../src/storage/core/stored-row.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { insertRow } from '../../src/storage/records/write-rows.ts';
import { openSqlite } from '../../src/storage/sqlite/database.ts';
import { dayInZone } from '../../src/tools/calendar.ts';
import { createMovableClock } from '../../src/tools/clock.ts';

/** The default instant of a situation: a Saturday noon in Israel. */
export const NOW = '2026-11-21T10:00:00.000Z';

type Values = Readonly<Record<string, unknown>>;

/** A change of a row among other rows. */
export interface Situation {
  /** The previous fields of the row; absent for a new row. */
  readonly before?: Values;
  /** The fields the change sets. */
  readonly after: Values;
  /** Rows in the database. */
  readonly among?: readonly (readonly [ResourceDefinition, Values])[];
  readonly now?: string;
  readonly zone?: string;
  /** Whether the caller asks for strict checking of implausible values. */
  readonly isStrict?: boolean;
}

/** A stored row with these values, the constant defaults of its resource, and null elsewhere. */
export function aRow(definition: ResourceDefinition, values: Values): StoredRow {
  const fields = storedFields(definition).map(([name, field]) => [name, field.default ?? null]);
  return {
    ...Object.fromEntries(fields),
    id: `${definition.idPrefix}_1`,
    orgId: 'org_1',
    farmId: definition.farm.kind === 'organisation' ? null : 'farm_1',
    version: 1,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    createdBy: { type: 'key', id: 'key_1' },
    ...values,
  };
}

/** The fields filled in by the rules of a resource. */
export async function fillIn(
  definition: ResourceDefinition,
  situation: Situation,
): Promise<Values> {
  const { fill } = rulesOf(definition.name);
  return inSituation(situation, async (context) => {
    const filled = await fill?.(aChange(definition, situation), context);
    return filled ?? {};
  });
}

/** The issues reported by the rules of a resource. */
export async function issuesIn(
  definition: ResourceDefinition,
  situation: Situation,
): Promise<readonly Issue[]> {
  const { check } = rulesOf(definition.name);
  return inSituation(situation, async (context) => {
    const issues = await check?.(aChange(definition, situation), context);
    return issues ?? [];
  });
}

/** The names that the rules of a resource lock during validation. */
export async function locksIn(
  definition: ResourceDefinition,
  situation: Situation,
): Promise<readonly string[]> {
  const names: string[] = [];
  const { fill, check } = rulesOf(definition.name);
  await inSituation(situation, async (context) => {
    const lock = async (name: string) => {
      names.push(name);
    };
    const watched = { ...context, transaction: { ...context.transaction, lock } };
    await fill?.(aChange(definition, situation), watched);
    await check?.(aChange(definition, situation), watched);
  });
  return names;
}

/** Deletes a row as far as the rules of its resource allow; throws their error. */
export async function deleteIn(
  definition: ResourceDefinition,
  situation: Required<Pick<Situation, 'before' | 'among'>>,
): Promise<void> {
  const { checkDelete } = rulesOf(definition.name);
  await inSituation({ ...situation, after: {} }, async (context) => {
    await checkDelete?.(aRow(definition, situation.before), context);
  });
}

function aChange(definition: ResourceDefinition, { before, after }: Situation): RuleChange {
  return {
    definition,
    before: before && aRow(definition, before),
    after: aRow(definition, { ...before, ...after }),
  };
}

const undone = new Error('the situation is over');
let opened: Promise<Database> | undefined;

/** Runs on a shared real database: each situation is a transaction that is rolled back. */
async function inSituation<T>(
  situation: Situation,
  work: (context: RuleContext) => Promise<T>,
): Promise<T> {
  opened ??= openMigrated();
  const database = await opened;
  const results: T[] = [];
  const over = database.transaction(async (transaction) => {
    for (const [definition, values] of situation.among ?? []) {
      await insertRow(transaction, definition, aRow(definition, values));
    }
    results.push(await work(aContext(database, transaction, situation)));
    throw undone;
  });
  await over.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  const [result] = results;
  return result as T;
}

async function openMigrated(): Promise<Database> {
  const database = await openSqlite(':memory:');
  await migrate(database);
  return database;
}

function aContext(
  database: Database,
  transaction: Transaction,
  { now = NOW, zone = 'Asia/Jerusalem', isStrict }: Situation,
): RuleContext {
  const millis = Date.parse(now);
  const clock = createMovableClock(millis);
  return {
    runtime: createRuntime(database, clock),
    transaction,
    actor: {
      keyId: 'key_1',
      name: 'Dana',
      orgId: 'org_1',
      scopes: ['write:*'],
      farmIds: 'all',
      rateLimitPerMinute: null,
    },
    now: millis,
    farmId: undefined,
    zone,
    today: dayInZone(millis, zone),
    isStrict,
  };
}
