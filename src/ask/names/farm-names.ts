import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { birdKind } from '../../farming/standards/breed-lookup.ts';
import { dayInZone } from '../../tools/calendar.ts';
import type { NamedRecord } from '../lexicon/sense.ts';

/** A flock as questions speak of it. */
export interface NamedFlock extends NamedRecord {
  readonly barnId: string;
  readonly isLive: boolean;
  readonly placementDate: string | null;
  /** The day it was closed; null while it lives. */
  readonly closedOn: string | null;
  /** How old the birds were on the day of placement. */
  readonly arrivalAgeDays: number;
}

/** Everything that a question about a farm may name. */
export interface FarmNames {
  readonly barns: readonly NamedRecord[];
  readonly flocks: readonly NamedFlock[];
  readonly people: readonly NamedRecord[];
  /** Contacts by the company that they are called by. */
  readonly companies?: readonly NamedRecord[];
  readonly products: readonly NamedRecord[];
  /** All farms of the caller, not this one alone. */
  readonly farms: readonly NamedRecord[];
  /** What the farm counts its money in, ISO 4217; absent where that is not known. */
  readonly currency?: string;
  /** Whether the farm, or one of its barns, is for turkeys. */
  readonly keepsTurkeys?: boolean;
  /** Whether hens that lay, or will, are kept; true where no flock is there. */
  readonly keepsLayers?: boolean;
}

/** The parts of a snapshot that hold the names. */
export const NAME_PARTS = [
  'barns',
  'liveFlocks',
  'closedFlocks',
  'users',
  'contacts',
  'medicine',
] as const;

/** The names of a farm, with the farms of the caller. */
export function farmNames(
  snapshot: FarmSnapshot<(typeof NAME_PARTS)[number]>,
  farms: readonly { readonly id: string; readonly name: string }[],
): FarmNames {
  const { barns, liveFlocks, closedFlocks, users, contacts, medicine, currency, zone } = snapshot;
  return {
    barns: barns.map(({ id, name }) => ({ kind: 'barn', id, name, resource: 'barns' })),
    flocks: [
      ...liveFlocks.map((flock) => namedFlock(flock, { isLive: true, zone })),
      ...closedFlocks.map((flock) => namedFlock(flock, { isLive: false, zone })),
    ],
    people: [
      ...users.flatMap(({ id, name }) =>
        name === null ? [] : [{ kind: 'person', id, name, resource: 'users' } as const],
      ),
      ...contacts.map(
        ({ id, name }) => ({ kind: 'person', id, name, resource: 'contacts' }) as const,
      ),
    ],
    companies: contacts.flatMap(({ id, company }) =>
      company ? [{ kind: 'person', id, name: company, resource: 'contacts' } as const] : [],
    ),
    products: medicine.map(({ id, name }) => ({ kind: 'product', id, name, resource: 'medicine' })),
    farms: farms.map(({ id, name }) => ({ kind: 'farm', id, name, resource: 'farms' })),
    currency,
    keepsTurkeys:
      snapshot.farm.vertical === 'turkey' || barns.some(({ barnType }) => barnType === 'turkey'),
    keepsLayers:
      liveFlocks.length === 0 ||
      ['layer', 'breeder', 'mixed'].includes(snapshot.farm.vertical ?? '') ||
      barns.some(({ barnType }) => birdKind(null, barnType) === 'layer') ||
      liveFlocks.some(({ breed }) => birdKind(breed, null) === 'layer'),
  };
}

/** The flock of each barn that was closed last. */
export function previousFlocks({ flocks }: FarmNames): readonly NamedFlock[] {
  const closed = flocks.filter(({ isLive }) => !isLive);
  const byDay = closed.toSorted((a, b) => (a.closedOn ?? '').localeCompare(b.closedOn ?? ''));
  return [...new Map(byDay.map((flock) => [flock.barnId, flock])).values()];
}

function namedFlock(
  flock: FarmSnapshot<'liveFlocks'>['liveFlocks'][number],
  { isLive, zone }: { readonly isLive: boolean; readonly zone: string },
): NamedFlock {
  const { id, code, barnId, placementDate, closedAt, arrivalAgeDays } = flock;
  return {
    kind: 'flock',
    id,
    name: code ?? id,
    resource: 'flocks',
    barnId,
    isLive,
    placementDate,
    closedOn: closedAt === null ? null : dayInZone(Date.parse(closedAt), zone),
    arrivalAgeDays: arrivalAgeDays ?? 0,
  };
}
