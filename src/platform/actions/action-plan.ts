import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { validationFailed } from '../../model/core/errors.ts';
import { text } from '../../model/core/fields.ts';
import type { NamedField, ResourceDefinition } from '../../model/core/resource.ts';
import { flocks } from '../../model/resources/flocks.ts';
import type { OrderType } from '../../model/resources/record-orders.ts';
import type { ResourceName } from '../../model/resources/registry.ts';
import { parseFields } from '../../model/validation/validation.ts';
import type { Scope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { type Condition, listRows } from '../../storage/records/list-rows.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { scopeOf } from '../core/actor.ts';
import { lockFollowed } from '../core/lock-order.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';

/** The values of an action's fields by name; absent ones are undefined. */
export type ActionFields = Readonly<Record<string, unknown>>;

/** An action whose fields and farm are known to be right. */
export interface ActionRequest {
  readonly type: OrderType;
  /** Undefined only where the action itself finds the farm, or is about none. */
  readonly farmId: string | undefined;
  readonly fields: ActionFields;
}

/** A row that an action makes. */
export interface PlannedInsert {
  readonly resource: ResourceName;
  readonly values: ActionFields;
}

/** A row that an action changes. */
export interface PlannedUpdate {
  readonly resource: ResourceName;
  readonly before: StoredRow;
  readonly changes: ActionFields;
}

/** What an action will do, as data; the first row of the updates and inserts is what it answers. */
export interface ActionPlan {
  readonly updates: readonly PlannedUpdate[];
  readonly inserts: readonly PlannedInsert[];
  /** The farm, where the rows around the action name it. */
  readonly farmId?: string | undefined;
  /** What is answered where no row is written. */
  readonly result?: ActionFields;
}

/** The plan that makes one row. */
export function insertOf(resource: ResourceName, values: ActionFields): ActionPlan {
  return { updates: [], inserts: [{ resource, values }] };
}

/** The plan that changes one row. */
export function updateOf(
  resource: ResourceName,
  before: StoredRow,
  changes: ActionFields,
): ActionPlan {
  return { updates: [{ resource, before, changes }], inserts: [] };
}

/** The statuses of a flock that is inside its barn. */
const INSIDE = ['active', 'selling'] as const;

/** A row that the caller sees, held against other changes; undefined when there is none. */
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

/** What a descriptor stands for. */
export interface SignedAction {
  readonly orgId: string;
  readonly actionId: string;
  readonly type: string;
}

/** The token of a descriptor: an HMAC-SHA256 over what it stands for, base64url. */
export function actionToken(secret: string, { orgId, actionId, type }: SignedAction): string {
  // None of the three holds a line break, so no two descriptors have one text.
  return createHmac('sha256', secret).update(`${orgId}\n${actionId}\n${type}`).digest('base64url');
}

/** Whether a token is that of the action; takes as long for a nearly right one as for any other. */
export function isActionToken(secret: string, action: SignedAction, token: string): boolean {
  return timingSafeEqual(digest(actionToken(secret, action)), digest(token));
}

/** Of one length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** What reverses an action. */
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

/** Reads a descriptor, bare or as it stood in the answer of the action; throws what it lacks. */
export function parseDescriptor(body: unknown): UndoDescriptor {
  const wrapped = isRecord(body) ? Object.getOwnPropertyDescriptor(body, 'undo')?.value : undefined;
  const sent: unknown = wrapped === undefined ? body : wrapped;
  if (wrapped !== undefined && !isRecord(wrapped)) {
    throw validationFailed([
      { path: 'undo', code: 'wrong_type', message: 'undo must be the descriptor of an action.' },
    ]);
  }
  // The three fields are required texts.
  return parseFields(FIELDS, sent, { zone: 'UTC' }) as unknown as UndoDescriptor;
}
