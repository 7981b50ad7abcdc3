import type { Message } from '../../model/message.ts';
import type { Fix } from '../insights/section.ts';
import type { Severity } from './severity-rank.ts';

/** Everything that a farm may lack. */
export type GapKind =
  | 'flock_no_log_today'
  | 'worker_question_unanswered'
  | 'alert_open_over_3_days'
  | 'flock_not_weighed_7d'
  | 'value_suspect'
  | 'medicine_expired'
  | 'medicine_expiring'
  | 'medicine_low_stock'
  | 'farm_no_coordinates'
  | 'farm_no_contacts'
  | 'integration_failing'
  | 'integration_stale'
  | 'camera_silent'
  | 'camera_uncalibrated'
  | 'camera_unregistered'
  | 'automation_blocked'
  | 'webhook_off'
  | 'webhook_failing'
  | 'no_recent_photos';

/** Something that the farm should know or do, with the call that closes it. */
export interface Gap {
  readonly kind: GapKind;
  /** Kind and subject: the same for as long as the gap is open. Not part of the answer. */
  readonly key: string;
  readonly severity: Severity;
  readonly title: Message;
  readonly message: Message;
  /** The rows it is about: `flockId`, `barnId`, `alertId` … */
  readonly ids: Readonly<Record<string, string>>;
  /** Days without a log, sightings of an alert, failures in a row; else 1. */
  readonly count: number;
  /** A day or a time stamp; null where nothing tells since when. */
  readonly since: string | null;
  readonly fix: Fix;
}
