import type { Fix } from '../insights/section.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** The parts of a snapshot by which the set-up of a farm is judged. */
export const SETUP_PARTS = [
  'barns',
  'liveFlocks',
  'liveLogs',
  'closedFlocks',
  'closedLogs',
  'contacts',
  'users',
  'integrations',
  'devices',
  'newestReadings',
  'medicine',
] as const;

/** A snapshot by which the set-up of a farm can be judged. */
export type SetupSnapshot = FarmSnapshot<(typeof SETUP_PARTS)[number]>;

/** A step of setting up a farm. Its title is `setup.<key>`. */
export interface SetupStep {
  /** What it counts in the progress; those of all steps come to 100. */
  readonly weight: number;
  readonly optional?: true;
  readonly isDone: (snapshot: SetupSnapshot) => boolean;
  /** The call that takes the step, or one that has to come before it. */
  readonly fix: (snapshot: SetupSnapshot) => Fix;
}
