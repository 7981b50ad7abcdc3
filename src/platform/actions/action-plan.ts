import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { validationFailed } from '../../model/core/errors.ts';
import { text } from '../../model/core/fields.ts';
import type { NamedField, ResourceDefinition } from '../../model/core/resource.ts';
import { flocks } from '../../model/resources/flocks.ts';
import type { OrderType } from '../../model/resources/record-orders.ts';
import type { ResourceName } from '../../model/resources/registry.ts';
import { parseFields } from '../../model/validation/validation.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { type Condition, listRows } from '../../storage/records/list-rows.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { type Actor, scopeOf } from '../core/actor.ts';
import { lockFollowed } from '../core/lock-order.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';

/** Field values of an action by name; absent ones are undefined. */
export type ActionFields = Readonly<Record<string, unknown>>;

/** An action with a validated farm and fields. */
export interface ActionRequest {
  readonly type: OrderType;
  /** Undefined only when the action finds the farm itself or concerns no farm. */
  readonly farmId: string | undefined;
  readonly fields: ActionFields;
}

/** A row to be inserted by an action. */
export interface PlannedInsert {
  readonly resource: ResourceName;
  readonly values: ActionFields;
}

/** A row to be updated by an action. */
export interface PlannedUpdate {
  readonly resource: ResourceName;
  readonly before: StoredRow;
  readonly changes: ActionFields;
}

/** The planned effects of an action; it answers with the first row of the updates and inserts. */
export interface ActionPlan {
  readonly updates: readonly PlannedUpdate[];
  readonly inserts: readonly PlannedInsert[];
  /** The farm, when the rows of the action determine it. */
  readonly farmId?: string | undefined;
  /** The answer when no row is written. */
  readonly result?: ActionFields;
}

export function insertOf(resource: ResourceName, values: ActionFields): ActionPlan {
  return { updates: [], inserts: [{ resource, values }] };
}

export function updateOf(
  resource: ResourceName,
  before: StoredRow,
  changes: ActionFields,
): ActionPlan {
  return { updates: [{ resource, before, changes }], inserts: [] };
}

/** A recorded value that an action replaces. */
export interface ReplacedValue {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The recorded values of a row that given fields replace. */
export function replacedValues(before: StoredRow, fields: ActionFields): ReplacedValue[] {
  return Object.entries(fields).flatMap(([field, after]) => {
    const recorded = before[field] ?? null;
    if (recorded === null || (after ?? null) === null || recorded === after) return [];
    return [{ field, before: recorded, after }];
  });
}

/** Statuses of flocks that are inside their barn. */
const INSIDE = ['active', 'selling'] as const;

/** Locks a row that the caller sees; undefined when it does not exist. */
export async function lockTarget(
  { transaction, actor, farmId }: RuleContext,
  definition: ResourceDefinition,
  id: string,
): Promise<StoredRow | undefined> {
  await lockFollowed(transaction, definition, () => farmId);
  const scope = scopeOf(actor);
  const json = await findRow(transaction, definition, { id, scope, forUpdate: true });
  return json === undefined ? undefined : storedFromJson(json, actor.orgId);
}

interface RowSearch {
  readonly scope: Scope;
  readonly equal: Readonly<Record<string, string>>;
  /** Folded text that the row must contain. */
  readonly text?: string;
  readonly order: string;
  readonly limit: number;
}

/** Finds rows by field values, the last in the order first. */
export async function findRows(
  { transaction }: { readonly transaction: Connection },
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

/** The most recently placed flock inside a barn. */
export async function findFlockInside(
  context: { readonly transaction: Connection; readonly actor: Actor },
  barnId: string,
): Promise<StoredRow | undefined> {
  const rows: StoredRow[] = [];
  for (const status of INSIDE) {
    const search = { equal: { barnId, status }, order: 'placementDate', limit: 1 };
    rows.push(...(await findRows(context, flocks, { scope: scopeOf(context.actor), ...search })));
  }
  const [first, second] = rows;
  if (!first || !second) return first;
  return String(second['placementDate']) > String(first['placementDate']) ? second : first;
}

/** The signed content of a descriptor. */
export interface SignedAction {
  readonly orgId: string;
  readonly actionId: string;
  readonly type: string;
}

/** The token of a descriptor: an HMAC-SHA256 over its content, base64url. */
export function actionToken(secret: string, { orgId, actionId, type }: SignedAction): string {
  // None of the three contains a line break, so the signed text is unambiguous.
  return createHmac('sha256', secret).update(`${orgId}\n${actionId}\n${type}`).digest('base64url');
}

/** Verifies the token of an action in constant time. */
export function isActionToken(secret: string, action: SignedAction, token: string): boolean {
  return timingSafeEqual(digest(actionToken(secret, action)), digest(token));
}

/** Hashed to a fixed length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Identifies an action for undo. */
export interface UndoDescriptor {
  readonly actionId: string;
  readonly type: string;
  readonly token: string;
}

const FIELDS: readonly NamedField[] = [
  ['actionId', text(80, { required: true })],
  ['type', text(40, { required: true })],
  ['token', text(200, { required: true })],
];

/**
 * Parses a descriptor, bare or inside the answer of the action; throws issues of missing fields.
 */
export function parseDescriptor(body: unknown): UndoDescriptor {
  const wrapped = isRecord(body) ? Object.getOwnPropertyDescriptor(body, 'undo')?.value : undefined;
  const sent: unknown = wrapped === undefined ? body : wrapped;
  if (wrapped !== undefined && !isRecord(wrapped)) {
    throw validationFailed([
      { path: 'undo', code: 'wrong_type', message: 'undo must be the descriptor of an action.' },
    ]);
  }
  // The three fields are required texts, as the parser has checked.
  return parseFields(FIELDS, sent, { zone: 'UTC' }) as unknown as UndoDescriptor;
}
