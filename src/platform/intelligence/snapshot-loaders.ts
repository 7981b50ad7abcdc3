import type { SnapshotPart, SnapshotParts } from '../../farming/snapshot/farm-snapshot.ts';
import type { Connection } from '../../storage/database.ts';
import type { Scope } from '../../storage/records/scope.ts';
import { listAirReadings } from '../../storage/snapshot/air-readings.ts';
import { listAlertTimes } from '../../storage/snapshot/alert-times.ts';
import { listBarnHours } from '../../storage/snapshot/barn-hours.ts';
import { listCameraCalibrations } from '../../storage/snapshot/camera-calibrations.ts';
import { listCameraSightings } from '../../storage/snapshot/camera-sightings.ts';
import { listDailyWeights } from '../../storage/snapshot/daily-weights.ts';
import { listEditedAutomations } from '../../storage/snapshot/edited-automations.ts';
import type { FarmMoment } from '../../storage/snapshot/farm-moment.ts';
import { listGroupResults } from '../../storage/snapshot/flock-results.ts';
import { listPartRows } from '../../storage/snapshot/list-part-rows.ts';
import { listNewestReadings } from '../../storage/snapshot/newest-readings.ts';
import type { RowPartName } from '../../storage/snapshot/row-parts.ts';
import { listSmartWeights } from '../../storage/snapshot/smart-weights.ts';
import { listTaskTimes } from '../../storage/snapshot/task-times.ts';
import { listTroubledWebhooks } from '../../storage/snapshot/troubled-webhooks.ts';
import { listUnregisteredCameras } from '../../storage/snapshot/unregistered-cameras.ts';
import { listWeatherRows } from '../../storage/snapshot/weather-rows.ts';
import { listWeighSamples } from '../../storage/snapshot/weigh-samples.ts';
import { flockResults } from './flock-results.ts';
import type { OrganisationSetup } from './organisation-setup.ts';

/** What the parts of a snapshot are loaded with. */
export interface SnapshotSource {
  readonly connection: Connection;
  readonly moment: FarmMoment;
  /** All that the caller sees. */
  readonly scope: Scope;
  readonly zoneOf: OrganisationSetup['zoneOf'];
}

type Loaders = {
  readonly [P in SnapshotPart]: (source: SnapshotSource) => Promise<SnapshotParts[P]>;
};

function rows<P extends RowPartName>(name: P) {
  return ({ connection, moment }: SnapshotSource) => listPartRows(connection, name, moment);
}

/** How each part of a snapshot is loaded: one query each, sent before anything is awaited. */
export const snapshotLoaders: Loaders = {
  barns: rows('barns'),
  liveFlocks: rows('liveFlocks'),
  liveLogs: rows('liveLogs'),
  closedFlocks: rows('closedFlocks'),
  closedLogs: rows('closedLogs'),
  sales: rows('sales'),
  feedDeliveries: rows('feedDeliveries'),
  expenses: rows('expenses'),
  treatments: rows('treatments'),
  feedOrders: rows('feedOrders'),
  marketOrders: rows('marketOrders'),
  tenders: rows('tenders'),
  tenderBids: rows('tenderBids'),
  medicine: rows('medicine'),
  contacts: rows('contacts'),
  devices: rows('devices'),
  integrations: rows('integrations'),
  automations: rows('automations'),
  users: rows('users'),
  alerts: rows('alerts'),
  tasks: rows('tasks'),
  fieldReports: rows('fieldReports'),
  regItems: rows('regItems'),
  events: rows('events'),
  moults: rows('moults'),
  recentPhotos: rows('recentPhotos'),
  readings: ({ connection, moment }) => listAirReadings(connection, moment),
  newestReadings: ({ connection, moment }) => listNewestReadings(connection, moment),
  barnHours: ({ connection, moment }) => listBarnHours(connection, moment),
  weather: ({ connection, moment }) => listWeatherRows(connection, moment),
  seenDeaths: rows('seenDeaths'),
  seenCounts: rows('seenCounts'),
  seenBehaviour: rows('seenBehaviour'),
  weighSamples: ({ connection, moment }) => listWeighSamples(connection, moment),
  smartWeights: ({ connection, moment }) => listSmartWeights(connection, moment),
  calibrations: ({ connection, moment }) => listCameraCalibrations(connection, moment),
  cameraSightings: ({ connection, moment }) => listCameraSightings(connection, moment),
  unregisteredCameras: ({ connection, moment }) => listUnregisteredCameras(connection, moment),
  alertTimes: ({ connection, moment }) => listAlertTimes(connection, moment),
  taskTimes: ({ connection, moment }) => listTaskTimes(connection, moment),
  dailyWeights: ({ connection, moment }) => listDailyWeights(connection, moment),
  editedAutomations: ({ connection, moment }) => listEditedAutomations(connection, moment),
  webhooks: ({ connection, moment }) => listTroubledWebhooks(connection, moment),
  async groupResults({ connection, moment, scope, zoneOf }) {
    return flockResults(await listGroupResults(connection, scope, moment), zoneOf);
  },
};
