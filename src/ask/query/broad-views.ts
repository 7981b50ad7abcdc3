import { checkedForm, type QueryForm } from '../../model/answers/query-form.ts';
import {
  equals,
  hasKindValue,
  isEmpty,
  isOneOf,
  LIST_AGGREGATES,
  PLACE_SYMBOLS,
  type View,
} from './view.ts';

const OPEN_ALERT = isOneOf('status', 'open', 'acknowledged', 'in_progress');
/** Unfinished tasks. */
const OPEN_TASK = isOneOf('status', 'open', 'in_progress', 'blocked');
const WEIGHED = [{ field: 'avgWeightGr', op: '>', value: 0 }] as const;

/**
 * Views that are also read with the words of figures, where nothing else accounts for a question.
 */
export const broadViews = {
  alerts: {
    resource: 'alerts',
    isBroad: true,
    named: { alert: [] },
    neutral: ['barn', 'flock', 'verb.raise'],
    fields: {},
    values: {
      'value.open': [OPEN_ALERT],
      'value.acknowledged': [isOneOf('status', 'acknowledged', 'in_progress')],
      'value.unacknowledged': [equals('status', 'open')],
      'value.resolved': [equals('status', 'resolved')],
    },
    defaultFilters: [OPEN_ALERT],
    date: 'createdAt',
    barn: 'barnId',
    flock: 'flockId',
    only: [...LIST_AGGREGATES, 'max', 'min'],
    describedBy: ['severity', 'title', 'barnId', 'status'],
  },
  tasksDue: {
    resource: 'tasks',
    isBroad: true,
    named: {
      task: [],
      'verb.assign': [],
      'verb.must': [],
      'value.blocked': [equals('status', 'blocked')],
    },
    neutral: ['task', 'barn', 'verb.assign', 'verb.must'],
    fields: { user: 'assignee' },
    values: {
      'value.open': [OPEN_TASK],
      'value.urgent': [equals('priority', 'urgent')],
      'value.unassigned': [isEmpty('assignee'), OPEN_TASK],
      'value.undated': [isEmpty('dueDate'), OPEN_TASK],
      'value.repeated': [{ field: 'frequency', op: 'not in', value: ['once'] }, OPEN_TASK],
    },
    defaultFilters: [OPEN_TASK],
    pastFilters: [OPEN_TASK],
    about: 'title',
    aboutTense: 'present',
    person: 'assignee',
    date: 'dueDate',
    supportsFuture: true,
    barn: 'barnId',
    flock: null,
    only: ['list', 'count', 'exists', 'first', 'max', 'min'],
    describedBy: ['title', 'assignee', 'barnId'],
  },
  medicine: {
    resource: 'medicine',
    isBroad: true,
    namedByWord: true,
    fieldNames: ['batchNumber', 'minQuantity'],
    answersWithDays: true,
    listsEachAmount: true,
    named: { medicine: [], product: [] },
    neutral: ['medicine', 'product', 'left', 'verb.expire'],
    fields: { supplier: 'supplierId' },
    date: 'expiryDate',
    datedBy: ['verb.expire'],
    supportsFuture: true,
    barn: null,
    flock: null,
    only: ['list', 'count', 'exists', 'first'],
    describedBy: ['name', 'kind', 'quantity', 'unit'],
  },
  spending: {
    resource: 'expenses',
    isBroad: true,
    named: { expense: [], cost: [], 'verb.spend': [], 'verb.supply': [], 'verb.buy': [] },
    requires: { 'verb.supply': ['category'], 'verb.buy': ['category'] },
    neutral: ['expense', 'cost', 'verb.spend'],
    fields: { supplier: 'supplierId' },
    amount: 'amount',
    person: 'supplierId',
    date: 'date',
    barn: 'barnId',
    flock: 'flockId',
    only: ['list', 'count', 'last', 'first', 'max', 'min'],
    describedBy: ['category', 'description', 'amount', 'supplierId'],
  },
  weighings: {
    resource: 'daily-logs',
    isBroad: true,
    named: { weighing: WEIGHED, 'verb.weigh': WEIGHED },
    neutral: [...PLACE_SYMBOLS, 'weighing', 'verb.weigh'],
    fields: {},
    date: 'date',
    barn: 'flockId',
    flock: 'flockId',
    only: LIST_AGGREGATES,
    describedBy: ['flockId', 'avgWeightGr'],
  },
  people: {
    resource: 'contacts',
    isBroad: true,
    namedByWord: true,
    fieldNames: ['company'],
    named: {},
    about: 'name+company',
    neutral: ['supplier', 'customer', 'hatchery', 'vet', 'user'],
    fields: { phone: 'phone' },
    person: 'name',
    date: null,
    barn: null,
    flock: null,
    only: ['list', 'count', 'exists'],
    describedBy: ['name', 'company', 'kind', 'phone'],
  },
} as const satisfies Readonly<Record<string, View>>;

export const INSPECTED = isOneOf('kind', 'inspection', 'welfare', 'biosecurity', 'sampling');

/** Lists of things other than birds: devices, papers, people, tickets. */
export const listViews = {
  integrations: {
    resource: 'integrations',
    about: 'name',
    fieldNames: ['lastSuccessAt'],
    named: { integration: [] },
    neutral: [],
    fields: {},
    values: {
      'value.failing': [equals('status', 'failing')],
      'value.working': [equals('status', 'active')],
      'value.paused': [equals('status', 'paused')],
    },
    date: null,
    barn: 'barnId',
    flock: null,
    only: ['list', 'count', 'exists'],
    describedBy: ['name', 'kind', 'status', 'lastError'],
  },
  devices: {
    resource: 'devices',
    about: 'name',
    fieldNames: ['lastSeenAt', 'installedAt', 'vendor', 'status'],
    named: { device: [], camera: hasKindValue('camera') },
    neutral: [],
    fields: {},
    date: null,
    barn: 'barnId',
    flock: null,
    pastFilters: [{ field: 'status', op: 'not in', value: ['retired'] }],
    only: ['list', 'count', 'exists'],
    describedBy: ['name', 'kind', 'status', 'barnId'],
  },
  tenders: {
    resource: 'tenders',
    about: 'title',
    named: { tender: [] },
    neutral: [],
    fields: {},
    values: {
      'value.open': [equals('status', 'open')],
      feed: [equals('category', 'feed')],
      birds: [equals('category', 'live_birds')],
    },
    date: 'createdAt',
    undatedFields: ['deadline'],
    barn: null,
    flock: null,
    only: LIST_AGGREGATES,
    describedBy: ['title', 'status', 'deadline'],
  },
  licenses: {
    resource: 'reg-items',
    named: { license: [isOneOf('kind', 'license', 'permit')] },
    neutral: [],
    fields: {},
    date: null,
    barn: 'barnId',
    flock: null,
    only: ['list', 'count', 'exists'],
    describedBy: ['title', 'authority', 'status', 'expiryDate'],
  },
  dueItems: {
    resource: 'reg-items',
    named: {
      inspection: [INSPECTED],
      audit: [INSPECTED],
    },
    neutral: ['verb.expire', 'audit'],
    fields: {},
    date: 'dueDate',
    supportsFuture: true,
    isFutureOnly: true,
    barn: 'barnId',
    flock: null,
    only: ['list', 'count', 'exists', 'first'],
    describedBy: ['title', 'kind', 'authority', 'status'],
  },
  permits: {
    resource: 'reg-items',
    named: { license: [isOneOf('kind', 'license', 'permit', 'movement_permit', 'waste')] },
    requires: { license: ['verb.expire', 'value.expired', 'value.expiring'] },
    neutral: ['verb.expire'],
    fields: {},
    values: { 'value.expired': [], 'value.expiring': [] },
    about: 'title',
    date: 'expiryDate',
    endField: 'expiryDate',
    supportsFuture: true,
    answersWithDays: true,
    barn: 'barnId',
    flock: null,
    only: LIST_AGGREGATES,
    describedBy: ['title', 'authority', 'status'],
  },
  commands: {
    resource: 'controller-commands',
    named: { command: [] },
    neutral: ['barn'],
    fields: {},
    values: {
      'verb.send': [isOneOf('status', 'sent', 'executed', 'failed')],
      'value.failing': [equals('status', 'failed')],
      'value.open': [isOneOf('status', 'pending', 'approved', 'sent')],
      'value.waiting': [isOneOf('status', 'pending', 'approved', 'sent')],
      'value.unapproved': [equals('status', 'pending')],
    },
    person: 'requestedBy',
    date: 'createdAt',
    barn: 'barnId',
    flock: null,
    only: LIST_AGGREGATES,
    describedBy: ['command', 'barnId', 'status', 'requestedBy'],
  },
  marketOrders: {
    resource: 'market-orders',
    about: 'title',
    named: { marketOrder: [] },
    neutral: [],
    fields: {},
    values: {
      'value.open': [isOneOf('status', 'open', 'negotiating')],
      'value.confirmed': [equals('status', 'confirmed')],
      'value.buying': [equals('direction', 'buy')],
      'value.selling': [equals('direction', 'sell')],
    },
    date: null,
    barn: null,
    flock: null,
    only: ['list', 'count', 'exists'],
    describedBy: ['title', 'direction', 'quantity', 'price', 'status'],
  },
  comments: {
    resource: 'task-comments',
    about: 'title',
    titledBy: { reference: 'taskId', resource: 'tasks' },
    named: { comment: [] },
    neutral: ['task'],
    fields: {},
    person: 'authorName',
    date: 'createdAt',
    barn: null,
    flock: null,
    only: LIST_AGGREGATES,
    describedBy: ['text', 'authorName'],
  },
  automations: {
    resource: 'automations',
    about: 'name',
    fieldNames: ['lastRunAt'],
    named: { automation: [] },
    neutral: [],
    fields: {},
    values: {
      'value.on': [equals('enabled', 'true')],
      'value.off': [equals('enabled', 'false')],
    },
    date: null,
    barn: 'barnId',
    flock: null,
    only: ['list', 'count', 'exists'],
    describedBy: ['name', 'mode', 'lastRunAt'],
  },
  tickets: {
    resource: 'support-tickets',
    about: 'subject',
    named: { ticket: [] },
    neutral: [],
    fields: {},
    values: {
      'value.open': [isOneOf('status', 'open', 'in_progress', 'waiting_customer')],
      'value.resolved': [isOneOf('status', 'resolved', 'closed')],
      'value.unanswered': [isEmpty('firstResponseAt'), isOneOf('status', 'open', 'in_progress')],
    },
    date: 'createdAt',
    barn: null,
    flock: null,
    only: LIST_AGGREGATES,
    describedBy: ['subject', 'status', 'priority'],
  },
  photos: {
    resource: 'media',
    named: { photo: hasKindValue('image') },
    neutral: ['barn'],
    fields: {},
    date: 'createdAt',
    barn: 'barnId',
    flock: 'flockId',
    only: LIST_AGGREGATES,
    describedBy: ['name', 'category', 'barnId'],
  },
  users: {
    resource: 'users',
    namedByWord: 'open',
    fieldNames: ['role', 'lastSeenAt'],
    named: {
      user: [equals('status', 'active')],
      'user.worker': [equals('status', 'active'), equals('role', 'worker')],
    },
    neutral: ['user'],
    fields: {},
    person: 'name',
    date: null,
    barn: null,
    flock: null,
    only: ['list', 'count', 'exists'],
    describedBy: ['name', 'role', 'phone'],
  },
  suppliers: {
    resource: 'contacts',
    named: {
      supplier: [
        isOneOf('kind', 'supplier', 'feed_supplier', 'chick_supplier', 'medicine_supplier'),
      ],
      hatchery: hasKindValue('chick_supplier'),
      customer: [isOneOf('kind', 'customer', 'slaughterhouse')],
    },
    neutral: ['supplier', 'customer'],
    fields: {},
    date: null,
    barn: null,
    flock: null,
    only: ['list', 'count', 'exists'],
    describedBy: ['name', 'company', 'kind', 'phone'],
  },
} as const satisfies Readonly<Record<string, View>>;

/**
 * The form of the open tasks that plan the records of a form about future days, such as treatments.
 * Undefined for a form about the past, and for records that are not planned.
 */
export function plannedTasks({ planned, person }: View, form: QueryForm): QueryForm | undefined {
  if (planned === undefined || form.tense !== 'future') return undefined;
  const kinds = form.filters.flatMap(({ field, value }) =>
    field === 'kind' ? [String(value)] : [],
  );
  const about = kinds.length > 0 ? kinds.flatMap((kind) => planned[kind] ?? []) : planned['any'];
  if (about === undefined || about.length === 0 || form.scope.flocks.length > 0) return undefined;
  return checkedForm({
    ...form,
    subject: { resource: 'tasks' },
    ...(form.select === 'date' ? { select: 'dueDate' } : {}),
    ...(form.select !== undefined && form.select === person ? { select: 'assignee' } : {}),
    filters: [OPEN_TASK, { field: 'title', op: 'about', value: [...about] }],
  });
}

/**
 * The form of the events that correspond to a form about records: a visit of the vet may be noted
 * on the timeline. Undefined where events express it differently, or not at all.
 */
export function timelineEvents({ timeline }: View, form: QueryForm): QueryForm | undefined {
  const { filters, select, groupBy, also, tense } = form;
  const [kind] = filters;
  const isReported = kind?.field === 'kind' && timeline?.includes(String(kind.value));
  if (!isReported || filters.length > 1 || groupBy || also || tense === 'future') return undefined;
  if (select !== undefined && select !== 'date') return undefined;
  return checkedForm({
    ...form,
    subject: { resource: 'events' },
    ...(select === 'date' ? { select: 'ts' } : {}),
  });
}
