import type { StoredOf } from '../../model/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { BarnHour } from './barn-hour.ts';
import type { FlockResult } from './flock-result.ts';
import type { SmartWeight } from './smart-weight.ts';

/** What every computation about a farm knows. */
export interface FarmFrame {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The farm's calendar. */
  readonly zone: string;
  readonly today: CalendarDay;
  readonly currency: string;
  readonly thresholds: Thresholds;
  readonly farm: StoredOf<'farms'>;
}

/**
 * The rows of one farm that computations ask for, each part read by one query. All of them are
 * bounded by what goes on at the farm, none by how long it has been recorded.
 */
export interface SnapshotParts {
  /** All, by name. */
  readonly barns: readonly StoredOf<'barns'>[];
  /** Planned, active and selling, the oldest placement first. */
  readonly liveFlocks: readonly StoredOf<'flocks'>[];
  /** The deciding logs of the active and selling flocks, by flock and day. */
  readonly liveLogs: readonly StoredOf<'daily-logs'>[];
  /** Closed in the last 400 days, and the newest six whenever that was; the newest first. */
  readonly closedFlocks: readonly StoredOf<'flocks'>[];
  /** The deciding logs of `closedFlocks`. */
  readonly closedLogs: readonly StoredOf<'daily-logs'>[];
  /** Of the last 400 days and of every flock in `liveFlocks` or `closedFlocks`; the oldest first. */
  readonly sales: readonly StoredOf<'sales'>[];
  readonly feedDeliveries: readonly StoredOf<'feed-deliveries'>[];
  readonly expenses: readonly StoredOf<'expenses'>[];
  readonly treatments: readonly StoredOf<'treatments'>[];
  /** Open ones, and those of the last 400 days. */
  readonly feedOrders: readonly StoredOf<'feed-orders'>[];
  readonly marketOrders: readonly StoredOf<'market-orders'>[];
  readonly tenders: readonly StoredOf<'tenders'>[];
  /** The bids of `tenders`. */
  readonly tenderBids: readonly StoredOf<'tender-bids'>[];
  /** All that are not deleted. */
  readonly medicine: readonly StoredOf<'medicine'>[];
  readonly contacts: readonly StoredOf<'contacts'>[];
  readonly devices: readonly StoredOf<'devices'>[];
  readonly integrations: readonly StoredOf<'integrations'>[];
  readonly automations: readonly StoredOf<'automations'>[];
  /** Those with active access to the farm. */
  readonly users: readonly StoredOf<'users'>[];
  /** Open, acknowledged and in progress, and those made in the last seven days; the newest first. */
  readonly alerts: readonly StoredOf<'alerts'>[];
  /** Those not done or cancelled, and those completed in the last 35 days. */
  readonly tasks: readonly StoredOf<'tasks'>[];
  /** Of the last 30 days, and questions that nobody has answered; the newest first. */
  readonly fieldReports: readonly StoredOf<'field-reports'>[];
  /** Not yet approved, and those of the last 400 days. */
  readonly regItems: readonly StoredOf<'reg-items'>[];
  /** The newest 200. */
  readonly events: readonly StoredOf<'events'>[];
  /** Images of the last seven days; the newest first. */
  readonly recentPhotos: readonly StoredOf<'media'>[];
  /** From 26 hours ago on, by barn and time; without those of source `weather`. */
  readonly readings: readonly StoredOf<'env-readings'>[];
  /** The newest reading of each barn, however old; without those of source `weather`. */
  readonly newestReadings: readonly StoredOf<'env-readings'>[];
  /** Mean climate by barn and hour of the last 14 days; without that of source `weather`. */
  readonly barnHours: readonly BarnHour[];
  /** Source `weather`, from 26 hours ago into the future; the oldest first, one for each moment. */
  readonly weather: readonly StoredOf<'env-readings'>[];
  /** Counts, deaths and behaviour seen by cameras in the last 76 hours; the oldest first. */
  readonly visionEvents: readonly StoredOf<'vision-events'>[];
  /** Camera weights that carry a sample, of the last 48 hours; the newest of each flock. */
  readonly weighSamples: readonly StoredOf<'vision-events'>[];
  /** The fused weight of each live flock, where cameras gave one in the last 48 hours. */
  readonly smartWeights: readonly SmartWeight[];
  /** Camera sources that belong to no device, with when they were first and last heard. */
  readonly unregisteredCameras: readonly UnregisteredCamera[];
  /** Results of flocks closed in the last 365 days on other farms that the caller sees. */
  readonly groupResults: readonly FlockResult[];
}

/** A source of camera events that no device claims. */
export interface UnregisteredCamera {
  readonly source: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly events: number;
  readonly kinds: readonly string[];
}

export type SnapshotPart = keyof SnapshotParts;

/** One farm at one moment, with the parts that were asked for. */
export type FarmSnapshot<P extends SnapshotPart = SnapshotPart> = FarmFrame &
  Pick<SnapshotParts, P>;
