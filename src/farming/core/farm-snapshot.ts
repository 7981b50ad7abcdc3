import type { Language } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { AutomationEditor } from '../automations/editor-rights.ts';
import type { DueDays } from '../metrics/mortality.ts';
import type { FarmReach } from '../notices/plan-notices.ts';
import type { FlockLog } from './flock-record.ts';

/** Values available to every computation about a farm. */
export interface FarmFrame {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The farm's time zone. */
  readonly zone: string;
  readonly today: CalendarDay;
  readonly currency: string;
  /** The organisation's language; English when the service has no texts in it. */
  readonly language: Language;
  readonly thresholds: Thresholds;
  readonly farm: StoredOf<'farms'>;
}

/** The fields of an air reading. */
export type AirReading = Pick<
  StoredOf<'env-readings'>,
  'id' | 'barnId' | 'ts' | 'source' | 'sensor' | 'temp' | 'humidity' | 'co2' | 'nh3'
>;

/**
 * The rows of one farm that computations request, each part read by one query. The size of every
 * part is bounded by current activity, not by the length of the recorded history. A window of days
 * starts on the day that many days before today, a window of hours or time stamps at the instant;
 * both bounds are included, and so is the future.
 */
export interface SnapshotParts {
  /** All, by name. */
  readonly barns: readonly StoredOf<'barns'>[];
  /** Planned, active and selling, oldest placement first. */
  readonly liveFlocks: readonly StoredOf<'flocks'>[];
  /** The deciding logs of `liveFlocks`, by flock and day. */
  readonly liveLogs: readonly StoredOf<'daily-logs'>[];
  /**
   * Closed in the last 400 days, plus the last six closed flocks of any age; most recently closed
   * first.
   */
  readonly closedFlocks: readonly StoredOf<'flocks'>[];
  /** The deciding logs of `closedFlocks`, by flock and day. */
  readonly closedLogs: readonly FlockLog[];
  /** The deciding logs of `closedFlocks` from about their closing day on, by flock and day. */
  readonly lateLogs: readonly Pick<FlockLog, 'id' | 'flockId' | 'date'>[];
  /** Of the last 400 days and of every flock in `liveFlocks` or `closedFlocks`; oldest first. */
  readonly sales: readonly StoredOf<'sales'>[];
  readonly feedDeliveries: readonly StoredOf<'feed-deliveries'>[];
  readonly expenses: readonly StoredOf<'expenses'>[];
  readonly treatments: readonly StoredOf<'treatments'>[];
  /**
   * Neither delivered nor cancelled, and those ordered in the last 400 days; oldest order first.
   */
  readonly feedOrders: readonly StoredOf<'feed-orders'>[];
  /**
   * Draft, open, negotiating and confirmed, and those created in the last 400 days; oldest first.
   */
  readonly marketOrders: readonly StoredOf<'market-orders'>[];
  /**
   * Draft, open, and closed but not awarded, and those created in the last 400 days; oldest first.
   */
  readonly tenders: readonly StoredOf<'tenders'>[];
  /** The bids of `tenders`, oldest first. */
  readonly tenderBids: readonly StoredOf<'tender-bids'>[];
  /** All, by expiry; without an expiry last. */
  readonly medicine: readonly StoredOf<'medicine'>[];
  /** All, by name. */
  readonly contacts: readonly StoredOf<'contacts'>[];
  /** All, oldest first; `streamUrl` is not masked. */
  readonly devices: readonly StoredOf<'devices'>[];
  readonly integrations: readonly StoredOf<'integrations'>[];
  readonly automations: readonly StoredOf<'automations'>[];
  /** Users with active, unexpired access to the farm, oldest first. */
  readonly users: readonly StoredOf<'users'>[];
  /** Open, acknowledged and in progress, and those created in the last seven days; newest first. */
  readonly alerts: readonly StoredOf<'alerts'>[];
  /**
   * Neither done nor cancelled, and those completed in the last 35 days; by due date, without one
   * last.
   */
  readonly tasks: readonly StoredOf<'tasks'>[];
  /** Created in the last 30 days, and unanswered questions; newest first. */
  readonly fieldReports: readonly StoredOf<'field-reports'>[];
  /**
   * Neither approved nor not applicable, plus those completed in the last 400 days that were due or
   * expired since then; by due date, without one last.
   */
  readonly regItems: readonly StoredOf<'reg-items'>[];
  /** The newest 200, newest first. */
  readonly events: readonly StoredOf<'events'>[];
  /** Moults that began in the last 60 days; oldest first. */
  readonly moults: readonly StoredOf<'events'>[];
  /** Images of the last seven days whose content is stored; newest first. */
  readonly recentPhotos: readonly StoredOf<'media'>[];
  /** From the last 26 hours, by barn and time; without source `weather`. */
  readonly readings: readonly AirReading[];
  /** The newest reading of each barn, of any age; without source `weather`. */
  readonly newestReadings: readonly StoredOf<'env-readings'>[];
  /** Mean climate by barn and hour of the last 14 days; without source `weather`. */
  readonly barnHours: readonly BarnHour[];
  /** Source `weather`, from 26 hours ago into the future; oldest first, one per moment. */
  readonly weather: readonly StoredOf<'env-readings'>[];
  /** Deaths and bird counts seen by cameras in the last 76 hours; oldest first. */
  readonly seenDeaths: readonly StoredOf<'vision-events'>[];
  readonly seenCounts: readonly StoredOf<'vision-events'>[];
  /** Bird behaviour seen by cameras in the last 24 hours; oldest first. */
  readonly seenBehaviour: readonly StoredOf<'vision-events'>[];
  /**
   * Camera weights of the last 48 hours whose meta carries a sample, `weights` or `n` with `sd`;
   * the newest of each flock.
   */
  readonly weighSamples: readonly StoredOf<'vision-events'>[];
  /** The fused weight of each active and selling flock with camera weights in the last 48 hours. */
  readonly smartWeights: readonly SmartWeight[];
  /** The calibration of every camera of the farm against its scales. */
  readonly calibrations: readonly CameraCalibration[];
  /** The last contact of each camera of the farm, including retired ones. */
  readonly cameraSightings: readonly CameraSighting[];
  /**
   * The 200 sources seen most recently within seven days without a registered camera, newest first.
   */
  readonly unregisteredCameras: readonly UnregisteredCamera[];
  /** Open alerts, and those raised or settled in the last 100 days; oldest first. */
  readonly alertTimes: readonly AlertTimes[];
  /** Open tasks, and those completed in the last 100 days; oldest first. */
  readonly taskTimes: readonly TaskTimes[];
  /** Camera weights of flocks on each of the last 100 days; by flock and day. */
  readonly dailyWeights: readonly DailyWeight[];
  /** Enabled automations with their last editor; oldest first. */
  readonly editedAutomations: readonly EditedAutomation[];
  /** Webhooks that receive events of the farm and are disabled or failing; oldest first. */
  readonly webhooks: readonly TroubledWebhook[];
  /** The recipients of critical alerts. */
  readonly reach: FarmReach;
  /**
   * The 500 newest results of flocks closed in the last 365 days on other farms visible to the
   * caller.
   */
  readonly groupResults: readonly FlockResult[];
}

export type SnapshotPart = keyof SnapshotParts;

/** One farm at one moment, with the requested parts. */
export type FarmSnapshot<P extends SnapshotPart = SnapshotPart> = FarmFrame &
  Pick<SnapshotParts, P>;

export interface AlertTimes {
  readonly severity: string | null;
  readonly createdAt: string;
  /** When it was resolved or dismissed; null while open. */
  readonly resolvedAt: string | null;
}

export interface TaskTimes {
  readonly createdAt: string;
  readonly dueDate: string | null;
  /** Null while not completed. */
  readonly completedAt: string | null;
}

/** The fused weight of a flock on a day. */
export interface DailyWeight {
  readonly flockId: string;
  readonly day: string;
  readonly weightG: number;
}

/** A fused weight with its range. */
export interface RangedWeight {
  readonly day: string;
  readonly g: number;
  readonly lowG: number;
  readonly highG: number;
}

/** The climate of a barn over one hour. */
export interface BarnHour {
  readonly barnId: string;
  /** When the hour began, UTC: `2026-11-21T08:00:00.000Z`. */
  readonly hour: string;
  /** Means; null where nothing was measured. */
  readonly temp: number | null;
  readonly humidity: number | null;
  readonly readings: number;
  /** The lowest and highest readings; absent when only the mean is known. */
  readonly tempLow?: number | null;
  readonly tempHigh?: number | null;
  readonly humidityLow?: number | null;
  readonly humidityHigh?: number | null;
}

/** The climate of a barn over one hour: means, and the extreme readings. */
export interface ClimateHour extends Omit<BarnHour, 'barnId'> {
  readonly tempLow: number | null;
  readonly tempHigh: number | null;
  readonly humidityLow: number | null;
  readonly humidityHigh: number | null;
  readonly co2: number | null;
  readonly co2High: number | null;
  readonly nh3: number | null;
  readonly nh3High: number | null;
}

/** The calibration of a camera against the scales of its farm. */
export interface CameraCalibration {
  /** The ID of its device; without a registered device, its source. */
  readonly camera: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  /** Factor applied to its weights; 1 for none. */
  readonly factor: number;
  /** Number of weighings it was compared with. */
  readonly pairs: number;
  readonly updatedAt: string;
}

/** The last contact of a camera. */
export interface CameraSighting {
  readonly deviceId: string;
  /** The newest event of the last seven days; null without any. */
  readonly last: SeenByCamera | null;
  /** Number of events of each kind in the last 24 hours. */
  readonly events24h: Readonly<Record<CameraKind, number>>;
  /** Its newest count of the last 24 hours. */
  readonly count: CountByCamera | null;
  /** The last day on which it was compared with a manual weighing; null when never. */
  readonly lastPairDay: string | null;
}

/** The kinds of camera events. */
export type CameraKind = 'behavior' | 'count' | 'mortality' | 'weight';

/** One event of a camera. */
export interface SeenByCamera {
  readonly ts: string;
  readonly kind: string;
  readonly unit: string | null;
  readonly value: number | null;
  /** The connection that delivered it; null when it was written with a key. */
  readonly integrationId: string | null;
}

/** A bird count, with the values that determine whether it is comparable. */
export interface CountByCamera {
  readonly ts: string;
  readonly value: number;
  readonly confidence: number | null;
  readonly meta: unknown;
}

/** A source of camera events without a registered device. */
export interface UnregisteredCamera {
  readonly source: string;
  /** When it was first seen, at any time in the past. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** Number and kinds of events of the last seven days; kinds in alphabetical order. */
  readonly events: number;
  readonly kinds: readonly string[];
  /** Where it was last seen; null when neither its events nor its connection named a barn. */
  readonly barnId: string | null;
}

/** An enabled automation with its last editor. */
export interface EditedAutomation {
  readonly id: string;
  readonly name: string;
  readonly barnId: string | null;
  readonly mode: string | null;
  readonly trigger: unknown;
  readonly action: unknown;
  readonly updatedAt: string;
  readonly editor: AutomationEditor | undefined;
}

/** The result of a closed flock, aggregated by the database. */
export interface FlockResult {
  readonly flockId: string;
  readonly farmId: string;
  readonly vertical: string | null;
  readonly breed: string | null;
  readonly placementDate: string;
  readonly arrivalAgeDays: number;
  /** The last day with birds inside. */
  readonly lastDay: string | null;
  readonly placed: number | null;
  readonly mortality: number;
  /** Of the first week, ages 0 to 7. */
  readonly firstWeekMortality: number;
  /** Days of ages 1 to 7 with deaths in the log. */
  readonly firstWeekDeathDays: number;
  /** The days on which its deaths, and its feed, should have been logged, and how many were not. */
  readonly deathDays: DueDays;
  readonly feedDays: DueDays;
  readonly culls: number;
  readonly soldBirds: number;
  /** Null when a sale of birds was not weighed. */
  readonly soldKg: number | null;
  readonly feedKg: number;
  /** The last weighing, g, with its day. */
  readonly lastWeightG: number | null;
  readonly lastWeightDay: string | null;
}

/** The weight of the birds of a flock, fused from cameras and weighings. */
export interface SmartWeight {
  readonly flockId: string;
  /** When it was computed. */
  readonly at: string;
  readonly weightG: number;
  /** Interval that contains the true weight in `WEIGHT_BAND_PCT` of cases. */
  readonly lowG: number;
  readonly highG: number;
  /** True when neither a manual weighing nor a calibrated camera contributed. */
  readonly uncalibrated: boolean;
  readonly sources: readonly WeightSource[];
}

/** One source of a fused weight. */
export interface WeightSource {
  /** A camera's key, `manual` or `standard`. */
  readonly source: string;
  readonly deviceId: string | null;
  readonly valueG: number;
  /** Its share, %. */
  readonly weightPct: number;
  /** When it was measured, or the middle of its measurements. */
  readonly measuredAt: string;
  readonly downWeighted: boolean;
  /** For a camera: its median before calibration, and the number of weights. */
  readonly measuredG?: number | null;
  readonly n?: number | null;
}

/** A webhook that receives events of the farm and is disabled or failing; without its URL. */
export interface TroubledWebhook {
  readonly id: string;
  /** The host of its URL; the rest of the URL may be secret. */
  readonly host: string;
  /** Null while enabled. */
  readonly disabledReason:
    | 'failures'
    | 'gone'
    | 'by_hand'
    | 'owner_revoked'
    | 'owner_expired'
    | 'owner_narrowed'
    | null;
  readonly disabledAt: string | null;
  /** Number of consecutive failed attempts. */
  readonly consecutiveFailures: number;
  /** Since when a failed delivery has been waiting for its next attempt. */
  readonly failingSince: string | null;
}
