import type { Fact } from '../../../ask/measure.ts';
import type { ActionType } from '../../../model/actions.ts';
import { type FarmError, validationFailed } from '../../../model/errors.ts';
import type { Language } from '../../../model/languages.ts';
import type { Call } from '../../requests/call.ts';
import { queryOf } from '../../requests/query.ts';
import type { Runtime } from '../../runtime.ts';
import type { AskedFarmNames } from '../load-asked-farm.ts';
import type { ToolDescription } from './chat-model.ts';

/** For whom a tool works, and what the conversation knows already. */
export interface ToolContext {
  readonly runtime: Runtime;
  readonly call: Call;
  readonly farm: AskedFarmNames;
  readonly language: Language;
  /** Ids that tools have told in this conversation. */
  readonly ids: ReadonlySet<string>;
}

/** An action that was checked and is proposed; its references are ids of the farm. */
export interface ProposedAction {
  readonly type: ActionType;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What a tool found. */
export interface ToolResult {
  /** As the model is told it. */
  readonly content: unknown;
  /** What numbers of an answer may rest on. */
  readonly facts: readonly Fact[];
  readonly ids: readonly string[];
  readonly proposal?: ProposedAction;
}

/** Arguments as a model has written them. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Something a model may do; what it must not throws a `FarmError` that it is told. */
export interface ModelTool extends ToolDescription {
  run(context: ToolContext, args: ToolArguments): Promise<ToolResult>;
}

/** The call of the caller, as one that asks for the asked farm with these parameters. */
export function callWith(
  { call, farm }: ToolContext,
  parameters: Readonly<Record<string, string | undefined>>,
): Call {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const { idempotency: _kept, ifMatch: _tag, ifNoneMatch: _other, ...plain } = call;
  // A subject of its own: what is read on the way is not what the request is about.
  return { ...plain, query: queryOf([['farmId', farm.farmId], ...given]), subject: {} };
}

/** The values of arguments as texts; throws for names that are not taken and for other values. */
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

/** The id behind what a model calls a record: a name of the farm, or an id it was told. */
export function recordId(
  { farm: { names }, ids }: Pick<ToolContext, 'farm' | 'ids'>,
  {
    path,
    resource,
    said,
  }: { readonly path: string; readonly resource: string; readonly said: string },
): string {
  if (ids.has(said)) return said;
  const wanted = said.trim().toLowerCase();
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

/** An argument that is not taken. */
export function badArgument(path: string, message: string): FarmError {
  return validationFailed([{ path: path.slice(0, 80), code: 'not_allowed', message }]);
}
