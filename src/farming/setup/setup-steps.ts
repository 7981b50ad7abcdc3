import type { StoredOf } from '../../model/resources/registry.ts';
import { DAY_MILLIS, parseInstant } from '../../tools/calendar.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import type { Fix } from '../core/section.ts';
import { supplierKinds } from '../market/suppliers.ts';

/** Snapshot parts needed to evaluate the setup of a farm. */
export const SETUP_PARTS = [
  'barns',
  'liveFlocks',
  'liveLogs',
  'closedFlocks',
  'closedLogs',
  'contacts',
  'users',
  'integrations',
  'devices',
  'newestReadings',
  'medicine',
] as const;

export type SetupSnapshot = FarmSnapshot<(typeof SETUP_PARTS)[number]>;

/** A setup step of a farm. Its title is `setup.<key>`. */
export interface SetupStep {
  /** Its contribution to the progress; all steps sum to 100. */
  readonly weight: number;
  readonly optional?: true;
  readonly isDone: (snapshot: SetupSnapshot) => boolean;
  /** A call that completes the step, or one required before it. */
  readonly fix: (snapshot: SetupSnapshot) => Fix;
}

/** Steps about the farm itself. */
export const farmSteps = {
  farm_named: {
    weight: 5,
    isDone: ({ farm }) => farm.name.trim() !== '',
    fix: (snapshot) => farmFix(snapshot, { name: null }),
  },
  farm_location: {
    weight: 8,
    isDone: ({ farm }) => farm.latitude !== null && farm.longitude !== null,
    fix: (snapshot) => ({
      ...farmFix(snapshot, { latitude: null, longitude: null }),
      action: 'set_farm_location',
    }),
  },
  farm_area: {
    weight: 3,
    isDone: ({ farm }) => farm.areaDunam !== null,
    fix: (snapshot) => farmFix(snapshot, { areaDunam: null }),
  },
  currency: {
    weight: 2,
    isDone: ({ farm }) => farm.currency !== null,
    fix: (snapshot) => farmFix(snapshot, { currency: null }),
  },
} as const satisfies Readonly<Record<string, SetupStep>>;

function farmFix({ farm }: SetupSnapshot, body: Readonly<Record<string, null>>): Fix {
  return { method: 'PATCH', path: `/farms/${farm.id}`, body };
}

type Barn = StoredOf<'barns'>;

/** Steps about the barns. */
export const barnSteps = {
  first_barn: {
    weight: 12,
    isDone: ({ barns }) => barns.length > 0,
    fix: firstBarnFix,
  },
  barns_area_capacity: {
    weight: 8,
    isDone: ({ barns }) => barns.length > 0 && barns.every(isMeasured),
    fix(snapshot) {
      const barn = snapshot.barns.find((candidate) => !isMeasured(candidate));
      if (!barn) return firstBarnFix(snapshot);
      const unknown = (['areaSqm', 'capacity'] as const).filter((name) => barn[name] === null);
      return barnFix(barn, Object.fromEntries(unknown.map((name) => [name, null])));
    },
  },
  barn_location: {
    weight: 3,
    isDone: ({ barns }) => barns.some(isPlaced),
    fix(snapshot) {
      const [barn] = snapshot.barns;
      if (!barn) return firstBarnFix(snapshot);
      const body = { latitude: null, longitude: null };
      return { ...barnFix(barn, body), action: 'set_barn_location' };
    },
  },
} as const satisfies Readonly<Record<string, SetupStep>>;

/** A call that creates the first barn, which all later steps need. */
export function firstBarnFix({ farm }: Pick<SetupSnapshot, 'farm'>): Fix {
  return {
    method: 'POST',
    path: '/barns',
    body: { farmId: farm.id, name: null, areaSqm: null, capacity: null },
    action: 'create_barn',
  };
}

function barnFix({ id }: Barn, body: Readonly<Record<string, null>>): Fix {
  return { method: 'PATCH', path: `/barns/${id}`, body };
}

function isMeasured({ areaSqm, capacity }: Barn): boolean {
  return areaSqm !== null && capacity !== null;
}

function isPlaced({ latitude, longitude }: Barn): boolean {
  return latitude !== null && longitude !== null;
}

/** Steps about sensors in the barns and the medicine store. */
export const storeSteps = {
  integration_or_camera: {
    weight: 5,
    optional: true,
    isDone: ({ integrations, devices }) =>
      integrations.length > 0 ||
      devices.some(
        ({ kind, status, lastSeenAt }) =>
          kind === 'camera' && status !== 'retired' && lastSeenAt !== null,
      ),
    fix: ({ farm }) => ({
      method: 'POST',
      path: '/integrations',
      body: { farmId: farm.id, kind: 'camera', name: null },
    }),
  },
  env_reading_24h: {
    weight: 3,
    isDone: ({ newestReadings, now }) =>
      newestReadings.some(({ ts }) => (parseInstant(ts ?? '') ?? 0) >= now - DAY_MILLIS),
    fix(snapshot) {
      const [barn] = snapshot.barns;
      if (!barn) return firstBarnFix(snapshot);
      const body = { barnId: barn.id, temp: null, humidity: null, source: 'manual' };
      return { method: 'POST', path: '/env-readings', body };
    },
  },
  medicine_list: {
    weight: 3,
    isDone: ({ medicine }) => medicine.length > 0,
    fix: ({ farm }) => ({
      method: 'POST',
      path: '/medicine',
      body: { farmId: farm.id, name: null, quantity: null, expiryDate: null },
      action: 'create_medicine',
    }),
  },
} as const satisfies Readonly<Record<string, SetupStep>>;

/** Steps about the people of the farm. */
export const peopleSteps = {
  vet_contact: {
    weight: 5,
    isDone: ({ contacts }) => contacts.some(({ kind }) => kind === 'vet'),
    fix: (snapshot) => contactFix(snapshot, 'vet'),
  },
  supplier_contact: {
    weight: 4,
    isDone: ({ contacts }) => contacts.some(({ kind }) => supplierKinds.includes(kind)),
    fix: (snapshot) => contactFix(snapshot, 'feed_supplier'),
  },
  worker_user: {
    weight: 4,
    isDone: ({ users }) => users.some(({ role }) => role === 'worker'),
    fix: ({ farm }) => ({
      method: 'POST',
      path: '/users',
      body: { farmId: farm.id, name: null, phone: null, role: 'worker' },
    }),
  },
} as const satisfies Readonly<Record<string, SetupStep>>;

function contactFix({ farm }: SetupSnapshot, kind: string): Fix {
  return {
    method: 'POST',
    path: '/contacts',
    body: { farmId: farm.id, kind, name: null, phone: null },
    action: 'create_contact',
  };
}
