import type { ResourceDefinition } from '../../model/resource.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { type Condition, listRows } from '../../storage/records/list-rows.ts';
import type { Scope } from '../../storage/records/scope.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { scopeOf } from '../access/actor.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import type { RuleContext } from '../rules/resource-rules.ts';

/** The statuses of a flock that is inside its barn. */
const INSIDE = ['active', 'selling'] as const;

/** A row that the caller sees, held against other changes; undefined when there is none. */
export async function holdRow(
  { transaction, actor }: RuleContext,
  definition: ResourceDefinition,
  id: string,
): Promise<StoredRow | undefined> {
  const scope = scopeOf(actor);
  const json = await findRow(transaction, definition, { id, scope, forUpdate: true });
  return json === undefined ? undefined : storedFromJson(json, actor.orgId);
}

/** Which rows are looked for. */
interface RowSearch {
  readonly scope: Scope;
  readonly equal: Readonly<Record<string, string>>;
  /** Folded text that the row must hold. */
  readonly text?: string;
  readonly order: string;
  readonly limit: number;
}

/** Rows that hold certain values, the last in the order first. */
export async function findRows(
  { transaction }: Pick<RuleContext, 'transaction'>,
  definition: ResourceDefinition,
  search: RowSearch,
): Promise<StoredRow[]> {
  const { scope, equal, text, order, limit } = search;
  const conditions = Object.entries(equal).map(
    ([field, value]): Condition => ({ field, operator: '=', value }),
  );
  const rows = await listRows(transaction, definition, {
    scope,
    conditions,
    ...(text === undefined ? {} : { text }),
    order,
    direction: 'desc',
    limit,
    offset: 0,
  });
  return rows.map((row) => storedFromJson(row, scope.orgId));
}

/** The flock that was placed last among those inside a barn. */
export async function findFlockInside(
  context: RuleContext,
  barnId: string,
): Promise<StoredRow | undefined> {
  const found: StoredRow[] = [];
  for (const status of INSIDE) {
    const search = { equal: { barnId, status }, order: 'placementDate', limit: 1 };
    found.push(...(await findRows(context, flocks, { scope: scopeOf(context.actor), ...search })));
  }
  const [first, second] = found;
  if (!first || !second) return first;
  return String(second['placementDate']) > String(first['placementDate']) ? second : first;
}
