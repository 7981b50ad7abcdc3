import { rows, type Schema } from '../../api/json-schema.ts';
import { recordProperties } from '../../api/read-schema.ts';
import { resources, type StoredOf } from '../../resources/registry.ts';

/**
 * Row fields that are included in a context. Addresses, secret references and token prefixes are
 * excluded, because a context is meant to be passed on to others.
 */
export const shownFields = {
  farms: ['id', 'name', 'vertical', 'location', 'latitude', 'longitude', 'areaDunam'],
  barns: ['id', 'name', 'barnType', 'status', 'capacity', 'areaSqm', 'controller'],
  'daily-logs': [
    'id',
    'date',
    'mortality',
    'culls',
    'feedKg',
    'waterL',
    'avgWeightGr',
    'eggs',
    'eggsBroken',
    'tempMin',
    'tempMax',
    'humidity',
    'notes',
  ],
  alerts: [
    'id',
    'severity',
    'category',
    'title',
    'message',
    'status',
    'barnId',
    'flockId',
    'occurrences',
    'createdAt',
  ],
  users: ['id', 'name', 'role', 'lang', 'status'],
  contacts: ['id', 'name', 'kind', 'company', 'phone', 'language', 'barnId'],
  devices: ['id', 'name', 'kind', 'model', 'vendor', 'status', 'barnId', 'lastSeenAt'],
  integrations: [
    'id',
    'name',
    'kind',
    'vendor',
    'status',
    'barnId',
    'pollMinutes',
    'lastSuccessAt',
    'lastErrorAt',
  ],
  medicine: ['id', 'name', 'kind', 'quantity', 'unit', 'minQuantity', 'expiryDate'],
  events: ['id', 'ts', 'kind', 'title', 'details', 'barnId', 'flockId'],
} as const satisfies { readonly [N in ShownName]: readonly (keyof StoredOf<N>)[] };

export type ShownName =
  | 'farms'
  | 'barns'
  | 'daily-logs'
  | 'alerts'
  | 'users'
  | 'contacts'
  | 'devices'
  | 'integrations'
  | 'medicine'
  | 'events';

/** A row with the fields included in a context. */
export type Shown<N extends ShownName> = Pick<
  StoredOf<N>,
  Extract<(typeof shownFields)[N][number], keyof StoredOf<N>>
>;

type ShownProperties<N extends ShownName> = {
  readonly [F in keyof Shown<N>]: Schema<Shown<N>[F]>;
};

/** The schemas of a resource's fields included in a context. */
export function shownProperties<N extends ShownName>(resource: N): ShownProperties<N> {
  const properties = recordProperties(resources[resource]);
  const visibleProperties = shownFields[resource].map((name) => [name, properties[name]]);
  // The compiler cannot infer the result of picking by a list of names.
  return Object.fromEntries(visibleProperties) as ShownProperties<N>;
}

export function shownRows<N extends ShownName>(resource: N) {
  return rows(shownProperties(resource));
}
