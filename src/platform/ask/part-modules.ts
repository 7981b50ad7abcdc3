import type { SnapshotPart } from '../../farming/snapshot/farm-snapshot.ts';
import type { ResourceName } from '../../model/registry.ts';
import { coversScope } from '../../model/scopes.ts';
import type { Actor } from '../access/actor.ts';

/**
 * The module whose rows a part of a snapshot holds. Barns and flocks are the names of places, without
 * which nothing can be told of a farm: they need no scope of their own.
 */
const MODULES: Readonly<Record<SnapshotPart, ResourceName | null>> = {
  barns: null,
  liveFlocks: null,
  closedFlocks: null,
  liveLogs: 'daily-logs',
  closedLogs: 'daily-logs',
  sales: 'sales',
  feedDeliveries: 'feed-deliveries',
  expenses: 'expenses',
  treatments: 'treatments',
  feedOrders: 'feed-orders',
  marketOrders: 'market-orders',
  tenders: 'tenders',
  tenderBids: 'tender-bids',
  medicine: 'medicine',
  contacts: 'contacts',
  devices: 'devices',
  integrations: 'integrations',
  automations: 'automations',
  users: 'users',
  alerts: 'alerts',
  tasks: 'tasks',
  fieldReports: 'field-reports',
  regItems: 'reg-items',
  events: 'events',
  moults: 'events',
  recentPhotos: 'media',
  readings: 'env-readings',
  newestReadings: 'env-readings',
  barnHours: 'env-readings',
  weather: 'env-readings',
  seenDeaths: 'vision-events',
  seenCounts: 'vision-events',
  seenBehaviour: 'vision-events',
  weighSamples: 'vision-events',
  smartWeights: 'vision-events',
  calibrations: 'devices',
  cameraSightings: 'vision-events',
  unregisteredCameras: 'vision-events',
  groupResults: null,
  alertTimes: 'alerts',
  taskTimes: 'tasks',
  dailyWeights: 'vision-events',
  editedAutomations: 'automations',
  webhooks: null,
};

/** The scopes that a caller lacks to be told what these parts hold; empty where it may be told. */
export function missingScopes(actor: Actor, parts: readonly SnapshotPart[]): readonly string[] {
  return neededScopes(parts).filter((scope) => !coversScope(actor.scopes, scope));
}

/** The scopes that a caller needs to be told what these parts hold. */
export function neededScopes(parts: readonly SnapshotPart[]): readonly string[] {
  const modules = parts.map((part) => MODULES[part]).filter((module) => module !== null);
  return [...new Set(modules)].map((module) => `read:${module}`).sort();
}
