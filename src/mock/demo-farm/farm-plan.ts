import type { BreedName } from '../../farming/standards/breed-tables.ts';
import type { Phrases } from './demo-context.ts';

/** The current situation in a demo barn. */
export type Situation =
  /** Mortality rises daily: an open critical alert. */
  | 'outbreak'
  /** Today's log is missing. */
  | 'unlogged'
  /** An ordered feed delivery is late and the silo is nearly empty. */
  | 'late_feed'
  /** Some of the birds are sold, the rest leave in the next days. */
  | 'selling'
  /** The egg belt is stuck: fewer eggs, more of them broken. */
  | 'broken_eggs'
  /** The last flock is sold and the next one is ordered. */
  | 'empty';

/** The plan of a demo barn. */
export interface BarnPlan {
  readonly key: keyof Phrases['barns'];
  /** Position in the row of barns; workers refer to the barn by this number. */
  readonly number: number;
  readonly capacity: number;
  readonly areaSqm: number;
  readonly controller: string;
  readonly headingDeg: number;
  readonly breed: BreedName;
  /** The breed as the farm writes it. */
  readonly breedText: string;
  /** Current age of the birds; for an empty barn, days since it was emptied. */
  readonly ageDays: number;
  /** Age of the birds at arrival: day-old chicks, or pullets near lay. */
  readonly arrivalAgeDays: number;
  readonly situation?: Situation;
}

/** The plan of a demo farm. */
export interface FarmPlan {
  readonly key: 'broilers' | 'layers' | 'small';
  readonly kind: 'broiler' | 'layer';
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly areaDunam: number;
  /** Temperature offset from the coast, °C. */
  readonly warmerC: number;
  readonly barns: readonly BarnPlan[];
}

const DAY_OLD = { arrivalAgeDays: 0 } as const;
const ROSS = { breed: 'ross_308', breedText: 'Ross 308' } as const;
const COBB = { breed: 'cobb_500', breedText: 'Cobb 500' } as const;

/** The demo's farms: broilers, layers, and a small farm still being set up. */
export const farmPlans: readonly FarmPlan[] = [
  {
    key: 'broilers',
    kind: 'broiler',
    latitude: 32.3812,
    longitude: 34.8774,
    areaDunam: 24,
    warmerC: 0,
    barns: [
      {
        key: 'b1',
        number: 1,
        capacity: 22_000,
        areaSqm: 1400,
        controller: 'Rotem Platinum Plus',
        headingDeg: 92,
        ageDays: 24,
        ...ROSS,
        ...DAY_OLD,
        situation: 'late_feed',
      },
      {
        key: 'b2',
        number: 2,
        capacity: 22_000,
        areaSqm: 1400,
        controller: 'Rotem Platinum Plus',
        headingDeg: 92,
        ageDays: 11,
        ...COBB,
        ...DAY_OLD,
        situation: 'unlogged',
      },
      {
        key: 'b3',
        number: 3,
        capacity: 26_000,
        areaSqm: 1700,
        controller: 'Munters Trio',
        headingDeg: 88,
        ageDays: 33,
        ...ROSS,
        ...DAY_OLD,
        situation: 'outbreak',
      },
      {
        key: 'b4',
        number: 4,
        capacity: 18_000,
        areaSqm: 1200,
        controller: 'Munters Trio',
        headingDeg: 88,
        ageDays: 38,
        ...COBB,
        ...DAY_OLD,
        situation: 'selling',
      },
    ],
  },
  {
    key: 'layers',
    kind: 'layer',
    latitude: 32.5907,
    longitude: 35.4405,
    areaDunam: 18,
    warmerC: 1,
    barns: [
      {
        key: 'l1',
        number: 1,
        capacity: 12_000,
        areaSqm: 1300,
        controller: 'Rotem Pro',
        headingDeg: 5,
        breed: 'hyline_brown',
        breedText: 'Hy-Line Brown',
        ageDays: 238,
        arrivalAgeDays: 112,
      },
      {
        key: 'l2',
        number: 2,
        capacity: 9000,
        areaSqm: 1000,
        controller: 'Rotem Pro',
        headingDeg: 5,
        breed: 'lohmann_brown_classic',
        breedText: 'Lohmann Brown',
        ageDays: 434,
        arrivalAgeDays: 112,
        situation: 'broken_eggs',
      },
    ],
  },
  {
    key: 'small',
    kind: 'broiler',
    latitude: null,
    longitude: null,
    areaDunam: 6,
    warmerC: 1.5,
    barns: [
      {
        key: 's1',
        number: 1,
        capacity: 8000,
        areaSqm: 560,
        controller: 'Agrologic Image',
        headingDeg: 0,
        ageDays: 17,
        ...ROSS,
        ...DAY_OLD,
      },
      {
        key: 's2',
        number: 2,
        capacity: 7000,
        areaSqm: 500,
        controller: 'Agrologic Image',
        headingDeg: 0,
        ageDays: 8,
        ...ROSS,
        ...DAY_OLD,
        situation: 'empty',
      },
    ],
  },
];

type FarmKey = FarmPlan['key'];

/** A member of the organisation. */
export interface PersonPlan {
  readonly key: keyof Phrases['people'];
  readonly role:
    | 'owner'
    | 'admin'
    | 'manager'
    | 'worker'
    | 'vet'
    | 'advisor'
    | 'accountant'
    | 'viewer';
  readonly status: 'invited' | 'active' | 'suspended' | 'disabled';
  readonly farms: readonly FarmKey[];
}

const ALL_FARMS: readonly FarmKey[] = ['broilers', 'layers', 'small'];
const ACTIVE = { status: 'active' } as const;

/** All users who may sign in, the owner first. */
// biome-ignore format: a person a line.
export const personPlans: readonly PersonPlan[] = [
  { key: 'avi', role: 'owner', farms: ALL_FARMS, ...ACTIVE },
  { key: 'noa', role: 'admin', farms: ALL_FARMS, ...ACTIVE },
  { key: 'yossi', role: 'manager', farms: ['broilers'], ...ACTIVE },
  { key: 'michal', role: 'manager', farms: ['layers'], ...ACTIVE },
  { key: 'ruth', role: 'manager', farms: ['small'], ...ACTIVE },
  { key: 'somchai', role: 'worker', farms: ['broilers'], ...ACTIVE },
  { key: 'juan', role: 'worker', farms: ['broilers'], ...ACTIVE },
  { key: 'wei', role: 'worker', farms: ['broilers'], ...ACTIVE },
  { key: 'eitan', role: 'worker', farms: ['broilers'], ...ACTIVE },
  { key: 'prasert', role: 'worker', farms: ['layers'], ...ACTIVE },
  { key: 'david', role: 'worker', farms: ['layers'], ...ACTIVE },
  { key: 'qiang', role: 'worker', farms: ['small'], ...ACTIVE },
  { key: 'luis', role: 'worker', farms: ['broilers'], status: 'disabled' },
  { key: 'sagi', role: 'vet', farms: ['broilers', 'layers'], ...ACTIVE },
  { key: 'peter', role: 'advisor', farms: ['broilers'], ...ACTIVE },
  { key: 'sara', role: 'accountant', farms: ALL_FARMS, ...ACTIVE },
  { key: 'tamar', role: 'viewer', farms: ['layers'], status: 'suspended' },
  { key: 'emma', role: 'viewer', farms: ['broilers'], status: 'invited' },
];

/** An external contact of a farm. */
export interface ContactPlan {
  /** Key by which other rows of the farm refer to the contact. */
  readonly key: string;
  readonly kind: string;
}

/** Contacts by farm; the small farm has none yet. */
// biome-ignore format: a contact a line.
export const contactPlans: Readonly<Record<FarmKey, readonly ContactPlan[]>> = {
  broilers: [
    { key: 'feed1', kind: 'feed_supplier' },
    { key: 'feed2', kind: 'feed_supplier' },
    { key: 'chicks1', kind: 'chick_supplier' },
    { key: 'chicks2', kind: 'chick_supplier' },
    { key: 'medicine1', kind: 'medicine_supplier' },
    { key: 'slaughter1', kind: 'slaughterhouse' },
    { key: 'slaughter2', kind: 'slaughterhouse' },
    { key: 'customer1', kind: 'customer' },
    { key: 'vet1', kind: 'vet' },
    { key: 'catch1', kind: 'catcher' },
    { key: 'driver1', kind: 'driver' },
    { key: 'electric1', kind: 'electrician' },
    { key: 'tech1', kind: 'technician' },
    { key: 'inspect1', kind: 'inspector' },
    { key: 'council1', kind: 'authority' },
    { key: 'insure1', kind: 'insurance' },
    { key: 'litter1', kind: 'supplier' },
    { key: 'gas1', kind: 'supplier' },
    { key: 'worker1', kind: 'worker' },
    { key: 'emergency1', kind: 'emergency' },
  ],
  layers: [
    { key: 'feed1', kind: 'feed_supplier' },
    { key: 'chicks1', kind: 'chick_supplier' },
    { key: 'medicine1', kind: 'medicine_supplier' },
    { key: 'eggs1', kind: 'customer' },
    { key: 'eggs2', kind: 'customer' },
    { key: 'vet1', kind: 'vet' },
    { key: 'tech1', kind: 'technician' },
    { key: 'electric1', kind: 'electrician' },
    { key: 'council1', kind: 'authority' },
  ],
  small: [],
};
