import type { FarmPlan } from './farm-plan.ts';
import type { Phrases } from './phrases.ts';

/** Something an authority wants of a farm; days are counted from the present. */
export interface RegItemPlan {
  readonly key: keyof Phrases['duties'];
  readonly kind: string;
  readonly authority: keyof Phrases['authorities'];
  readonly farms: readonly FarmPlan['key'][];
  readonly status:
    | 'upcoming'
    | 'due'
    | 'submitted'
    | 'approved'
    | 'rejected'
    | 'overdue'
    | 'expired'
    | 'not_applicable';
  readonly dueIn: number;
  readonly completedIn?: number;
  readonly expiryIn?: number;
  readonly frequency?: 'once' | 'monthly';
  readonly isForBarn?: boolean;
}

const ALL = ['broilers', 'layers', 'small'] as const;

// biome-ignore format: an item a line.
export const regItemPlans: readonly RegItemPlan[] = [
  { key: 'licence', kind: 'license', authority: 'regionalCouncil', farms: ALL, status: 'approved', dueIn: -100, completedIn: -104, expiryIn: 260 },
  { key: 'eggQuota', kind: 'quota', authority: 'poultryCouncil', farms: ['layers'], status: 'approved', dueIn: -80, completedIn: -85, expiryIn: 280 },
  { key: 'levyBefore', kind: 'levy', authority: 'poultryCouncil', farms: ['broilers', 'layers'], status: 'submitted', dueIn: -6, completedIn: -8 },
  { key: 'levyNow', kind: 'levy', authority: 'poultryCouncil', farms: ['broilers', 'layers'], status: 'upcoming', dueIn: 60 },
  { key: 'salmonella', kind: 'sampling', authority: 'vetServices', farms: ['layers'], status: 'overdue', dueIn: -9, isForBarn: true },
  { key: 'salmonellaBarn3', kind: 'sampling', authority: 'vetServices', farms: ['broilers'], status: 'due', dueIn: 2 },
  { key: 'welfare', kind: 'welfare', authority: 'agriculture', farms: ['broilers'], status: 'upcoming', dueIn: 25 },
  { key: 'movement', kind: 'movement_permit', authority: 'vetOffice', farms: ['broilers'], status: 'approved', dueIn: -3, completedIn: -4, expiryIn: 3 },
  { key: 'medicineBook', kind: 'medicine_record', authority: 'vetServices', farms: ['broilers', 'layers'], status: 'submitted', dueIn: -12, completedIn: -13, frequency: 'monthly' },
  { key: 'vaccinationReport', kind: 'vaccination_report', authority: 'vetServices', farms: ['broilers', 'layers'], status: 'approved', dueIn: -40, completedIn: -43 },
  { key: 'carcasses', kind: 'waste', authority: 'environment', farms: ['broilers'], status: 'expired', dueIn: -30, completedIn: -400, expiryIn: -30 },
  { key: 'biosecurity', kind: 'biosecurity', authority: 'agriculture', farms: ['broilers'], status: 'rejected', dueIn: -18, completedIn: -21 },
  { key: 'training', kind: 'training', authority: 'safety', farms: ['broilers', 'layers'], status: 'upcoming', dueIn: 45 },
  { key: 'fire', kind: 'inspection', authority: 'fire', farms: ALL, status: 'upcoming', dueIn: 33 },
  { key: 'effluent', kind: 'permit', authority: 'water', farms: ['small'], status: 'not_applicable', dueIn: -15 },
];

/** A request to support. */
export interface TicketPlan {
  readonly farm: FarmPlan['key'];
  readonly person: string;
  readonly key: keyof Phrases['tickets'];
  readonly category: string;
  readonly priority: 'low' | 'normal' | 'high' | 'urgent';
  readonly status: 'open' | 'in_progress' | 'waiting_customer' | 'resolved' | 'closed';
  readonly channel: string;
  readonly daysAgo: number;
}

export const ticketPlans: readonly TicketPlan[] = [
  {
    farm: 'broilers',
    person: 'yossi',
    key: 'camera',
    category: 'device',
    priority: 'high',
    status: 'open',
    channel: 'app',
    daysAgo: 1,
  },
  {
    farm: 'layers',
    person: 'michal',
    key: 'weather',
    category: 'bug',
    priority: 'normal',
    status: 'in_progress',
    channel: 'whatsapp',
    daysAgo: 1,
  },
  {
    farm: 'small',
    person: 'ruth',
    key: 'location',
    category: 'question',
    priority: 'low',
    status: 'waiting_customer',
    channel: 'email',
    daysAgo: 6,
  },
  {
    farm: 'broilers',
    person: 'sara',
    key: 'export',
    category: 'data',
    priority: 'normal',
    status: 'closed',
    channel: 'email',
    daysAgo: 34,
  },
  {
    farm: 'broilers',
    person: 'noa',
    key: 'viewer',
    category: 'access',
    priority: 'normal',
    status: 'resolved',
    channel: 'phone',
    daysAgo: 3,
  },
  {
    farm: 'layers',
    person: 'david',
    key: 'eggCounter',
    category: 'question',
    priority: 'low',
    status: 'closed',
    channel: 'app',
    daysAgo: 71,
  },
  {
    farm: 'broilers',
    person: 'avi',
    key: 'invoice',
    category: 'billing',
    priority: 'low',
    status: 'closed',
    channel: 'email',
    daysAgo: 96,
  },
];
