import type { ResourceDefinition } from '../../model/core/resource.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { type ResourceName, resources } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { listFarmsOfRows, lockRows, type RowName } from '../../storage/records/lock-rows.ts';

/*
 * The lock order of transactions on PostgreSQL (SQLite has one writer and no locks):
 *
 * 1. the rules of farms, by farm id (`lockRules`);
 * 2. rows to be changed, with the flocks they belong to: flocks, then by resource (`inLockOrder`)
 *    and id (`lockRows`);
 * 3. names and further rows. Only the transaction that has locked the rules of the farm waits for
 *    further rows.
 *
 * Transactions that follow this order never deadlock. A change of a single row first locks the
 * rules of its farm if it locks more than this row and its flock (`lockFollowed`). A change of
 * several rows takes all locks of 1 and 2 before its first write (`lockForWrites`).
 * test/http/lock-cycles.test.ts records the locks of all writers.
 */

/** Resources whose changes lock other rows, or apply the rules of their farm. */
const FOLLOWED: ReadonlySet<string> = new Set<ResourceName>([
  'automations',
  'controller-commands',
  'daily-logs',
  'devices',
  'farms',
  'feed-orders',
  'tender-bids',
  'tenders',
  'vision-events',
]);

/** Resources whose rows are locked by transactions with the rules lock of their farm. */
const LOCKED_UNDER_RULES: ReadonlySet<string> = new Set<ResourceName>([
  'alerts',
  'flocks',
  'integrations',
]);

/** Serialises the application of a farm's rules. */
export async function lockRules({
  transaction,
  farmId,
}: {
  readonly transaction: Transaction;
  readonly farmId: string | undefined;
}): Promise<void> {
  await transaction.lock(`rules ${farmId}`);
}

/** Takes the rules lock of the farm of a row to be written, if its change needs it. */
export async function lockFollowed(
  transaction: Transaction,
  { name }: Pick<ResourceDefinition, 'name'>,
  findFarm: () => Promise<string | null | undefined> | string | undefined,
): Promise<void> {
  if (transaction.dialect.lockRows === '' || !FOLLOWED.has(name)) return;
  const farmId = await findFarm();
  if (typeof farmId === 'string') await lockRules({ transaction, farmId });
}

/** The planned writes of a transaction, not validated yet. */
export interface PlannedWrites {
  readonly scope: Scope;
  /** Resources written in addition to those of the rows. */
  readonly written: readonly string[];
  /** Rows to be changed or deleted. */
  readonly rows: readonly RowName[];
  /** Request bodies and other values that name rows. */
  readonly sent: unknown;
}

/** Takes the locks for writes of several rows, before the first write. */
export async function lockForWrites(
  transaction: Transaction,
  { scope, written, rows, sent }: PlannedWrites,
): Promise<void> {
  if (transaction.dialect.lockRows === '') return;
  const namedRows = rowsNamedIn(sent);
  const names = [...written, ...rows.map(({ definition }) => definition.name)];
  const isUnderRules = names.some((name) => FOLLOWED.has(name) || LOCKED_UNDER_RULES.has(name));
  if (isUnderRules) {
    const farmIds = await listFarmsOfRows(transaction, scope, [...rows, ...namedRows]);
    for (const farmId of [...farmIds].sort()) await lockRules({ transaction, farmId });
  }
  const flockIds = namedRows.flatMap(({ definition, id }) => (definition === flocks ? [id] : []));
  await lockRows(transaction, scope, rows, flockIds);
}

const byPrefix = new Map(
  Object.values<ResourceDefinition>(resources).map((definition) => [
    definition.idPrefix,
    definition,
  ]),
);

/** The rows whose IDs occur in a value. */
export function rowsNamedIn(sent: unknown): RowName[] {
  const texts = JSON.stringify(sent) ?? '';
  return [...texts.matchAll(/"([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}"/g)].flatMap(([quoted, prefix]) => {
    const definition = byPrefix.get(prefix ?? '');
    return definition ? [{ definition, id: quoted.slice(1, -1) }] : [];
  });
}
