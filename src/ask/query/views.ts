import type { QueryFilter } from '../../model/answers/query-form.ts';
import type { ResourceName } from '../../model/resources/registry.ts';
import type { SymbolName } from '../lexicon/lexicon.ts';

/** A resource as questions speak of it: which words mean it, its fields, and what they may ask. */
export interface View {
  readonly resource: ResourceName;
  /** Nouns and verbs that mean it, with the filters that each implies. */
  readonly named: Readonly<Partial<Record<SymbolName, readonly QueryFilter[]>>>;
  /** A noun or verb that means it only beside one of these. */
  readonly requires?: Readonly<Partial<Record<SymbolName, readonly SymbolName[]>>>;
  /** Fields that mean it without a noun: `breed` can only be that of a flock. */
  readonly anchors?: readonly SymbolName[];
  /** Words that may be said beside it and change nothing. */
  readonly neutral: readonly SymbolName[];
  readonly fields: Readonly<Partial<Record<SymbolName, string>>>;
  /** Fields whose values may not be added up. */
  readonly rates?: readonly string[];
  /** The number that "how much" asks for. */
  readonly amount?: string;
  /** The field that "who" asks for. */
  readonly person?: string;
  readonly values?: Readonly<Partial<Record<SymbolName, readonly QueryFilter[]>>>;
  /** The day or time of a record; null for what has a state and no day. */
  readonly date: string | null;
  /** How a record is found by a barn and by a flock. */
  readonly barn: 'id' | 'barnId' | 'flockId' | null;
  readonly flock: 'id' | 'flockId' | null;
  /** Filters of what has happened. */
  readonly past?: readonly QueryFilter[];
  /** Filters where a field of the present is asked for and no day is named. */
  readonly present?: readonly QueryFilter[];
  /** Read only where neither a measure nor the other views account for the question. */
  readonly isBroad?: true;
  /** Whether a word of a closed list means it by itself: "vitamins". */
  readonly namedByWord?: true;
  /** Whether amounts are told record by record, since their units differ. */
  readonly listsAmounts?: true;
  /** Filters where no day and no state is named. */
  readonly usual?: readonly QueryFilter[];
  /** Whether days ahead may be asked about. */
  readonly ahead?: true;
  /** Words that mean the past only where a day or the form of a verb says so. */
  readonly needsPast?: readonly SymbolName[];
  /** The one question word that it answers. */
  readonly onlyAsked?: SymbolName;
  /** The aggregates that it answers where no filter narrows it; absent: those of `only`. */
  readonly unfiltered?: readonly string[];
  /** The aggregates that it answers; absent: all. */
  readonly only?: readonly string[];
  /** Fields that describe a record in an answer. */
  readonly shown: readonly string[];
}

const is = (field: string, value: string): QueryFilter => ({ field, op: '=', value });
const isIn = (field: string, ...value: string[]): QueryFilter => ({ field, op: 'in', value });
const kind = (value: string): readonly QueryFilter[] => [is('kind', value)];

const LISTED = ['list', 'count', 'exists', 'last', 'first'] as const;
const PLACE = ['barn', 'flock', 'birds'] as const;
const OPEN_ALERT = isIn('status', 'open', 'acknowledged', 'in_progress');
const OPEN_TASK = isIn('status', 'open', 'in_progress', 'blocked');

/** The views, by name. */
export const views = {
  placements: {
    resource: 'flocks',
    named: { placement: [], 'verb.place': [], 'verb.deliver': [] },
    requires: { 'verb.deliver': ['birds'] },
    anchors: ['breed', 'arrivalAge', 'chickPrice', 'hatchery'],
    neutral: [...PLACE, 'verb.deliver'],
    fields: {
      birds: 'chicksReceived',
      breed: 'breed',
      arrivalAge: 'arrivalAgeDays',
      chickPrice: 'pricePerChick',
      supplier: 'supplierId',
      hatchery: 'supplierId',
    },
    rates: ['arrivalAgeDays', 'pricePerChick'],
    date: 'placementDate',
    barn: 'barnId',
    flock: 'id',
    past: [isIn('status', 'active', 'selling', 'closed')],
    needsPast: ['placement', 'verb.place', 'verb.deliver'],
    present: [isIn('status', 'active', 'selling')],
    shown: ['barnId', 'chicksReceived', 'breed', 'supplierId', 'arrivalAgeDays'],
  },
  deliveries: {
    resource: 'feed-deliveries',
    named: { delivery: [], 'verb.deliver': [], 'verb.supply': [], 'verb.buy': [] },
    requires: { 'verb.deliver': ['feed'], 'verb.supply': ['feed'], 'verb.buy': ['feed'] },
    neutral: ['feed', 'flock', 'barn', 'verb.deliver', 'verb.buy', 'delivery'],
    fields: {
      feed: 'quantityKg',
      mass: 'quantityKg',
      price: 'pricePerTon',
      cost: 'totalCost',
      money: 'totalCost',
      supplier: 'supplierId',
    },
    rates: ['pricePerTon'],
    amount: 'quantityKg',
    person: 'supplierId',
    date: 'date',
    barn: 'flockId',
    flock: 'flockId',
    shown: ['feedType', 'quantityKg', 'supplierId', 'pricePerTon', 'totalCost'],
  },
  sales: {
    resource: 'sales',
    named: { sale: [], 'verb.sell': [] },
    neutral: [...PLACE, 'verb.sell', 'sale'],
    fields: {
      birds: 'birdsCount',
      mass: 'totalWeightKg',
      customer: 'customerId',
      condemned: 'condemnedCount',
    },
    only: ['sum', 'mean', 'max', 'min', 'last', 'first', 'count', 'exists'],
    person: 'customerId',
    date: 'date',
    barn: 'flockId',
    flock: 'flockId',
    shown: ['birdsCount', 'totalWeightKg', 'totalAmount', 'customerId'],
  },
  treatments: {
    resource: 'treatments',
    named: {
      treatment: [],
      vaccination: kind('vaccination'),
      antibiotic: kind('antibiotic'),
      vetVisit: kind('vet_visit'),
      'verb.vaccinate': kind('vaccination'),
      'verb.treat': [],
      'verb.visit': kind('vet_visit'),
    },
    requires: { 'verb.visit': ['vet'] },
    neutral: [...PLACE, 'vet', 'verb.treat', 'verb.visit', 'verb.vaccinate', 'vaccination'],
    fields: { product: 'product', vet: 'vetName' },
    person: 'vetName',
    needsPast: ['treatment', 'vaccination', 'antibiotic', 'product'],
    unfiltered: ['count', 'first'],
    date: 'date',
    ahead: true,
    barn: 'flockId',
    flock: 'flockId',
    shown: ['kind', 'product', 'flockId', 'vetName', 'reason'],
  },
  expenses: {
    resource: 'expenses',
    named: { expense: [] },
    neutral: ['money', 'barn', 'flock'],
    fields: { supplier: 'supplierId' },
    amount: 'amount',
    date: 'date',
    barn: 'barnId',
    flock: 'flockId',
    only: ['last', 'first'],
    shown: ['category', 'description', 'amount', 'supplierId'],
  },
  suppliers: {
    resource: 'contacts',
    named: {
      supplier: [isIn('kind', 'supplier', 'feed_supplier', 'chick_supplier', 'medicine_supplier')],
      hatchery: kind('chick_supplier'),
      customer: [isIn('kind', 'customer', 'slaughterhouse')],
    },
    neutral: ['supplier', 'customer'],
    fields: {},
    date: null,
    barn: null,
    flock: null,
    only: ['list', 'count', 'exists'],
    shown: ['name', 'company', 'kind', 'phone'],
  },
  tasksDone: {
    resource: 'tasks',
    named: { task: [], 'verb.do': [] },
    requires: { task: ['verb.do'], 'verb.do': ['task'] },
    neutral: ['verb.do', 'task', 'barn'],
    fields: {},
    person: 'assignee',
    date: 'completedAt',
    barn: 'barnId',
    flock: null,
    past: [is('status', 'done')],
    shown: ['title', 'assignee', 'barnId'],
  },
  assignments: {
    resource: 'tasks',
    named: { 'verb.assign': [] },
    neutral: ['task', 'barn'],
    fields: {},
    person: 'assignee',
    date: null,
    barn: 'barnId',
    flock: null,
    past: [isIn('status', 'open', 'in_progress', 'blocked')],
    onlyAsked: 'ask.who',
    only: ['list'],
    shown: ['title', 'assignee', 'dueDate'],
  },
  reports: {
    resource: 'field-reports',
    named: { report: [], 'verb.report': [], leak: [is('category', 'water')] },
    requires: { 'verb.report': ['report', 'user'] },
    neutral: ['verb.report', 'barn', 'user', 'water'],
    fields: {},
    person: 'authorName',
    date: 'createdAt',
    barn: 'barnId',
    flock: 'flockId',
    only: LISTED,
    shown: ['rawText', 'authorName', 'barnId', 'status'],
  },
  events: {
    resource: 'events',
    named: {
      event: [],
      powerCut: kind('power_outage'),
      failure: kind('equipment_failure'),
      inspection: kind('inspection'),
      disinfection: kind('disinfection'),
      cleaningEvent: kind('cleaning'),
    },
    neutral: ['barn'],
    needsPast: ['failure'],
    fields: {},
    date: 'ts',
    barn: 'barnId',
    flock: 'flockId',
    only: LISTED,
    shown: ['kind', 'title', 'barnId'],
  },
  integrations: {
    resource: 'integrations',
    named: { integration: [] },
    neutral: [],
    fields: {},
    values: { 'value.failing': [is('status', 'failing')] },
    date: null,
    barn: 'barnId',
    flock: null,
    only: ['list', 'count', 'exists'],
    shown: ['name', 'kind', 'status', 'lastError'],
  },
  devices: {
    resource: 'devices',
    named: { device: [], camera: kind('camera') },
    neutral: [],
    fields: {},
    date: null,
    barn: 'barnId',
    flock: null,
    past: [{ field: 'status', op: 'not in', value: ['retired'] }],
    only: ['list', 'count', 'exists'],
    shown: ['name', 'kind', 'status', 'barnId'],
  },
  cameraDeaths: {
    resource: 'vision-events',
    named: { cameraDeath: kind('mortality') },
    neutral: ['barn'],
    fields: {},
    amount: 'value',
    date: 'ts',
    barn: 'barnId',
    flock: 'flockId',
    only: ['sum'],
    shown: ['value', 'barnId', 'source'],
  },
  barns: {
    resource: 'barns',
    named: {},
    anchors: ['area'],
    neutral: ['barn'],
    fields: { area: 'areaSqm' },
    date: null,
    barn: 'id',
    flock: null,
    shown: ['areaSqm', 'capacity', 'barnType'],
  },
  tenders: {
    resource: 'tenders',
    named: { tender: [] },
    neutral: [],
    fields: {},
    values: { 'value.open': [is('status', 'open')] },
    date: 'createdAt',
    barn: null,
    flock: null,
    only: LISTED,
    shown: ['title', 'status', 'deadline'],
  },
  licenses: {
    resource: 'reg-items',
    named: { license: [isIn('kind', 'license', 'permit')] },
    neutral: [],
    fields: {},
    date: null,
    barn: 'barnId',
    flock: null,
    only: ['list', 'count', 'exists'],
    shown: ['title', 'authority', 'status', 'expiryDate'],
  },
  automations: {
    resource: 'automations',
    named: { automation: [] },
    neutral: [],
    fields: {},
    date: null,
    barn: 'barnId',
    flock: null,
    only: ['list', 'count', 'exists'],
    shown: ['name', 'mode', 'lastRunAt'],
  },
  tickets: {
    resource: 'support-tickets',
    named: { ticket: [] },
    neutral: [],
    fields: {},
    values: { 'value.open': [isIn('status', 'open', 'in_progress', 'waiting_customer')] },
    date: 'createdAt',
    barn: null,
    flock: null,
    only: LISTED,
    shown: ['subject', 'status', 'priority'],
  },
  photos: {
    resource: 'media',
    named: { photo: kind('image') },
    neutral: ['barn'],
    fields: {},
    date: 'createdAt',
    barn: 'barnId',
    flock: 'flockId',
    only: LISTED,
    shown: ['name', 'category', 'barnId'],
  },
  users: {
    resource: 'users',
    named: { user: [is('status', 'active')] },
    neutral: [],
    fields: {},
    person: 'name',
    date: null,
    barn: null,
    flock: null,
    only: ['list', 'count', 'exists'],
    shown: ['name', 'role'],
  },
  alerts: {
    resource: 'alerts',
    isBroad: true,
    named: { alert: [] },
    neutral: ['barn', 'flock', 'verb.raise', 'value.open'],
    fields: {},
    values: {
      'value.open': [OPEN_ALERT],
      'value.acknowledged': [isIn('status', 'acknowledged', 'in_progress')],
      'value.unacknowledged': [is('status', 'open')],
      'value.resolved': [is('status', 'resolved')],
    },
    usual: [OPEN_ALERT],
    date: 'createdAt',
    barn: 'barnId',
    flock: 'flockId',
    only: [...LISTED, 'max', 'min'],
    shown: ['severity', 'title', 'barnId', 'status'],
  },
  tasksDue: {
    resource: 'tasks',
    isBroad: true,
    named: { task: [], 'verb.assign': [], 'verb.must': [] },
    neutral: ['task', 'barn', 'verb.assign', 'verb.must', 'value.open'],
    fields: {},
    values: { 'value.open': [OPEN_TASK], 'value.urgent': [is('priority', 'urgent')] },
    usual: [OPEN_TASK],
    past: [OPEN_TASK],
    person: 'assignee',
    date: 'dueDate',
    ahead: true,
    barn: 'barnId',
    flock: null,
    only: [...LISTED, 'max', 'min'],
    shown: ['title', 'assignee', 'barnId'],
  },
  medicine: {
    resource: 'medicine',
    isBroad: true,
    namedByWord: true,
    listsAmounts: true,
    named: { medicine: [], product: [] },
    neutral: ['medicine', 'product', 'left', 'verb.expire'],
    fields: { supplier: 'supplierId' },
    date: 'expiryDate',
    ahead: true,
    barn: null,
    flock: null,
    only: ['list', 'count', 'exists', 'first'],
    shown: ['name', 'kind', 'quantity', 'unit'],
  },
  spending: {
    resource: 'expenses',
    isBroad: true,
    named: { expense: [], cost: [], 'verb.spend': [] },
    neutral: ['money', 'barn', 'flock', 'expense', 'cost', 'verb.spend'],
    fields: { supplier: 'supplierId' },
    amount: 'amount',
    date: 'date',
    barn: 'barnId',
    flock: 'flockId',
    only: ['list', 'count', 'last', 'first', 'max', 'min'],
    shown: ['category', 'description', 'amount', 'supplierId'],
  },
  weighings: {
    resource: 'daily-logs',
    isBroad: true,
    named: {
      weighing: [{ field: 'avgWeightGr', op: '>', value: 0 }],
      'verb.weigh': [{ field: 'avgWeightGr', op: '>', value: 0 }],
    },
    neutral: [...PLACE, 'weighing', 'verb.weigh'],
    fields: {},
    date: 'date',
    barn: 'flockId',
    flock: 'flockId',
    only: ['list', 'count', 'last', 'first'],
    shown: ['flockId', 'avgWeightGr'],
  },
  people: {
    resource: 'contacts',
    isBroad: true,
    namedByWord: true,
    named: {},
    neutral: ['supplier', 'customer', 'hatchery', 'vet'],
    fields: { phone: 'phone' },
    person: 'name',
    date: null,
    barn: null,
    flock: null,
    only: ['list', 'count', 'exists'],
    shown: ['name', 'company', 'kind', 'phone'],
  },
  days: {
    resource: 'daily-logs',
    named: { day: [] },
    requires: { day: ['mortality', 'culls', 'water', 'eaten', 'laid', 'eggs'] },
    neutral: ['barn', 'flock', 'birds'],
    fields: {
      mortality: 'mortality',
      culls: 'culls',
      water: 'waterL',
      eaten: 'feedKg',
      laid: 'eggs',
      eggs: 'eggs',
    },
    date: 'date',
    barn: 'flockId',
    flock: 'flockId',
    only: ['max', 'min', 'count'],
    shown: [],
  },
} as const satisfies Readonly<Record<string, View>>;

export type ViewName = keyof typeof views;

/** Fields of which less is better: their worst is their highest. */
export const lessIsBetterFields: ReadonlySet<string> = new Set(['mortality', 'culls']);
