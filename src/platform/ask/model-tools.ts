import type { Fact } from '../../ask/measure.ts';
import { type JsonSchema, oneOf, string } from '../../model/api/json-schema.ts';
import type { Admission } from '../../model/api/operation.ts';
import { actionSchema } from '../../model/api/write-schema.ts';
import { type FarmError, validationFailed } from '../../model/core/errors.ts';
import type { Language } from '../../model/core/message.ts';
import {
  aggregations,
  measureNames,
  measureSlots,
  measureSummaries,
} from '../../model/measures.ts';
import {
  type ActionType,
  actionFields,
  actions,
  actionTypes,
} from '../../model/resources/actions.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import { daysBetween } from '../../tools/calendar.ts';
import { checkAction } from '../actions/execute-action.ts';
import { admit } from '../core/admission.ts';
import { queryOf, type RequestContext } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import type { ToolDescription } from '../outbound/chat-model.ts';
import { readMeasure } from './measures.ts';
import type { QuestionFarm } from './question-farm.ts';

/** The caller of a tool, and the state of the conversation. */
export interface ToolContext {
  readonly runtime: Runtime;
  readonly call: RequestContext;
  readonly farm: QuestionFarm;
  readonly language: Language;
  /** IDs returned by tools in this conversation. */
  readonly ids: ReadonlySet<string>;
}

/** A validated and proposed action; its references are IDs of the farm. */
export interface ProposedAction {
  readonly type: ActionType;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A tool result. */
export interface ToolResult {
  /** Content for the model. */
  readonly content: unknown;
  /** Facts that support numbers in an answer. */
  readonly facts: readonly Fact[];
  readonly ids: readonly string[];
  readonly proposal?: ProposedAction;
}

/** Arguments as written by a model. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** A model tool; forbidden use throws a `FarmError`, which is returned to the model. */
export interface ModelTool extends ToolDescription {
  run(context: ToolContext, args: ToolArguments): Promise<ToolResult>;
}

/**
 * The caller's request as a request of another operation on the farm of the question; throws when
 * the key lacks the scope of that operation.
 */
export function callWith(
  { call, farm }: ToolContext,
  operation: Admission,
  parameters: Readonly<Record<string, string | undefined>>,
): RequestContext {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const { idempotency: _kept, ifMatch: _tag, ifNoneMatch: _other, ...plain } = call;
  // A separate subject: intermediate reads are not the subject of the request.
  const own = { ...plain, query: queryOf([['farmId', farm.farmId], ...given]), subject: {} };
  admit(own, operation);
  return own;
}

/** Argument values as texts; throws for unknown names and for values of other types. */
export function textArguments(
  args: ToolArguments,
  taken: readonly string[],
): Readonly<Record<string, string>> {
  const entries = Object.entries(args).filter(([, value]) => (value ?? '') !== '');
  for (const [name, value] of entries) {
    if (!taken.includes(name)) throw badArgument(name, `there is no argument ${name}`);
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      throw badArgument(name, `${name} must be a text`);
    }
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** The ID of a record named by a model: by a name of the farm, or by an ID returned by a tool. */
export function recordId(
  { farm: { names }, ids }: Pick<ToolContext, 'farm' | 'ids'>,
  {
    path,
    resource,
    text,
  }: { readonly path: string; readonly resource: string; readonly text: string },
): string {
  if (ids.has(text)) return text;
  const wanted = text.trim().toLowerCase();
  const named = [...names.barns, ...names.flocks, ...names.people, ...names.products].filter(
    (one) => one.resource === resource && one.name.trim().toLowerCase() === wanted,
  );
  const [only, ...others] = named;
  if (only && others.length === 0) return only.id;
  throw badArgument(
    path,
    only ? `${path}: several are called so` : `${path} names none that was told`,
  );
}

/** The error for an invalid argument. */
export function badArgument(path: string, message: string): FarmError {
  return validationFailed([{ path: path.slice(0, 80), code: 'not_allowed', message }]);
}

/** Schema keywords that a model needs. */
const SCHEMA_KEYWORDS: readonly string[] = [
  'type',
  'description',
  'enum',
  'const',
  'properties',
  'required',
];

/**
 * Reduces a request schema to the subset of JSON Schema that all model servers accept: of several
 * forms of a value only the first, which is the stored one; no patterns or bounds, which some
 * servers cannot compile to a grammar. The service still validates what is sent.
 */
function simplifySchema(schema: JsonSchema): JsonSchema {
  const { anyOf, ...own } = schema;
  const [first] = Array.isArray(anyOf) ? (anyOf as readonly JsonSchema[]) : [];
  const { type, enum: words, items, ...rest } = { ...(own['properties'] ? {} : first), ...own };
  const keywords = Object.entries(rest).filter(([name]) => SCHEMA_KEYWORDS.includes(name));
  return {
    ...(type === undefined ? {} : { type: Array.isArray(type) ? type[0] : type }),
    ...(words === undefined ? {} : { enum: words }),
    ...(items === undefined ? {} : { items: { type: 'string' } }),
    ...Object.fromEntries(
      keywords.map(([name, value]) => [name, name === 'properties' ? plainAll(value) : value]),
    ),
  };
}

function plainAll(properties: unknown): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => [
      name,
      simplifySchema(schema),
    ]),
  );
}

/** The tool that proposes an action; it never runs one. */
export const proposeActionTool: ModelTool = {
  name: 'propose_action',
  description:
    'Propose one action, only where the user asks for it or for advice. Nothing runs by it. ' +
    'Records are named by their names or by ids that tools have told.',
  parameters: {
    type: 'object',
    properties: { action: { anyOf: actionTypes.map(schemaOf) } },
    required: ['action'],
  },
  async run(context, args) {
    const sent = readAction(args);
    const type = actionTypes.find((fieldsByName) => fieldsByName === sent['type']);
    if (!type) {
      throw badArgument('type', `there is no such action; there are ${actionTypes.join(', ')}`);
    }
    const { farmId } = context.farm;
    if ((sent['farmId'] ?? farmId) !== farmId) {
      throw badArgument('farmId', 'actions are of the farm that is asked about');
    }
    const fields = readFields(context, type, sent);
    const { runtime, call } = context;
    await checkAction(runtime.database, { call, body: { farmId, type, ...fields } });
    return {
      content: { proposed: type, note: 'Nothing has run. Tell the user what is proposed.' },
      facts: [],
      ids: [],
      proposal: { type, fields },
    };
  },
};

function schemaOf(type: ActionType): JsonSchema {
  const { properties, anyOf: _choice, ...schema } = actionSchema(type);
  const { farmId: _farm, ...own } = properties as Readonly<Record<string, JsonSchema>>;
  return simplifySchema({ ...schema, properties: own });
}

/** Accepts the action as in the schema, or flattened as some models write it. */
function readAction(args: ToolArguments): ToolArguments {
  const { action } = args;
  if (typeof action !== 'object' || action === null || Array.isArray(action)) return args;
  return action as ToolArguments;
}

function readFields(
  context: ToolContext,
  type: ActionType,
  sent: ToolArguments,
): Readonly<Record<string, unknown>> {
  const fields = new Map(actionFields(actions[type]));
  const entries = Object.entries(sent).filter(
    ([name, value]) => !['type', 'farmId'].includes(name) && (value ?? '') !== '',
  );
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const field = fields.get(name);
      if (!field) throw badArgument(name, `${type} has no field ${name}`);
      if (field.type !== 'reference') return [name, value];
      return [name, recordId(context, { path: name, resource: field.to, text: String(value) })];
    }),
  );
}

/** Arguments that name a record, with their resource and parameter. */
const REFERENCE_FIELDS: Readonly<
  Record<string, { readonly resource: string; readonly as: string }>
> = {
  barn: { resource: 'barns', as: 'barnId' },
  flock: { resource: 'flocks', as: 'flockId' },
  person: { resource: 'users', as: 'person' },
  product: { resource: 'medicine', as: 'product' },
};
const summaries = measureNames.map((name) => `${name}: ${measureSummaries[name]}`).join('; ');

/** The tool that reads a measure of the farm, as computed by the engine. */
export const readMeasureTool: ModelTool = {
  name: 'read_measure',
  description: `Read one figure of the farm. ${summaries}.`,
  parameters: {
    type: 'object',
    properties: {
      measure: oneOf(measureNames),
      barn: string('Name of a barn; absent: the whole farm'),
      flock: string('Name of a flock'),
      from: string('First day, YYYY-MM-DD; absent: the usual days of the measure'),
      to: string('Last day, YYYY-MM-DD'),
      aggregation: oneOf(aggregations),
      ...Object.fromEntries(
        Object.entries(measureSlots).map(([name, note]) => [name, string(note)]),
      ),
    },
    required: ['measure'],
  },
  async run(context, args) {
    const taken = [...Object.keys(REFERENCE_FIELDS), ...Object.keys(measureSlots)];
    const text = textArguments(args, ['measure', 'from', 'to', 'aggregation', ...taken]);
    const { measure = '', ...others } = text;
    const parameters = Object.entries(others).map(([name, value]) =>
      readParameter(context, name, value),
    );
    const query = { ...Object.fromEntries(parameters), lang: context.language };
    const { body } = await readMeasure(
      context.runtime,
      callWith(context, routeOf('readMeasure'), query),
      measure,
    );
    const answer = JSON.parse(body) as MeasureBody;
    return {
      content: { ...answer, ...periodOf(text), facts: answer.facts.map(withoutSource) },
      facts: [...answer.facts, ...daysFacts(answer)],
      ids: answer.facts.flatMap(({ source }) => source.ids ?? []),
    };
  },
};

interface MeasureBody {
  readonly answer: string;
  readonly understood: Readonly<Record<string, unknown>>;
  readonly facts: readonly Fact[];
}

function readParameter(
  context: ToolContext,
  name: string,
  text: string,
): readonly [string, string] {
  const reference = REFERENCE_FIELDS[name];
  if (!reference) return [name, text];
  const { as, resource } = reference;
  if (name !== 'person') return [as, recordId(context, { path: name, resource, text })];
  const { people } = context.farm.names;
  const isContact = people.some(
    ({ name: fields, resource: of }) => fields === text && of !== resource,
  );
  return [as, recordId(context, { path: name, resource: isContact ? 'contacts' : resource, text })];
}

function periodOf({ from, to }: Readonly<Record<string, string>>) {
  return from === undefined ? {} : { period: { from, to: to ?? from } };
}

function withoutSource({ label, value, unit, asOf }: Fact) {
  return { label, value, unit, asOf };
}

/** The number of days of a measure may be stated too. */
function daysFacts({ understood }: MeasureBody): readonly Fact[] {
  const { period } = understood as {
    readonly period?: { readonly from: string; readonly to: string };
  };
  if (!period) return [];
  const value = daysBetween(period.from, period.to) + 1;
  const label = `Days from ${period.from} to ${period.to}`;
  return [{ label, value, unit: 'days', asOf: period.to, source: { query: period } }];
}
