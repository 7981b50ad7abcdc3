import type { Issue } from '../../model/core/errors.ts';
import type { Language } from '../../model/core/message.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import type { integrations } from '../../model/resources/integrations.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { dayInZone } from '../../tools/calendar.ts';
import type { Actor } from './actor.ts';
import { farmZone } from './farm-zone.ts';
import type { RequestContext } from './request-context.ts';
import type { RowEvent, Runtime } from './runtime.ts';

/** Secrets that the answer to a create shows once, by the names that their resource declares. */
export type ShownSecrets = Readonly<
  Partial<Record<keyof (typeof integrations)['shownOnce'], string>>
>;

/** What a rule may look at: the change, who makes it, and the rows around it. */
export interface RuleContext {
  readonly runtime: Runtime;
  readonly transaction: Transaction;
  readonly actor: Actor;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The farm the row belongs to, or that the request names. */
  readonly farmId: string | undefined;
  /** The farm's zone. */
  readonly zone: string;
  /** The farm's calendar day at `now`. */
  readonly today: string;
  /** The request that makes the change; absent for the service's own work. */
  readonly requestId?: string | undefined;
  /** Whether values that cannot be right are refused, or noted; otherwise they are taken and marked. */
  readonly isStrict?: boolean | undefined;
  /** Takes what is doubted of a row that is written all the same. */
  readonly collectDoubts?: ((doubts: readonly Issue[]) => void) | undefined;
  /** The language that the caller prefers for texts that people read. */
  readonly language?: Language | undefined;
  /** The action that the change is part of, or that it takes back. */
  readonly action?: { readonly id: string; readonly isUndone: boolean };
  /** Told of every row that is written; `before` is undefined for a new one. */
  readonly noteChange?: (change: RuleChange) => void;
  /** Takes secrets that the answer shows beside the record, this once; absent where nobody would see them. */
  readonly showOnce?: (secrets: ShownSecrets) => void;
}

/** A row about to be written; `before` is undefined for a new one. */
export interface RuleChange {
  readonly definition: ResourceDefinition;
  readonly before: StoredRow | undefined;
  readonly after: StoredRow;
}

/** Writes rows as calls of the API do: checked, told of, and undone with what they came with. */
export interface RecordWriter {
  readonly insert: (
    definition: ResourceDefinition,
    input: {
      readonly values: Readonly<Record<string, unknown>>;
      readonly farmId: string | undefined;
      readonly id?: string;
    },
    context: RuleContext,
  ) => Promise<unknown>;
  readonly change: (
    definition: ResourceDefinition,
    input: { readonly before: StoredRow; readonly changes: Readonly<Record<string, unknown>> },
    context: RuleContext,
  ) => Promise<unknown>;
}

/** What a resource demands beyond its declaration, where that takes more than data. */
export interface ResourceRules {
  /** What fields that nobody gave are set to before their declared defaults. */
  readonly defaults?: (
    values: Readonly<Record<string, unknown>>,
    context: RuleContext,
  ) => Readonly<Record<string, unknown>>;
  /** Fields the service fills in itself: defaults of new rows, instants of transitions. */
  readonly fill?: (
    change: RuleChange,
    context: RuleContext,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
  /** What forbids the change; a FarmError may be thrown for a refusal that is not a 400. */
  readonly check?: (
    change: RuleChange,
    context: RuleContext,
  ) => readonly Issue[] | Promise<readonly Issue[]>;
  /** Writes in the same transaction what belongs to a new row; returns the row as it is then stored. */
  readonly afterInsert?: (row: StoredRow, context: RuleContext) => Promise<StoredRow>;
  /** What a change brings with it in other rows, in the same transaction and behind its events. */
  readonly cascade?: (
    change: RuleChange,
    context: RuleContext,
    write: RecordWriter,
  ) => Promise<void>;
  /** What a delete must not do; throws the refusal. */
  readonly checkDelete?: (row: StoredRow, context: RuleContext) => Promise<void>;
}

/** A call that notes what is doubted of its rows, unless it has that refused or noted already. */
export function judgingCall(call: RequestContext): {
  readonly call: RequestContext;
  readonly doubts: ReadonlyMap<string, Issue>;
} {
  const doubts = new Map<string, Issue>();
  if (call.isStrict) return { call, doubts };
  // A row that is tried twice, and what is written beside it, is doubted once.
  const collectDoubts = (found: readonly Issue[]) => {
    for (const issue of found) if (!doubts.has(issue.path)) doubts.set(issue.path, issue);
  };
  return { call: { ...call, isStrict: true, collectDoubts }, doubts };
}

/** A record as a writer is answered: with what is doubted of it and none of its fields names. */
export function withDoubts(json: string, doubts: ReadonlyMap<string, Issue>): string {
  if (doubts.size === 0) return json;
  const record: Readonly<Record<string, unknown>> = JSON.parse(json);
  const { suspect = [], breedSuggestion = null } = record;
  const named = [suspect, breedSuggestion === null ? [] : 'breed'].flat();
  const told = [...doubts.values()].filter(({ path }) => !named.includes(path));
  return told.length === 0 ? json : JSON.stringify({ ...record, doubts: told });
}

/** The surroundings of a change of a row of a farm: who, when, and the farm's own calendar. */
export async function writeContext(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly call: Pick<RequestContext, 'actor' | 'at'> &
      Partial<Pick<RequestContext, 'requestId' | 'isStrict' | 'collectDoubts' | 'language'>>;
    readonly farmId: string | undefined;
  },
): Promise<RuleContext> {
  const { actor, at: now, requestId, isStrict, collectDoubts, language } = input.call;
  const zone = await farmZone(transaction, { orgId: actor.orgId, farmId: input.farmId });
  const today = dayInZone(now, zone);
  return {
    runtime,
    transaction,
    actor,
    now,
    farmId: input.farmId,
    zone,
    today,
    requestId,
    isStrict,
    collectDoubts,
    language,
  };
}

/** Does what follows from a row that came, changed or went; `after` is undefined for one that went. */
export async function runSideEffects(
  { name: resource }: Pick<ResourceDefinition, 'name'>,
  change: Pick<RowEvent, 'before' | 'after'>,
  context: RuleContext,
): Promise<void> {
  const { runtime, transaction, actor, now, zone, today } = context;
  const touch = { resource, ...change, transaction, actor, now, zone, today };
  await runtime.runSideEffects?.(runtime, touch);
}
