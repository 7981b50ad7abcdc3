import { memoizeByObject } from '../../tools/collections.ts';
import { type Field, type Origin, originOf } from './fields.ts';

/** How the farm of a row is determined. */
export type FarmSource =
  /** The row is a farm. */
  | { readonly kind: 'self' }
  /** The row belongs to the organisation; the farms of a user are those it has access to. */
  | { readonly kind: 'organisation' }
  /** The row has a farm; a parent named in these fields, if given, determines it. */
  | { readonly kind: 'farm'; readonly parents: readonly string[] };

/** A change of a row that emits a webhook event. */
export interface Emission {
  readonly event: EventName;
  /**
   * `create`: a new row; if field and value are given, only a row with that value;
   * `enter`: the field gets the value, on a new row or by an update;
   * `set`: the field gets a different value other than null.
   */
  readonly on: 'create' | 'enter' | 'set';
  readonly field?: string;
  readonly value?: string | boolean;
  /** For `enter`: only if the field had one of these values before, or the row is new. */
  readonly from?: readonly string[];
}

/** A delete that is rejected while rows of another resource refer to this one. */
export interface DeleteGuard {
  readonly resource: string;
  readonly field: string;
  /** Rows in these states are ignored. */
  readonly except?: readonly string[];
  readonly code: string;
}

/** Fields by which rows may be counted, besides the farm. */
export const countableFields = ['barnId', 'kind', 'source'] as const;

/** The definition of a resource; everything else about it is derived from this. */
export interface ResourceDefinition {
  /** Plural, as in the path. */
  readonly name: string;
  /** Singular, in words: `daily log`. */
  readonly singular: string;
  /** Prefix of IDs, before the underscore. */
  readonly idPrefix: string;
  /** Heading in the reference documents. */
  readonly group: 'Farm' | 'Daily work' | 'Monitoring' | 'Trade and money' | 'People and system';
  readonly summary: string;
  /** Written only by the service: POST, PATCH and DELETE respond with 405. */
  readonly readOnly?: boolean;
  /** Whether values that cannot be right are doubted when a row is written. */
  readonly doubted?: boolean;
  readonly fields: Readonly<Record<string, Field>>;
  readonly farm: FarmSource;
  /** The display name of a row: the first of these fields with a value. */
  readonly label: readonly string[];
  /** Fields searched by `q`. */
  readonly search?: readonly string[];
  /** Fields searched by the search over all modules, if a list has no `q`. */
  readonly found?: readonly string[];
  /** Equality filters. */
  readonly filters: readonly string[];
  /** Date ranges: `<field>_from` and `<field>_to`. */
  readonly ranges?: readonly string[];
  readonly order: string;
  /**
   * Filters of a table that grows without limit: its rows are counted by these values on insert, so
   * that lists have a total without a scan.
   */
  readonly countedBy?: readonly (typeof countableFields)[number][];
  readonly maxLimit?: number;
  /** Allowed state transitions; absent: any change of `status` is allowed. */
  readonly transitions?: Readonly<Record<string, readonly string[]>>;
  readonly emits?: readonly Emission[];
  /** Secrets returned once, in the response to a create: name and description. */
  readonly shownOnce?: Readonly<Record<string, string>>;
  readonly deleteGuards?: readonly DeleteGuard[];
  /** Child resources that are deleted with the row, with the field that refers to it. */
  readonly deletesWith?: readonly { readonly resource: string; readonly field: string }[];
  /**
   * Texts written by rules of the service and shown in the reader's language. Their messages are
   * stored in `source.words`.
   */
  readonly translated?: readonly string[];
  /** Columns of tables for people, in order. */
  readonly columns: readonly string[];
  /** The example POST body in the reference documents; IDs of other rows by `exampleId`. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** Declares a resource and preserves its literal types, from which row types are inferred. */
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

/** The fields common to all rows. */
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

/** A POST body: the writable fields; required fields are mandatory. */
export type CreateOf<D extends ResourceDefinition> = {
  readonly [K in WritableNames<D['fields']> & RequiredNames<D['fields']>]: ValueOf<D['fields'][K]>;
} & UpdateOf<D>;

/** A PATCH body: any of the writable fields; null clears an optional one. */
export type UpdateOf<D extends ResourceDefinition> = {
  readonly [K in WritableNames<D['fields']>]?: ValueOf<D['fields'][K]> | null;
};

export type NamedField = readonly [name: string, field: Field];

interface Selection {
  readonly origins: readonly Origin[];
  readonly picked: WeakMap<ResourceDefinition, readonly NamedField[]>;
}

// Cached per definition, because every request needs them.
const writable: Selection = { origins: ['writable'], picked: new WeakMap() };
const stored: Selection = { origins: ['writable', 'system'], picked: new WeakMap() };
const computed: Selection = { origins: ['computed'], picked: new WeakMap() };

/** The fields that callers may send, in declaration order. */
export function writableFields(definition: ResourceDefinition): readonly NamedField[] {
  return pickFields(definition, writable);
}

/** The required fields of a new row. */
export function requiredFields(definition: ResourceDefinition): readonly NamedField[] {
  return writableFields(definition).filter(([, field]) => field.required === true);
}

/** The stored fields: those sent by callers and those set by the service. */
export function storedFields(definition: ResourceDefinition): readonly NamedField[] {
  return pickFields(definition, stored);
}

/** The fields derived when a row is read. */
export function computedFields(definition: ResourceDefinition): readonly NamedField[] {
  return pickFields(definition, computed);
}

/** List query parameters besides the common ones: `q`, equality filters, date ranges. */
export function filterNames(definition: ResourceDefinition): readonly string[] {
  return [
    ...(definition.search ? ['q'] : []),
    ...definition.filters,
    ...(definition.ranges ?? []).flatMap((field) => [`${field}_from`, `${field}_to`]),
  ];
}

/** The fields searched by the search over all modules. */
export function searchedFields(definition: ResourceDefinition): readonly string[] {
  return definition.search ?? definition.found ?? [];
}

/** Stored fields that may contain credentials: masked in responses and not sortable. */
export const maskedFields = memoizeByObject((definition: ResourceDefinition): readonly string[] =>
  storedFields(definition)
    .filter(
      ([, field]) =>
        field.type === 'text' && (field.format === 'url' || field.format === 'secret-reference'),
    )
    .map(([name]) => name),
);

function pickFields(definition: ResourceDefinition, { origins, picked }: Selection) {
  const cached = picked.get(definition);
  if (cached) return cached;
  const fields = Object.entries(definition.fields).filter(([, field]) =>
    origins.includes(originOf(field)),
  );
  picked.set(definition, fields);
  return fields;
}

/**
 * The 17 events that a webhook can subscribe to, with descriptions. Names as in the specification.
 */
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
