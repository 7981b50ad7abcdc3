import { actionFields } from '../../model/action-fields.ts';
import {
  type ActionDefinition,
  type ActionType,
  actions,
  actionTypes,
} from '../../model/actions.ts';
import type { Issue } from '../../model/errors.ts';
import { type DefaultName, reference, word } from '../../model/fields.ts';
import type { NamedField } from '../../model/resource-fields.ts';
import { parseFields } from '../../model/validation.ts';
import { closed } from '../../model/vocabulary.ts';
import type { Connection } from '../../storage/database.ts';
import { dayInZone, formatInstant } from '../../tools/calendar.ts';
import { scopeOf } from '../access/actor.ts';
import { farmZone } from '../farms/farm-zone.ts';
import { scopeOfFarm } from '../farms/visible-farms.ts';
import { findOnlyFarm, parseWith } from '../records/create-record.ts';
import { resolveReferences } from '../records/parents.ts';
import type { Call } from '../requests/call.ts';
import type { ActionFields, ActionRequest } from './action-plan.ts';

/** What an action is checked against: who asks, when, and what was sent. */
export interface ActionInput {
  readonly call: Pick<Call, 'actor' | 'at'>;
  readonly body: unknown;
}

const typeField: NamedField = [
  'type',
  // A list of types that is never empty; that is not said by its type.
  word(closed(actionTypes as readonly [ActionType, ...ActionType[]]), { required: true }),
];
const farmField: NamedField = ['farmId', reference('farms')];

/** Actions that find their farm themselves, or are about none. */
const FINDS_FARM: readonly ActionType[] = ['complete_task', 'navigate'];

/**
 * Reads the body of an action without running it: its type, its farm and the complete values of its
 * fields, defaults included. Throws all issues at once; what the state of the farm forbids is told
 * only by running it.
 */
export async function checkAction(
  connection: Connection,
  { call, body }: ActionInput,
): Promise<ActionRequest> {
  const type = parseFields([typeField], body, { zone: 'UTC' })['type'] as ActionType;
  const fields = actionFields(actions[type]);
  const farm = await findFarm(connection, { call, body }, { type, fields });
  const { orgId } = call.actor;
  const zone = await farmZone(connection, { orgId, farmId: farm.farmId });
  const values = parseWith([...farm.issues, ...missingChoice(type, body)], () =>
    parseFields(fields, body, { zone }),
  );
  const defaults = fields.flatMap(([name, { defaultFrom }]) =>
    defaultFrom === undefined ? [] : [[name, defaultOf(defaultFrom, call, zone)]],
  );
  return { type, farmId: farm.farmId, fields: { ...Object.fromEntries(defaults), ...values } };
}

interface FoundFarm {
  readonly farmId: string | undefined;
  readonly issues: readonly Issue[];
}

/** The farm that is named, else that of the rows that are named, else the key's only one. */
async function findFarm(
  connection: Connection,
  { call, body }: ActionInput,
  { type, fields }: { readonly type: ActionType; readonly fields: readonly NamedField[] },
): Promise<FoundFarm> {
  const own = scopeOf(call.actor);
  const named = parseFields([farmField], body, { zone: 'UTC' })['farmId'] as string | undefined;
  await scopeOfFarm(connection, own, named);
  const parents = await resolveReferences(connection, fields, {
    // The body is an object: its type was read from it.
    body: body as ActionFields,
    scope: own,
    farmId: named,
  });
  if (parents.farmId !== undefined || parents.issues.length > 0) return parents;
  const only = await findOnlyFarm(connection, own);
  const isStated = only !== undefined || FINDS_FARM.includes(type) || lacksParent(fields, body);
  return { farmId: only, issues: isStated ? [] : [missingFarm] };
}

/** A row that must be named would have named the farm; that it is missing is said of itself. */
function lacksParent(fields: readonly NamedField[], body: unknown): boolean {
  return fields.some(
    ([name, field]) =>
      field.type === 'reference' && field.required && isAbsent((body as ActionFields)[name]),
  );
}

const missingFarm: Issue = {
  path: 'farmId',
  code: 'required',
  message: 'farmId is required, since the key sees several farms.',
};

/** The issue of an action of which none of the fields is sent that could say what is meant. */
function missingChoice(type: ActionType, body: unknown): readonly Issue[] {
  const { anyOf = [] }: ActionDefinition = actions[type];
  const [first] = anyOf;
  if (first === undefined || anyOf.some((name) => !isAbsent((body as ActionFields)[name]))) {
    return [];
  }
  return [{ path: first, code: 'required', message: `${anyOf.join(' or ')} is required.` }];
}

function isAbsent(value: unknown): boolean {
  return (typeof value === 'string' ? value.trim() : (value ?? '')) === '';
}

function defaultOf(name: DefaultName, { actor, at }: ActionInput['call'], zone: string): string {
  if (name === 'today') return dayInZone(at, zone);
  return name === 'now' ? formatInstant(at) : actor.name;
}
