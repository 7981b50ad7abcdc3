import { memoizeByObject } from '../../tools/collections.ts';
import { type Field, type Origin, originOf } from './fields.ts';

/** How the farm of a row is found. */
export type FarmSource =
  /** The row is a farm. */
  | { readonly kind: 'self' }
  /** The row belongs to the organisation; the farms of a user are those it has access to. */
  | { readonly kind: 'organisation' }
  /** The row has a farm; the parents named in these fields decide it when one is given. */
  | { readonly kind: 'farm'; readonly parents: readonly string[] };

/** A change of a row that emits a webhook event. */
export interface Emission {
  readonly event: EventName;
  /**
   * `create`: a new row, only one whose field has the value when both are given;
   * `enter`: the field takes the value, on a new row or by a change;
   * `set`: the field takes another value than before, whichever, but not none.
   */
  readonly on: 'create' | 'enter' | 'set';
  readonly field?: string;
  readonly value?: string | boolean;
  /** For `enter`: only when the field held one of these before, or the row is new. */
  readonly from?: readonly string[];
}

/** A delete that is refused while rows of another resource point at this one. */
export interface DeleteGuard {
  readonly resource: string;
  readonly field: string;
  /** Rows in these states do not count. */
  readonly except?: readonly string[];
  readonly code: string;
}

/** What rows may be counted by besides their farm. */
export const countableFields = ['barnId', 'kind', 'source'] as const;

/** One resource as data; everything else about it is derived from this. */
export interface ResourceDefinition {
  /** Plural, as in the path. */
  readonly name: string;
  /** Singular, in words: `daily log`. */
  readonly singular: string;
  /** What ids begin with, before the underscore. */
  readonly idPrefix: string;
  /** Heading under which reference documents list it. */
  readonly group: 'Farm' | 'Daily work' | 'Monitoring' | 'Trade and money' | 'People and system';
  readonly summary: string;
  /** Written by the service alone: POST, PATCH and DELETE answer 405. */
  readonly readOnly?: boolean;
  readonly fields: Readonly<Record<string, Field>>;
  readonly farm: FarmSource;
  /** What people call a row: the first of these fields that holds something. */
  readonly label: readonly string[];
  /** Fields that `q` looks into. */
  readonly search?: readonly string[];
  /** Fields that the search over all modules looks into, where a list takes no `q`. */
  readonly found?: readonly string[];
  /** Equality filters. */
  readonly filters: readonly string[];
  /** Date ranges: `<field>_from` and `<field>_to`. */
  readonly ranges?: readonly string[];
  readonly order: string;
  /**
   * Filters of a table that grows without end: by their values its rows are counted as they come, so
   * that a list has its total without looking at all of them.
   */
  readonly countedBy?: readonly (typeof countableFields)[number][];
  readonly maxLimit?: number;
  /** From state to the states that may follow; absent: every change of `status` is allowed. */
  readonly transitions?: Readonly<Record<string, readonly string[]>>;
  readonly emits?: readonly Emission[];
  /** Secrets that the answer to a create shows once beside the record: name and description. */
  readonly shownOnce?: Readonly<Record<string, string>>;
  readonly deleteGuards?: readonly DeleteGuard[];
  /** Child resources deleted with the row, by the field that points at it. */
  readonly deletesWith?: readonly { readonly resource: string; readonly field: string }[];
  /**
   * Texts that rules of the service write: told in the language of the reader. Their messages are
   * kept in `source.words`.
   */
  readonly translated?: readonly string[];
  /** Columns of tables for people, in order. */
  readonly columns: readonly string[];
  /** A body for POST as the reference documents show it; ids of other rows by `exampleId`. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** Declares a resource; keeps the literal types, from which row types are inferred. */
export function defineResource<const D extends ResourceDefinition>(definition: D): D {
  return definition;
}

type ValueOf<F> = F extends { type: 'integer' | 'number' | 'money' }
  ? number
  : F extends { type: 'boolean' }
    ? boolean
    : F extends { type: 'list' }
      ? readonly string[]
      : F extends { type: 'json' }
        ? unknown
        : F extends { type: 'word'; vocabulary: { open: false; words: readonly (infer W)[] } }
          ? W
          : string;

type RequiredNames<F> = {
  [K in keyof F & string]: F[K] extends { required: true } ? K : never;
}[keyof F & string];

type WritableNames<F> = {
  [K in keyof F & string]: F[K] extends { origin: 'system' | 'computed' } ? never : K;
}[keyof F & string];

/** The fields every row has besides its own. */
export interface CommonFields {
  readonly id: string;
  readonly farmId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
  readonly createdBy: { readonly type: string; readonly id: string };
}

/** A row as the API returns it: absent values are null. */
export type RowOf<D extends ResourceDefinition> = CommonFields & {
  readonly [K in keyof D['fields']]: K extends RequiredNames<D['fields']>
    ? ValueOf<D['fields'][K]>
    : ValueOf<D['fields'][K]> | null;
};

/** A body for POST: the writable fields, the required ones present. */
export type CreateOf<D extends ResourceDefinition> = {
  readonly [K in WritableNames<D['fields']> & RequiredNames<D['fields']>]: ValueOf<D['fields'][K]>;
} & UpdateOf<D>;

/** A body for PATCH: any of the writable fields; null clears an optional one. */
export type UpdateOf<D extends ResourceDefinition> = {
  readonly [K in WritableNames<D['fields']>]?: ValueOf<D['fields'][K]> | null;
};

/** A field with its name. */
export type NamedField = readonly [name: string, field: Field];

interface Selection {
  readonly origins: readonly Origin[];
  readonly picked: WeakMap<ResourceDefinition, readonly NamedField[]>;
}

// Every request asks for them; they are picked once for each definition.
const writable: Selection = { origins: ['writable'], picked: new WeakMap() };
const stored: Selection = { origins: ['writable', 'system'], picked: new WeakMap() };
const computed: Selection = { origins: ['computed'], picked: new WeakMap() };

/** The fields a caller may send, in the order of their declaration. */
export function writableFields(definition: ResourceDefinition): readonly NamedField[] {
  return pick(definition, writable);
}

/** The fields a new row cannot do without. */
export function requiredFields(definition: ResourceDefinition): readonly NamedField[] {
  return writableFields(definition).filter(([, field]) => field.required === true);
}

/** The fields that are kept at rest: those of the caller and those of the service. */
export function storedFields(definition: ResourceDefinition): readonly NamedField[] {
  return pick(definition, stored);
}

/** The fields that are derived when a row is read. */
export function computedFields(definition: ResourceDefinition): readonly NamedField[] {
  return pick(definition, computed);
}

/** The query parameters of a list besides the common ones: `q`, equality filters, date ranges. */
export function filterNames(definition: ResourceDefinition): readonly string[] {
  return [
    ...(definition.search ? ['q'] : []),
    ...definition.filters,
    ...(definition.ranges ?? []).flatMap((field) => [`${field}_from`, `${field}_to`]),
  ];
}

/** The fields that the search over all modules looks into. */
export function searchedFields(definition: ResourceDefinition): readonly string[] {
  return definition.search ?? definition.found ?? [];
}

/** The stored fields that may hold credentials: shown masked, and never sorted by. */
export const maskedFields = memoizeByObject((definition: ResourceDefinition): readonly string[] =>
  storedFields(definition)
    .filter(
      ([, field]) =>
        field.type === 'text' && (field.format === 'url' || field.format === 'secret-reference'),
    )
    .map(([name]) => name),
);

function pick(definition: ResourceDefinition, { origins, picked }: Selection) {
  const known = picked.get(definition);
  if (known) return known;
  const fields = Object.entries(definition.fields).filter(([, field]) =>
    origins.includes(originOf(field)),
  );
  picked.set(definition, fields);
  return fields;
}

/** The 17 events a webhook can subscribe to, with what happened. Names are the spec's. */
export const events = {
  'alert.created': 'An alert was raised',
  'alert.critical': 'An alert was raised as critical, or its severity rose to critical',
  'alert.resolved': 'An alert was resolved',
  'task.created': 'A task was written',
  'task.completed': 'A task was done',
  'field_report.created': 'A worker reported from the field',
  'field_report.question': 'A worker asked a question',
  'field_report.critical': 'A worker reported something critical',
  'flock.placed': 'A flock was placed in a barn',
  'flock.closed': 'A flock was closed',
  'daily_log.created': 'The daily log of a flock was written',
  'sale.created': 'A sale was written',
  'expense.created': 'An expense was written',
  'feed.delivered': 'Feed was delivered',
  'media.analyzed': 'A photo, video or document was analysed',
  'gap.detected': 'Something that the farm should know or do is missing',
  'brain.scan': 'The brain looked through the farms',
} as const;

export type EventName = keyof typeof events;

export const eventNames = Object.keys(events) as readonly EventName[];
