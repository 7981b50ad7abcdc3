import { LIVE_FLOCK_PARTS } from '../flocks/farm-flocks.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** The parts of a snapshot that tell whether cameras are heard. */
export const CAMERA_PARTS = [
  ...LIVE_FLOCK_PARTS,
  'devices',
  'integrations',
  'cameraSightings',
] as const;

/** A farm whose cameras are looked at. */
export type CameraSnapshot = FarmSnapshot<(typeof CAMERA_PARTS)[number]>;
