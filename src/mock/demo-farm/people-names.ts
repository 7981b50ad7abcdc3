import type { FarmPlan } from './farm-plan.ts';
import type { Phrases } from './phrases.ts';

type FarmKey = FarmPlan['key'];

/** A person of the organisation. */
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

/** Everybody who may sign in, the owner first. */
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

/** Somebody outside the organisation a farm deals with. */
export interface ContactPlan {
  /** What other rows call it within its farm. */
  readonly key: string;
  readonly kind: string;
}

/** The contacts of each farm; the small farm has none yet. */
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
