import { type DefaultName, exampleBasis, exampleId } from '../core/fields.ts';
import type { ResourceDefinition } from '../core/resource.ts';
import { isResourceName, type ResourceName } from './registry.ts';

/** Times in the examples of the documents. */
export const exampleTimes = {
  created: '2026-11-21T09:00:00.000Z',
  changed: '2026-11-21T09:05:00.000Z',
  today: '2026-11-21',
} as const;

type Row = Readonly<Record<string, unknown>>;

const defaultValues: Readonly<Record<DefaultName, string>> = {
  now: exampleTimes.created,
  today: exampleTimes.today,
  caller: 'Morning assistant',
};

/** The example row of a resource, as returned after the example POST. */
export function exampleRow(definition: ResourceDefinition): Row {
  const { name: resource } = definition;
  const examples = isResourceName(resource) ? exampleValues[resource] : undefined;
  const ownFields = Object.entries(definition.fields).map(([name, field]) => {
    const preset = field.defaultFrom ? defaultValues[field.defaultFrom] : field.default;
    return [name, definition.example[name] ?? examples?.[name] ?? preset ?? null];
  });
  return {
    id: exampleId(definition.idPrefix),
    farmId: definition.farm.kind === 'organisation' ? null : exampleId('farm'),
    version: 1,
    createdAt: exampleTimes.created,
    updatedAt: exampleTimes.created,
    createdBy: { type: 'key', id: 'k4T9vQ2mXbZ7' },
    ...Object.fromEntries(ownFields),
  };
}

/** The example PATCH body: one harmless change. */
export function exampleChange({ name }: ResourceDefinition): Row {
  const change = isResourceName(name) ? exampleChanges[name] : undefined;
  return change ?? { notes: 'Looked at together with the vet' };
}

/** The example row after the example PATCH. */
export function exampleChangedRow(definition: ResourceDefinition): Row {
  return {
    ...exampleRow(definition),
    ...exampleChange(definition),
    version: 2,
    updatedAt: exampleTimes.changed,
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Values in the example rows that the service sets; unlisted fields are null. */
const exampleValues: { readonly [N in ResourceName]?: Values } = {
  farms: {
    timezone: 'Asia/Jerusalem',
    ...{ barnCount: 1, activeFlocks: 1, birds: 19_755, mortalityDaysUnlogged: 0 },
  },
  barns: { occupied: true, currentFlockId: exampleId('flock'), densityKgM2: 16.2 },
  flocks: {
    status: 'active',
    ageDays: 20,
    live: 19_755,
    cumMortality: 171,
    cumMortalityPct: 0.86,
    mortalityDays: 20,
    mortalityDaysUnlogged: 0,
    smartWeightG: 985,
    weightG: 985,
    standardG: 935,
    standardBasis: exampleBasis,
    deviationPct: 5.35,
    weightDate: '2026-11-21',
    lastLogDate: '2026-11-21',
  },
  'daily-logs': {
    live: 19_755,
    mortalityDaysUnlogged: 0,
    mortalityPct: 0.06,
    feedPerBirdG: 108.29,
    waterFeedRatio: 1.8,
    standardG: 935,
    standardBasis: exampleBasis,
    deviationPct: 5.35,
  },
  alerts: { source: { rule: 'temp_high', ref: exampleId('reading') } },
  tasks: { overdue: false, nextDueDate: '2026-11-29' },
  media: {
    sizeBytes: 482_113,
    mimeType: 'image/jpeg',
    width: 1600,
    height: 1200,
    aiSeverity: 'warning',
    aiSummary: 'Wet litter under a drinker line',
    analyzedAt: '2026-11-21T09:00:12.000Z',
    url: `/v1/platform/os/media/${exampleId('media')}/content`,
  },
  devices: { lastSeenAt: '2026-11-21T08:58:00.000Z' },
  'env-readings': { thi: 25.9, outOfRange: [] },
  'vision-events': { integrationId: exampleId('integration'), flockId: exampleId('flock') },
  'controller-commands': { status: 'pending' },
  'feed-orders': { late: false },
  expenses: { countedAs: 'direct' },
  sales: { avgWeightKg: 2.65, condemnationPct: 1 },
  treatments: { ageDays: 14 },
  medicine: { expired: false, daysToExpiry: 221, lowStock: false },
  contacts: { phoneE164: '+972501234567' },
  tenders: { bidsCount: 1, bestBidId: exampleId('bid') },
  'tender-bids': { phoneE164: '+972501234567' },
  'market-orders': { total: 4560 },
  users: {
    email: 'dana@emek.example',
    phoneE164: '+972527654321',
    lastSeenAt: '2026-11-21T08:30:00.000Z',
    farms: [exampleId('farm')],
    accessRoles: ['manager'],
  },
  'reg-items': { daysLeft: 13, overdue: false },
  'support-tickets': { number: 17, userId: exampleId('user') },
  'farm-access': {
    userId: exampleId('user'),
    role: 'manager',
    scopes: ['read:*', 'write:*'],
    status: 'active',
    grantedBy: 'Owner',
    grantedAt: '2026-11-01T06:00:00.000Z',
  },
  'agent-runs': {
    kind: 'ask',
    trigger: 'api',
    status: 'succeeded',
    lang: 'en',
    question: 'How many birds died today in barn 1?',
    answer: '12 birds died today in Barn 1.',
    actionStatus: 'none',
    durationMs: 41,
    requestId: exampleId('req'),
    keyId: 'k4T9vQ2mXbZ7',
    startedAt: '2026-11-21T09:00:00.000Z',
    finishedAt: '2026-11-21T09:00:00.041Z',
  },
  'chat-messages': {
    threadId: exampleId('thread'),
    senderType: 'assistant',
    senderName: 'Assistant',
    role: 'assistant',
    text: '12 birds died today in Barn 1.',
    lang: 'en',
    agentRunId: exampleId('run'),
    attachments: [],
    readBy: [],
  },
};

/** The change in the example PATCH, if it is not to the notes. */
const exampleChanges: { readonly [N in ResourceName]?: Values } = {
  alerts: { feedback: 'useful' },
  tasks: { details: 'Twenty birds at five places' },
  'task-comments': { text: 'The scale of barn 2 works' },
  'field-reports': { category: 'water' },
  events: { details: 'The litter at the east end is dry again' },
  media: { description: 'Wet spots under the second and third drinker line' },
  'vision-events': { confidence: 0.95 },
  'controller-commands': { requestedBy: 'Dana Mizrahi' },
  automations: { enabled: false },
  expenses: { description: 'Heating gas for the first three weeks' },
  tenders: { description: 'Pellets, delivered in bulk to three silos, 14 t a load' },
  'market-orders': { details: 'Dry, free of dust, in bales of 20 kg' },
  users: { lang: 'en' },
  'support-tickets': { priority: 'urgent' },
};
