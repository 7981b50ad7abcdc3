import { nearestWord } from '../../tools/words.ts';
import { FarmError } from '../core/errors.ts';
import type {
  CommonFields,
  CreateOf,
  ResourceDefinition,
  RowOf,
  UpdateOf,
} from '../core/resource.ts';
import { agentRuns } from './agent-runs.ts';
import { alerts } from './alerts.ts';
import { automations } from './automations.ts';
import { barns } from './barns.ts';
import { chatMessages } from './chat-messages.ts';
import { contacts } from './contacts.ts';
import { controllerCommands } from './controller-commands.ts';
import { dailyLogs } from './daily-logs.ts';
import { devices } from './devices.ts';
import { envReadings } from './env-readings.ts';
import { events } from './events.ts';
import { expenses } from './expenses.ts';
import { farmAccess } from './farm-access.ts';
import { farms } from './farms.ts';
import { feedDeliveries } from './feed-deliveries.ts';
import { feedOrders } from './feed-orders.ts';
import { fieldReports } from './field-reports.ts';
import { flocks } from './flocks.ts';
import { integrations } from './integrations.ts';
import { marketOrders } from './market-orders.ts';
import { media } from './media.ts';
import { medicine } from './medicine.ts';
import { regItems } from './reg-items.ts';
import { sales } from './sales.ts';
import { supportTickets } from './support-tickets.ts';
import { taskComments, tasks } from './tasks.ts';
import { tenderBids, tenders } from './tenders.ts';
import { treatments } from './treatments.ts';
import { users } from './users.ts';
import { visionEvents } from './vision-events.ts';

/** The 32 resources by their path name. This is the only place that lists them. */
export const resources = {
  farms,
  barns,
  flocks,
  'daily-logs': dailyLogs,
  alerts,
  tasks,
  'task-comments': taskComments,
  'field-reports': fieldReports,
  events,
  media,
  devices,
  integrations,
  'env-readings': envReadings,
  'vision-events': visionEvents,
  'controller-commands': controllerCommands,
  automations,
  'feed-deliveries': feedDeliveries,
  'feed-orders': feedOrders,
  expenses,
  sales,
  treatments,
  medicine,
  contacts,
  tenders,
  'tender-bids': tenderBids,
  'market-orders': marketOrders,
  users,
  'farm-access': farmAccess,
  'agent-runs': agentRuns,
  'reg-items': regItems,
  'support-tickets': supportTickets,
  'chat-messages': chatMessages,
} as const satisfies Record<string, ResourceDefinition>;

export type ResourceName = keyof typeof resources;

/** Resource names in the order of the documents. */
export const resourceNames = Object.keys(resources) as readonly ResourceName[];

/** A row of the resource as the API returns it. */
export type Row<N extends ResourceName> = RowOf<(typeof resources)[N]>;

type FieldsOf<N extends ResourceName> = (typeof resources)[N]['fields'];

type NamesOf<D> = D extends { readonly fields: infer F } ? keyof F & string : never;

/** The name of a field of any resource. */
export type FieldName = NamesOf<(typeof resources)[ResourceName]>;

type OriginOf<F> = F extends { origin: infer O } ? O : 'writable';

type ComputedNames<F> = {
  [K in keyof F & string]: 'computed' extends OriginOf<F[K]> ? K : never;
}[keyof F & string];

/** The computed fields of a resource, as its rows carry them. */
export type ComputedOf<N extends ResourceName> = {
  readonly [K in ComputedNames<FieldsOf<N>> & keyof Row<N>]: Row<N>[K] | null;
};

/** A row of a resource without its computed fields. */
export type StoredOf<N extends ResourceName> = CommonFields &
  Omit<Row<N>, ComputedNames<FieldsOf<N>>>;

/** A POST body. */
export type Create<N extends ResourceName> = CreateOf<(typeof resources)[N]>;

/** A PATCH body. */
export type Update<N extends ResourceName> = UpdateOf<(typeof resources)[N]>;

/** Whether the text is a resource name. */
export function isResourceName(name: string): name is ResourceName {
  return Object.hasOwn(resources, name);
}

/** The definition of a resource; throws `not_found` with the closest name if it does not exist. */
export function getResource(name: string): ResourceDefinition {
  if (isResourceName(name)) return resources[name];
  const nearest = nearestWord(name, resourceNames);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  throw new FarmError('not_found', {
    message: `There is no resource ${JSON.stringify(name.slice(0, 80))}.${hint}`,
  });
}

/**
 * Resources whose rows with the flock's `flockId` are part of its case file, in addition to the
 * flock itself.
 */
export const dossier = [
  'daily-logs',
  'treatments',
  'sales',
  'feed-deliveries',
  'expenses',
  'alerts',
  'events',
  'media',
  'reg-items',
] as const satisfies readonly ResourceName[];

/** Whether rows of the resource can be part of a case file through their flock. */
export function isInDossier(resource: string): boolean {
  return dossier.some((name) => name === resource);
}

/** The fields of a resource that identify a person. */
export interface PersonalFields {
  /** Contain the ID of a user or contact. */
  readonly ids?: readonly string[];
  /** Contain a name as entered; some also an ID. */
  readonly names?: readonly string[];
  /** Contain contact details. */
  readonly reach?: readonly string[];
}

/** Replaces the name of an erased person. */
export const ERASED = 'erased person';

/** Fields that identify people, by resource; absent resources have no such fields. */
export const personalFields: Readonly<Partial<Record<ResourceName, PersonalFields>>> = {
  users: { names: ['name'], reach: ['phone', 'phoneE164', 'email'] },
  contacts: { names: ['name'], reach: ['phone', 'phoneE164', 'email'] },
  'farm-access': { ids: ['userId'], names: ['grantedBy'] },
  'agent-runs': { ids: ['userId'] },
  'chat-messages': { ids: ['senderId'], names: ['senderName'] },
  'support-tickets': { ids: ['userId'], names: ['assignee'] },
  tasks: { names: ['assignee'] },
  'task-comments': { names: ['authorName'] },
  'field-reports': { names: ['authorName', 'answeredBy'] },
  'controller-commands': { names: ['requestedBy'] },
  treatments: { names: ['vetName'] },
  'tender-bids': { names: ['supplierName'], reach: ['phone', 'phoneE164', 'email'] },
  'market-orders': { ids: ['contactId'], names: ['supplierName'] },
  media: { ids: ['contactId'] },
  flocks: { ids: ['supplierId'] },
  sales: { ids: ['customerId'] },
  expenses: { ids: ['supplierId'] },
  'feed-orders': { ids: ['supplierId'] },
  'feed-deliveries': { ids: ['supplierId'] },
  medicine: { ids: ['supplierId'] },
};
