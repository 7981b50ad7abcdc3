import type { sharedSchemas } from '../../model/answers/core/shared-schemas.ts';
import type { Made } from '../../model/api/json-schema.ts';
import type { Message, MessageParams } from '../../model/core/message.ts';
import type { LIVE_FLOCK_PARTS } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';

export type GapKind =
  | 'flock_no_log_today'
  | 'flock_days_unlogged'
  | 'worker_question_unanswered'
  | 'alert_open_over_3_days'
  | 'flock_not_weighed_7d'
  | 'value_suspect'
  | 'entry_doubtful'
  | 'log_misdated'
  | 'birds_exceeded'
  | 'feed_order_late'
  | 'deliveries_incomplete'
  | 'medicine_expired'
  | 'medicine_expiring'
  | 'medicine_low_stock'
  | 'farm_no_coordinates'
  | 'farm_no_contacts'
  | 'nobody_reachable'
  | 'integration_failing'
  | 'integration_stale'
  | 'camera_silent'
  | 'camera_uncalibrated'
  | 'camera_unregistered'
  | 'automation_blocked'
  | 'webhook_off'
  | 'webhook_failing'
  | 'no_recent_photos';

/** A fact that the farm should know or act on, with the call that closes it. */
export interface Gap extends Made<typeof sharedSchemas.Gap> {
  readonly kind: GapKind;
  /** Kind and subject, unchanged while the gap is open. Not part of the answer. */
  readonly key: string;
  /** The rows that it concerns: `flockId`, `barnId`, `alertId` … */
  readonly ids: Readonly<Record<string, string>>;
}

/** Snapshot parts needed to find gaps. */
export const GAP_PARTS = [
  'barns',
  'liveFlocks',
  'liveLogs',
  'closedFlocks',
  'lateLogs',
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
  'reach',
  'users',
  'recentPhotos',
  'readings',
  'feedDeliveries',
  'feedOrders',
  'expenses',
] as const;

export type GapSnapshot = FarmSnapshot<(typeof GAP_PARTS)[number]>;

/** The snapshot parts of gaps that a briefing contains. */
export type BriefingGapSnapshot = FarmSnapshot<
  (typeof LIVE_FLOCK_PARTS)[number] | 'feedDeliveries' | 'reach' | 'users' | 'alerts'
>;

/**
 * A gap as found by a rule; its texts are `gap.<kind>.title` and `gap.<kind>.<why>`, or a separate
 * message.
 */
export interface FoundGap extends Omit<Gap, 'kind' | 'key' | 'title' | 'message'> {
  /** The ID of the row that it concerns. */
  readonly subject: string;
  readonly why: string | Message;
  /** The parameters of both texts. */
  readonly params: MessageParams;
}

/** Finds the gaps of one kind. */
export type GapRule = (snapshot: GapSnapshot) => readonly FoundGap[];

/** The non-null IDs. */
export function idsOf(ids: Readonly<Record<string, string | null>>): Record<string, string> {
  const presentIds = Object.entries(ids).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return Object.fromEntries(presentIds);
}
