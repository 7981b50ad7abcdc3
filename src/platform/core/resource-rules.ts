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

/** Secrets shown once in the answer to a create, by the names declared by their resource. */
export type ShownSecrets = Readonly<
  Partial<Record<keyof (typeof integrations)['shownOnce'], string>>
>;

/** The context of a rule: the change, its author, and the database. */
export interface RuleContext {
  readonly runtime: Runtime;
  readonly transaction: Transaction;
  readonly actor: Actor;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The farm that the row belongs to, or that the request names. */
  readonly farmId: string | undefined;
  /** The farm's zone. */
  readonly zone: string;
  /** The farm's calendar day at `now`. */
  readonly today: string;
  /** The request that makes the change; absent for work of the service itself. */
  readonly requestId?: string | undefined;
  /** Whether implausible values are refused or reported; otherwise they are accepted and marked. */
  readonly isStrict?: boolean | undefined;
  /** Collects doubts about rows that are written nevertheless. */
  readonly collectDoubts?: ((doubts: readonly Issue[]) => void) | undefined;
  /** The caller's preferred language for texts. */
  readonly language?: Language | undefined;
  /** The action that the change is part of, or that it undoes. */
  readonly action?: { readonly id: string; readonly isUndone: boolean };
  /** Called for every written row; `before` is undefined for a new one. */
  readonly noteChange?: (change: RuleChange) => void;
  /** Adds secrets to be shown once in the answer; absent when nobody would see them. */
  readonly showOnce?: (secrets: ShownSecrets) => void;
}

/** A row to be written; `before` is undefined for a new one. */
export interface RuleChange {
  readonly definition: ResourceDefinition;
  readonly before: StoredRow | undefined;
  readonly after: StoredRow;
}

/**
 * Writes rows like API calls: validated, reported, and undone together with their cascaded changes.
 */
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

/** Rules of a resource that its declaration cannot express. */
export interface ResourceRules {
  /** Values for absent fields that take precedence over their declared defaults. */
  readonly defaults?: (
    values: Readonly<Record<string, unknown>>,
    context: RuleContext,
  ) => Readonly<Record<string, unknown>>;
  /** Fields set by the service: defaults of new rows, times of status changes. */
  readonly fill?: (
    change: RuleChange,
    context: RuleContext,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
  /** Issues that prevent the change; may throw a FarmError for a refusal other than 400. */
  readonly check?: (
    change: RuleChange,
    context: RuleContext,
  ) => readonly Issue[] | Promise<readonly Issue[]>;
  /** Writes dependent rows of a new row in the same transaction; returns the final row. */
  readonly afterInsert?: (row: StoredRow, context: RuleContext) => Promise<StoredRow>;
  /**
   * Cascades a change to other rows in the same transaction; their events follow those of the
   * change.
   */
  readonly cascade?: (
    change: RuleChange,
    context: RuleContext,
    write: RecordWriter,
  ) => Promise<void>;
  /** Throws when a deletion is not allowed. */
  readonly checkDelete?: (row: StoredRow, context: RuleContext) => Promise<void>;
}

/** A call that collects doubts about its rows, unless it already refuses or collects them. */
export function judgingCall(call: RequestContext): {
  readonly call: RequestContext;
  readonly doubts: ReadonlyMap<string, Issue>;
} {
  const doubts = new Map<string, Issue>();
  if (call.isStrict) return { call, doubts };
  // Keyed by field: retries of a row and writes of dependent rows do not duplicate a doubt.
  const collectDoubts = (issues: readonly Issue[]) => {
    for (const issue of issues) if (!doubts.has(issue.path)) doubts.set(issue.path, issue);
  };
  return { call: { ...call, isStrict: true, collectDoubts }, doubts };
}

/** The record in the answer to a write, with the doubts that its own fields do not state. */
export function withDoubts(json: string, doubts: ReadonlyMap<string, Issue>): string {
  if (doubts.size === 0) return json;
  const record: Readonly<Record<string, unknown>> = JSON.parse(json);
  const { suspect = [], breedSuggestion = null } = record;
  const suspectFields = [suspect, breedSuggestion === null ? [] : 'breed'].flat();
  const remaining = [...doubts.values()].filter(({ path }) => !suspectFields.includes(path));
  return remaining.length === 0 ? json : JSON.stringify({ ...record, doubts: remaining });
}

/** The context of a row change on a farm: author, time, and the farm's calendar. */
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

/** Runs the side effects of an insert, update or delete; `after` is undefined for a delete. */
export async function runSideEffects(
  { name: resource }: Pick<ResourceDefinition, 'name'>,
  change: Pick<RowEvent, 'before' | 'after'>,
  context: RuleContext,
): Promise<void> {
  const { runtime, transaction, actor, now, zone, today } = context;
  const rowEvent = { resource, ...change, transaction, actor, now, zone, today };
  await runtime.runSideEffects?.(runtime, rowEvent);
}
