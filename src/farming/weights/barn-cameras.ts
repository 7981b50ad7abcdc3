import type { FlockRecord } from '../flocks/flock-record.ts';
import type { CameraCalibration } from '../snapshot/camera-calibration.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** How the cameras in the barn of a flock weigh against its scales. */
export function barnCameras(
  { flock }: FlockRecord,
  { devices, calibrations }: FarmSnapshot<'devices' | 'calibrations'>,
): { readonly cameras: number; readonly calibrations: readonly CameraCalibration[] } {
  const cameras = devices.filter(
    ({ kind, barnId, status }) =>
      kind === 'camera' && barnId === flock.barnId && status !== 'retired',
  );
  const ids = new Set<string | null>(cameras.map(({ id }) => id));
  return {
    cameras: cameras.length,
    calibrations: calibrations.filter(({ deviceId }) => deviceId !== null && ids.has(deviceId)),
  };
}
