import type { Language } from '../../model/languages.ts';
import type { StoredOf } from '../../model/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { FlockLog } from '../flocks/flock-record.ts';
import type { BarnHour } from './barn-hour.ts';
import type { CameraCalibration } from './camera-calibration.ts';
import type { CameraSighting } from './camera-sighting.ts';
import type { EditedAutomation } from './edited-automation.ts';
import type { FlockResult } from './flock-result.ts';
import type { AlertTimes, DailyWeight, TaskTimes } from './past-days.ts';
import type { SmartWeight } from './smart-weight.ts';
import type { TroubledWebhook } from './troubled-webhook.ts';
import type { UnregisteredCamera } from './unregistered-camera.ts';

/** What every computation about a farm knows. */
export interface FarmFrame {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The farm's calendar. */
  readonly zone: string;
  readonly today: CalendarDay;
  readonly currency: string;
  /** What the organisation speaks; English where the service has no texts in its language. */
  readonly language: Language;
  readonly thresholds: Thresholds;
  readonly farm: StoredOf<'farms'>;
}

/** What a reading says of the air. */
export type AirReading = Pick<
  StoredOf<'env-readings'>,
  'id' | 'barnId' | 'ts' | 'source' | 'sensor' | 'temp' | 'humidity' | 'co2' | 'nh3'
>;

/**
 * The rows of one farm that computations ask for, each part read by one query. All of them are
 * bounded by what goes on at the farm, none by how long it has been recorded. A window of days
 * begins with the day that lies so many days before today, one of hours and of time stamps with the
 * instant; both are included, and so is what lies ahead.
 */
export interface SnapshotParts {
  /** All, by name. */
  readonly barns: readonly StoredOf<'barns'>[];
  /** Planned, active and selling, the oldest placement first. */
  readonly liveFlocks: readonly StoredOf<'flocks'>[];
  /** The deciding logs of the active and selling flocks, by flock and day. */
  readonly liveLogs: readonly StoredOf<'daily-logs'>[];
  /** Closed in the last 400 days, and the six closed last whenever that was; the one closed last first. */
  readonly closedFlocks: readonly StoredOf<'flocks'>[];
  /** The deciding logs of `closedFlocks`, by flock and day. */
  readonly closedLogs: readonly FlockLog[];
  /** Of the last 400 days and of every flock in `liveFlocks` or `closedFlocks`; the oldest first. */
  readonly sales: readonly StoredOf<'sales'>[];
  readonly feedDeliveries: readonly StoredOf<'feed-deliveries'>[];
  readonly expenses: readonly StoredOf<'expenses'>[];
  readonly treatments: readonly StoredOf<'treatments'>[];
  /** Neither delivered nor cancelled, and those ordered in the last 400 days; the oldest order first. */
  readonly feedOrders: readonly StoredOf<'feed-orders'>[];
  /** Draft, open, negotiating and confirmed, and those made in the last 400 days; the oldest first. */
  readonly marketOrders: readonly StoredOf<'market-orders'>[];
  /** Draft, open and closed but not awarded, and those made in the last 400 days; the oldest first. */
  readonly tenders: readonly StoredOf<'tenders'>[];
  /** The bids of `tenders`, the oldest first. */
  readonly tenderBids: readonly StoredOf<'tender-bids'>[];
  /** All, by expiry; those without one last. */
  readonly medicine: readonly StoredOf<'medicine'>[];
  /** All, by name. */
  readonly contacts: readonly StoredOf<'contacts'>[];
  /** All, the oldest first; what their `streamUrl` holds is not masked. */
  readonly devices: readonly StoredOf<'devices'>[];
  readonly integrations: readonly StoredOf<'integrations'>[];
  readonly automations: readonly StoredOf<'automations'>[];
  /** Those with active access to the farm that has not run out, the oldest first. */
  readonly users: readonly StoredOf<'users'>[];
  /** Open, acknowledged and in progress, and those made in the last seven days; the newest first. */
  readonly alerts: readonly StoredOf<'alerts'>[];
  /** Those not done or cancelled, and those completed in the last 35 days; by due date, without one last. */
  readonly tasks: readonly StoredOf<'tasks'>[];
  /** Made in the last 30 days, and questions that nobody has answered; the newest first. */
  readonly fieldReports: readonly StoredOf<'field-reports'>[];
  /**
   * Neither approved nor not applicable, and of the others those completed in the last 400 days,
   * due or expiring since then; by due date, without one last.
   */
  readonly regItems: readonly StoredOf<'reg-items'>[];
  /** The newest 200, the newest first. */
  readonly events: readonly StoredOf<'events'>[];
  /** Moults that began in the last 60 days; the oldest first. */
  readonly moults: readonly StoredOf<'events'>[];
  /** Images of the last seven days; the newest first. */
  readonly recentPhotos: readonly StoredOf<'media'>[];
  /** From 26 hours ago on, by barn and time; without those of source `weather`. */
  readonly readings: readonly AirReading[];
  /** The newest reading of each barn, however old; without those of source `weather`. */
  readonly newestReadings: readonly StoredOf<'env-readings'>[];
  /** Mean climate by barn and hour of the last 14 days; without that of source `weather`. */
  readonly barnHours: readonly BarnHour[];
  /** Source `weather`, from 26 hours ago into the future; the oldest first, one for each moment. */
  readonly weather: readonly StoredOf<'env-readings'>[];
  /** Deaths, and counts of birds, seen by cameras in the last 76 hours; the oldest first. */
  readonly seenDeaths: readonly StoredOf<'vision-events'>[];
  readonly seenCounts: readonly StoredOf<'vision-events'>[];
  /** What cameras saw the birds do in the last 24 hours; the oldest first. */
  readonly seenBehaviour: readonly StoredOf<'vision-events'>[];
  /**
   * Camera weights of the last 48 hours whose meta carries a sample, `weights` or `n` with `sd`;
   * the newest of each flock.
   */
  readonly weighSamples: readonly StoredOf<'vision-events'>[];
  /** The fused weight of each active and selling flock, where cameras gave one in the last 48 hours. */
  readonly smartWeights: readonly SmartWeight[];
  /** How the cameras of the farm weigh against the scales, all of them. */
  readonly calibrations: readonly CameraCalibration[];
  /** What each camera of the farm, also a retired one, was last heard with. */
  readonly cameraSightings: readonly CameraSighting[];
  /** The 200 sources heard last in seven days that belong to no camera, the newest first. */
  readonly unregisteredCameras: readonly UnregisteredCamera[];
  /** Of the alerts that are open, or came or were settled in the last 100 days; the oldest first. */
  readonly alertTimes: readonly AlertTimes[];
  /** Of the tasks that are to be done still, and those done in the last 100 days; the oldest first. */
  readonly taskTimes: readonly TaskTimes[];
  /** What flocks weighed on each of the last 100 days, where cameras told; by flock and day. */
  readonly dailyWeights: readonly DailyWeight[];
  /** Those that are on, with who edited them last; the oldest first. */
  readonly editedAutomations: readonly EditedAutomation[];
  /** Told of the farm, and off or failing; the oldest first. */
  readonly webhooks: readonly TroubledWebhook[];
  /** The 500 newest results of flocks closed in the last 365 days on other farms that the caller sees. */
  readonly groupResults: readonly FlockResult[];
}

export type SnapshotPart = keyof SnapshotParts;

/** One farm at one moment, with the parts that were asked for. */
export type FarmSnapshot<P extends SnapshotPart = SnapshotPart> = FarmFrame &
  Pick<SnapshotParts, P>;
