import type { StoredOf } from '../../model/registry.ts';

/**
 * The fields of rows that a context tells. Addresses, references to secrets and beginnings of
 * tokens are in none: a context is made to be handed on.
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

type ShownName =
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

/** A row with the fields that a context tells. */
export type Shown<N extends ShownName> = Pick<
  StoredOf<N>,
  Extract<(typeof shownFields)[N][number], keyof StoredOf<N>>
>;

/** The row with the fields that a context tells. */
export function shownRow<N extends ShownName>(resource: N, row: StoredOf<N>): Shown<N> {
  const shown: Record<string, unknown> = {};
  for (const name of shownFields[resource] as readonly (string & keyof StoredOf<N>)[])
    shown[name] = row[name];
  // Picking by a list of names cannot be followed by the compiler.
  return shown as Shown<N>;
}
