import type { Language } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { AutomationEditor } from '../automations/editor-rights.ts';
import type { DueDays } from '../metrics/mortality.ts';
import type { FarmReach } from '../notices/plan-notices.ts';
import type { FlockLog } from './flock-record.ts';

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
  /** The deciding logs of `liveFlocks`, by flock and day. */
  readonly liveLogs: readonly StoredOf<'daily-logs'>[];
  /** Closed in the last 400 days, and the six closed last whenever that was; the one closed last first. */
  readonly closedFlocks: readonly StoredOf<'flocks'>[];
  /** The deciding logs of `closedFlocks`, by flock and day. */
  readonly closedLogs: readonly FlockLog[];
  /** The deciding logs of `closedFlocks` from about the day of their closing on, by flock and day. */
  readonly lateLogs: readonly Pick<FlockLog, 'id' | 'flockId' | 'date'>[];
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
  /** Images of the last seven days whose content is here; the newest first. */
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
  /** Whom critical alerts reach. */
  readonly reach: FarmReach;
  /** The 500 newest results of flocks closed in the last 365 days on other farms that the caller sees. */
  readonly groupResults: readonly FlockResult[];
}

export type SnapshotPart = keyof SnapshotParts;

/** One farm at one moment, with the parts that were asked for. */
export type FarmSnapshot<P extends SnapshotPart = SnapshotPart> = FarmFrame &
  Pick<SnapshotParts, P>;

/** An alert by its times. */
export interface AlertTimes {
  readonly severity: string | null;
  readonly createdAt: string;
  /** Resolved or dismissed; null while it is open. */
  readonly resolvedAt: string | null;
}

/** A task by its times. */
export interface TaskTimes {
  readonly createdAt: string;
  readonly dueDate: string | null;
  /** Null while it is not done. */
  readonly completedAt: string | null;
}

/** The fused weight of a flock on a day. */
export interface DailyWeight {
  readonly flockId: string;
  readonly day: string;
  readonly weightG: number;
}

/** A fused weight with the ends of its range. */
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
  /** The lowest and the highest reading; absent where only the mean is known. */
  readonly tempLow?: number | null;
  readonly tempHigh?: number | null;
  readonly humidityLow?: number | null;
  readonly humidityHigh?: number | null;
}

/** The climate of a barn over one hour: means, and the readings that lie furthest out. */
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

/** How a camera weighs against the scales of its farm. */
export interface CameraCalibration {
  /** The id of its device; where no device claims it, its source. */
  readonly camera: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  /** What its weights are multiplied with; 1 is right as it is. */
  readonly factor: number;
  /** How many weighings it was compared with. */
  readonly pairs: number;
  readonly updatedAt: string;
}

/** What a camera was last heard with. */
export interface CameraSighting {
  readonly deviceId: string;
  /** The newest of the last seven days; null where it sent none. */
  readonly last: SeenByCamera | null;
  /** How many events of each kind in the last 24 hours. */
  readonly events24h: Readonly<Record<CameraKind, number>>;
  /** Its newest count of the last 24 hours. */
  readonly count: CountByCamera | null;
  /** The last day on which it was compared with a weighing by hand; null where it never was. */
  readonly lastPairDay: string | null;
}

/** What cameras tell of. */
export type CameraKind = 'behavior' | 'count' | 'mortality' | 'weight';

/** One event of a camera. */
export interface SeenByCamera {
  readonly ts: string;
  readonly kind: string;
  readonly unit: string | null;
  readonly value: number | null;
  /** The connection it came by; null where it was written with a key. */
  readonly integrationId: string | null;
}

/** A count of birds, with what tells whether it can be compared. */
export interface CountByCamera {
  readonly ts: string;
  readonly value: number;
  readonly confidence: number | null;
  readonly meta: unknown;
}

/** A source of camera events that no device claims. */
export interface UnregisteredCamera {
  readonly source: string;
  /** When it was first heard, however long ago. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** How many events, and of which kinds, of the last seven days; the kinds in the alphabet's order. */
  readonly events: number;
  readonly kinds: readonly string[];
  /** Where it was seen last; null where neither its events nor its connection named a barn. */
  readonly barnId: string | null;
}

/** An automation that is on, with who edited it last. */
export interface EditedAutomation {
  readonly id: string;
  readonly name: string;
  readonly barnId: string | null;
  readonly mode: string | null;
  readonly trigger: unknown;
  readonly action: unknown;
  /** When it was changed last. */
  readonly updatedAt: string;
  readonly editor: AutomationEditor | undefined;
}

/** What came of a closed flock, from its records added up by the database. */
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
  /** The days on which its deaths, and its feed, should be logged, and are not. */
  readonly deathDays: DueDays;
  readonly feedDays: DueDays;
  readonly culls: number;
  readonly soldBirds: number;
  /** Null when a sale of birds was not weighed. */
  readonly soldKg: number | null;
  readonly feedKg: number;
  readonly eggs: number;
  /** The last weighing, g, with its day. */
  readonly lastWeightG: number | null;
  readonly lastWeightDay: string | null;
}

/** What the birds of a flock weigh, from cameras and weighings put together. */
export interface SmartWeight {
  readonly flockId: string;
  /** When it was computed. */
  readonly at: string;
  readonly weightG: number;
  /** Bounds that contain the true weight in `WEIGHT_BAND_PCT` of cases. */
  readonly lowG: number;
  readonly highG: number;
  /** Neither a manual weighing nor a calibrated camera takes part. */
  readonly uncalibrated: boolean;
  readonly sources: readonly WeightSource[];
}

/** One voice in a fused weight. */
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
  /** Of a camera: its median before calibration, and of how many weights it is. */
  readonly measuredG?: number | null;
  readonly n?: number | null;
}

/** A webhook told of the farm that is off, or whose last attempts failed; without its address. */
export interface TroubledWebhook {
  readonly id: string;
  /** Where it leads; nothing behind it, which may be secret. */
  readonly host: string;
  /** Null while it is on. */
  readonly disabledReason:
    | 'failures'
    | 'gone'
    | 'by_hand'
    | 'owner_revoked'
    | 'owner_expired'
    | 'owner_narrowed'
    | null;
  readonly disabledAt: string | null;
  /** Attempts in a row that failed. */
  readonly consecutiveFailures: number;
  /** Since when something that failed has been waiting for its next attempt. */
  readonly failingSince: string | null;
}
