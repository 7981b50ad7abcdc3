import { checkedForm, type QueryForm } from '../../model/answers/query-form.ts';
import { is, isEmpty, isIn, kind, LISTED, PLACE, type View } from './view.ts';

const OPEN_ALERT = isIn('status', 'open', 'acknowledged', 'in_progress');
/** Unfinished tasks. */
const OPEN_TASK = isIn('status', 'open', 'in_progress', 'blocked');
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
    neutral: ['task', 'barn', 'verb.assign', 'verb.must'],
    fields: { user: 'assignee' },
    values: {
      'value.open': [OPEN_TASK],
      'value.urgent': [is('priority', 'urgent')],
      'value.blocked': [is('status', 'blocked')],
      'value.unassigned': [isEmpty('assignee'), OPEN_TASK],
      'value.undated': [isEmpty('dueDate'), OPEN_TASK],
      'value.repeated': [{ field: 'frequency', op: 'not in', value: ['once'] }, OPEN_TASK],
    },
    usual: [OPEN_TASK],
    past: [OPEN_TASK],
    about: 'title',
    aboutTense: 'present',
    person: 'assignee',
    date: 'dueDate',
    ahead: true,
    barn: 'barnId',
    flock: null,
    only: ['list', 'count', 'exists', 'first', 'max', 'min'],
    shown: ['title', 'assignee', 'barnId'],
  },
  medicine: {
    resource: 'medicine',
    isBroad: true,
    namedByWord: true,
    fieldNames: ['batchNumber', 'minQuantity'],
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
    shown: ['category', 'description', 'amount', 'supplierId'],
  },
  weighings: {
    resource: 'daily-logs',
    isBroad: true,
    named: { weighing: WEIGHED, 'verb.weigh': WEIGHED },
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
    shown: ['name', 'company', 'kind', 'phone'],
  },
} as const satisfies Readonly<Record<string, View>>;

export const INSPECTED = isIn('kind', 'inspection', 'welfare', 'biosecurity', 'sampling');

/** Lists of things other than birds: devices, papers, people, tickets. */
export const listViews = {
  integrations: {
    resource: 'integrations',
    about: 'name',
    fieldNames: ['lastSuccessAt'],
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
    about: 'name',
    fieldNames: ['lastSeenAt', 'installedAt', 'vendor'],
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
  tenders: {
    resource: 'tenders',
    about: 'title',
    named: { tender: [] },
    neutral: [],
    fields: {},
    values: {
      'value.open': [is('status', 'open')],
      feed: [is('category', 'feed')],
      birds: [is('category', 'live_birds')],
    },
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
  dueItems: {
    resource: 'reg-items',
    named: {
      inspection: [INSPECTED],
      audit: [INSPECTED],
    },
    neutral: ['verb.expire', 'audit'],
    fields: {},
    date: 'dueDate',
    ahead: true,
    onlyAhead: true,
    barn: 'barnId',
    flock: null,
    only: ['list', 'count', 'exists', 'first'],
    shown: ['title', 'kind', 'authority', 'status'],
  },
  permits: {
    resource: 'reg-items',
    named: { license: [isIn('kind', 'license', 'permit', 'movement_permit')] },
    requires: { license: ['verb.expire', 'value.expired'] },
    neutral: ['verb.expire'],
    fields: {},
    values: { 'value.expired': [] },
    about: 'title',
    date: 'expiryDate',
    ends: 'expiryDate',
    ahead: true,
    tellsDays: true,
    barn: 'barnId',
    flock: null,
    only: LISTED,
    shown: ['title', 'authority', 'status'],
  },
  commands: {
    resource: 'controller-commands',
    named: { command: [] },
    neutral: ['barn'],
    fields: {},
    values: {
      'verb.send': [isIn('status', 'sent', 'executed', 'failed')],
      'value.failing': [is('status', 'failed')],
      'value.open': [isIn('status', 'pending', 'approved', 'sent')],
      'value.waiting': [isIn('status', 'pending', 'approved', 'sent')],
      'value.unapproved': [is('status', 'pending')],
    },
    person: 'requestedBy',
    date: 'createdAt',
    barn: 'barnId',
    flock: null,
    only: LISTED,
    shown: ['command', 'barnId', 'status', 'requestedBy'],
  },
  marketOrders: {
    resource: 'market-orders',
    about: 'title',
    named: { marketOrder: [] },
    neutral: [],
    fields: {},
    values: {
      'value.open': [isIn('status', 'open', 'negotiating')],
      'value.confirmed': [is('status', 'confirmed')],
      'value.buying': [is('direction', 'buy')],
      'value.selling': [is('direction', 'sell')],
    },
    date: null,
    barn: null,
    flock: null,
    only: ['list', 'count', 'exists'],
    shown: ['title', 'direction', 'quantity', 'price', 'status'],
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
    only: LISTED,
    shown: ['text', 'authorName'],
  },
  automations: {
    resource: 'automations',
    about: 'name',
    fieldNames: ['lastRunAt'],
    named: { automation: [] },
    neutral: [],
    fields: {},
    values: {
      'value.on': [is('enabled', 'true')],
      'value.off': [is('enabled', 'false')],
    },
    date: null,
    barn: 'barnId',
    flock: null,
    only: ['list', 'count', 'exists'],
    shown: ['name', 'mode', 'lastRunAt'],
  },
  tickets: {
    resource: 'support-tickets',
    about: 'subject',
    named: { ticket: [] },
    neutral: [],
    fields: {},
    values: {
      'value.open': [isIn('status', 'open', 'in_progress', 'waiting_customer')],
      'value.resolved': [isIn('status', 'resolved', 'closed')],
      'value.unanswered': [isEmpty('firstResponseAt'), isIn('status', 'open', 'in_progress')],
    },
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
    namedByWord: 'open',
    fieldNames: ['role', 'lastSeenAt'],
    named: { user: [is('status', 'active')] },
    neutral: [],
    fields: {},
    person: 'name',
    date: null,
    barn: null,
    flock: null,
    only: ['list', 'count', 'exists'],
    shown: ['name', 'role', 'phone'],
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
