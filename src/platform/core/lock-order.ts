import type { ResourceDefinition } from '../../model/core/resource.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { type ResourceName, resources } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { listFarmsOfRows, lockRows, type RowName } from '../../storage/records/lock-rows.ts';

/*
 * The order in which transactions wait for locks on PostgreSQL (SQLite has one writer and no locks):
 *
 * 1. the rules of farms, by the id of the farm (`lockRules`);
 * 2. rows that are about to change, with the flocks that rows belong to: flocks, then by resource
 *    (`inLockOrder`) and id (`lockRows`);
 * 3. names and further rows. Only the holder of the rules of their farm waits for further rows.
 *
 * Transactions that keep this order never wait for each other in a circle. A change of a single row
 * takes the rules of its farm first where it locks more than this row and its flock
 * (`lockFollowed`). A change of several rows takes all locks of 1 and 2 before the first of them
 * (`lockForWrites`). test/http/lock-circles.test.ts records the locks of all writers.
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

/** Resources whose rows are locked by transactions that hold the rules of their farm. */
const LOCKED_UNDER_RULES: ReadonlySet<string> = new Set<ResourceName>([
  'alerts',
  'flocks',
  'integrations',
]);

/** Lets the rules of a farm be applied by one transaction after the other. */
export async function lockRules({
  transaction,
  farmId,
}: {
  readonly transaction: Transaction;
  readonly farmId: string | undefined;
}): Promise<void> {
  await transaction.lock(`rules ${farmId}`);
}

/** Takes the rules of the farm of a row that is about to be written, where its change needs them. */
export async function lockFollowed(
  transaction: Transaction,
  { name }: Pick<ResourceDefinition, 'name'>,
  findFarm: () => Promise<string | null | undefined> | string | undefined,
): Promise<void> {
  if (transaction.dialect.lockRows === '' || !FOLLOWED.has(name)) return;
  const farmId = await findFarm();
  if (typeof farmId === 'string') await lockRules({ transaction, farmId });
}

/** What a transaction is about to write; nothing of it has been checked yet. */
export interface PlannedWrites {
  readonly scope: Scope;
  /** The resources that are written besides those of the rows. */
  readonly written: readonly string[];
  /** Rows that are changed or deleted. */
  readonly rows: readonly RowName[];
  /** The bodies, and other places that name rows. */
  readonly sent: unknown;
}

/** Takes the locks that writes of several rows need, before the first of them. */
export async function lockForWrites(
  transaction: Transaction,
  { scope, written, rows, sent }: PlannedWrites,
): Promise<void> {
  if (transaction.dialect.lockRows === '') return;
  const named = rowsNamedIn(sent);
  const names = [...written, ...rows.map(({ definition }) => definition.name)];
  const isUnderRules = names.some((name) => FOLLOWED.has(name) || LOCKED_UNDER_RULES.has(name));
  if (isUnderRules) {
    const farmIds = await listFarmsOfRows(transaction, scope, [...rows, ...named]);
    for (const farmId of [...farmIds].sort()) await lockRules({ transaction, farmId });
  }
  const flockIds = named.flatMap(({ definition, id }) => (definition === flocks ? [id] : []));
  await lockRows(transaction, scope, rows, flockIds);
}

const byPrefix = new Map(
  Object.values<ResourceDefinition>(resources).map((one) => [one.idPrefix, one]),
);

/** The rows whose ids are among the texts of a value. */
export function rowsNamedIn(sent: unknown): RowName[] {
  const texts = JSON.stringify(sent) ?? '';
  return [...texts.matchAll(/"([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}"/g)].flatMap(([quoted, prefix]) => {
    const definition = byPrefix.get(prefix ?? '');
    return definition ? [{ definition, id: quoted.slice(1, -1) }] : [];
  });
}
