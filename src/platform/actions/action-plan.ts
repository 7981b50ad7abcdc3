import type { ActionType } from '../../model/actions.ts';
import type { ResourceName } from '../../model/registry.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';

/** The values of an action's fields by name; absent ones are undefined. */
export type ActionFields = Readonly<Record<string, unknown>>;

/** An action whose fields and farm are known to be right. */
export interface ActionRequest {
  readonly type: ActionType;
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
