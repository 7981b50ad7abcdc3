import { nearestWord } from '../tools/nearest-word.ts';
import { FarmError } from './errors.ts';
import type { CommonFields, CreateOf, ResourceDefinition, RowOf, UpdateOf } from './resource.ts';
import { agentRuns } from './resources/agent-runs.ts';
import { alerts } from './resources/alerts.ts';
import { automations } from './resources/automations.ts';
import { barns } from './resources/barns.ts';
import { chatMessages } from './resources/chat-messages.ts';
import { contacts } from './resources/contacts.ts';
import { controllerCommands } from './resources/controller-commands.ts';
import { dailyLogs } from './resources/daily-logs.ts';
import { devices } from './resources/devices.ts';
import { envReadings } from './resources/env-readings.ts';
import { events } from './resources/events.ts';
import { expenses } from './resources/expenses.ts';
import { farmAccess } from './resources/farm-access.ts';
import { farms } from './resources/farms.ts';
import { feedDeliveries } from './resources/feed-deliveries.ts';
import { feedOrders } from './resources/feed-orders.ts';
import { fieldReports } from './resources/field-reports.ts';
import { flocks } from './resources/flocks.ts';
import { integrations } from './resources/integrations.ts';
import { marketOrders } from './resources/market-orders.ts';
import { media } from './resources/media.ts';
import { medicine } from './resources/medicine.ts';
import { regItems } from './resources/reg-items.ts';
import { sales } from './resources/sales.ts';
import { supportTickets } from './resources/support-tickets.ts';
import { taskComments } from './resources/task-comments.ts';
import { tasks } from './resources/tasks.ts';
import { tenderBids } from './resources/tender-bids.ts';
import { tenders } from './resources/tenders.ts';
import { treatments } from './resources/treatments.ts';
import { users } from './resources/users.ts';
import { visionEvents } from './resources/vision-events.ts';

/** The 32 resources by the name in their path. This is the only place that lists them. */
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

/** The names in the order in which documents list them. */
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

/** A body for POST. */
export type Create<N extends ResourceName> = CreateOf<(typeof resources)[N]>;

/** A body for PATCH. */
export type Update<N extends ResourceName> = UpdateOf<(typeof resources)[N]>;

/** Whether the text is the name of a resource. */
export function isResourceName(name: string): name is ResourceName {
  return Object.hasOwn(resources, name);
}

/** The definition of a resource; throws `not_found`, with the nearest name, for any other text. */
export function getResource(name: string): ResourceDefinition {
  if (isResourceName(name)) return resources[name];
  const nearest = nearestWord(name, resourceNames);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  throw new FarmError('not_found', {
    message: `There is no resource ${JSON.stringify(name.slice(0, 80))}.${hint}`,
  });
}
