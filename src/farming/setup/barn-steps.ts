import type { StoredOf } from '../../model/registry.ts';
import type { Fix } from '../insights/section.ts';
import type { SetupSnapshot, SetupStep } from './setup-step.ts';

type Barn = StoredOf<'barns'>;

/** What is known of the barns. */
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

/** The call that makes the first barn, which all that follows needs. */
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
