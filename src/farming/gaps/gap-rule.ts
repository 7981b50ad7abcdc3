import type { MessageParams } from '../../model/message.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { Gap } from './gap.ts';

/** The parts of a snapshot in which gaps are looked for. */
export const GAP_PARTS = [
  'barns',
  'liveFlocks',
  'liveLogs',
  'closedFlocks',
  'sales',
  'smartWeights',
  'fieldReports',
  'alerts',
  'medicine',
  'treatments',
  'contacts',
  'marketOrders',
  'integrations',
  'devices',
  'cameraSightings',
  'unregisteredCameras',
  'editedAutomations',
  'webhooks',
  'recentPhotos',
  'readings',
  'feedDeliveries',
  'expenses',
] as const;

/** A snapshot in which gaps can be found. */
export type GapSnapshot = FarmSnapshot<(typeof GAP_PARTS)[number]>;

/** A gap as a rule finds it; its texts are `gap.<kind>.title` and `gap.<kind>.<why>`. */
export interface FoundGap extends Omit<Gap, 'kind' | 'key' | 'title' | 'message'> {
  /** The id of the row it is about. */
  readonly subject: string;
  readonly why: string;
  /** What both texts are filled with. */
  readonly params: MessageParams;
}

/** Finds the gaps of one kind. */
export type GapRule = (snapshot: GapSnapshot) => readonly FoundGap[];
