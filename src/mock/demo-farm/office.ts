import { addDays, formatInstant } from '../../tools/calendar.ts';
import type { DemoContext, Phrases } from './demo-context.ts';
import type { DemoFarm, DemoPerson } from './demo-farm.ts';
import type { FarmPlan } from './farm-plan.ts';
import { actorOf } from './farms.ts';

const DAY = 86_400_000;

/** Generates regulatory items and support tickets of the farms. */
export function addOffice(
  context: DemoContext,
  farms: readonly DemoFarm[],
  people: readonly DemoPerson[],
): void {
  for (const farm of farms) addRegItems(context, farm);
  addTickets(context, farms, people);
}

function addRegItems(context: DemoContext, farm: DemoFarm): void {
  const random = context.random(`reg-items/${farm.plan.key}`);
  for (const plan of regItemPlans.filter((plan) => plan.farms.includes(farm.plan.key))) {
    const day = (offset: number | undefined) =>
      offset === undefined ? null : addDays(context.today, offset);
    const written = addDays(context.today, Math.min(-20, plan.dueIn - 30));
    const at = context.at(written, random.between(8, 15));
    context.add('reg-items', {
      farmId: farm.id,
      at,
      updatedAt:
        plan.completedIn === undefined
          ? at
          : context.at(addDays(context.today, plan.completedIn), 12),
      by: actorOf(farm.manager),
      fields: {
        title: context.phrases.duties[plan.key],
        kind: plan.kind,
        authority: context.phrases.authorities[plan.authority],
        referenceNumber: `${plan.kind.slice(0, 3).toUpperCase()}-${random.integer(10_000, 99_999)}`,
        status: plan.status,
        dueDate: day(plan.dueIn),
        issuedDate: day(plan.completedIn),
        expiryDate: day(plan.expiryIn),
        completedAt: day(plan.completedIn),
        frequency: plan.frequency ?? 'once',
        barnId: plan.isForBarn ? (farm.barns[0]?.id ?? null) : null,
      },
    });
  }
}

function addTickets(
  context: DemoContext,
  farms: readonly DemoFarm[],
  people: readonly DemoPerson[],
): void {
  const random = context.random('support-tickets');
  ticketPlans.forEach((plan, index) => {
    const farm = farms.find((farm) => farm.plan.key === plan.farm);
    const person = people.find((person) => person.key === plan.person);
    if (!farm || !person) return;
    const texts = context.phrases.tickets[plan.key];
    const at = context.at(addDays(context.today, -plan.daysAgo), random.between(7, 19));
    const firstResponseAt = at + Math.floor(random.between(0.5, 6) * 3_600_000);
    const closedAt = at + Math.floor(random.between(0.6, 4) * DAY);
    const isOver = plan.status === 'resolved' || plan.status === 'closed';
    context.add('support-tickets', {
      farmId: farm.id,
      at,
      updatedAt: isOver ? closedAt : firstResponseAt,
      by: actorOf(person),
      fields: {
        subject: texts.subject,
        body: texts.body,
        category: plan.category,
        priority: plan.priority,
        status: plan.status,
        channel: plan.channel,
        lang: person.lang,
        assignee: plan.status === 'open' ? null : context.phrases.support,
        resolutionNote: texts.resolution,
        number: 1001 + index,
        userId: person.id,
        firstResponseAt:
          plan.status === 'open' ? null : formatInstant(Math.min(firstResponseAt, context.now)),
        closedAt: plan.status === 'closed' ? formatInstant(Math.min(closedAt, context.now)) : null,
      },
    });
  });
}

/** A regulatory requirement for a farm; days are relative to today. */
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
const regItemPlans: readonly RegItemPlan[] = [
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

const ticketPlans: readonly TicketPlan[] = [
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
