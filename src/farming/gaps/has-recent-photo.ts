import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** Whether there is a picture of a flock, or of its barn, of the last seven days. */
export function hasRecentPhoto(
  flock: { readonly id: string; readonly barnId: string },
  { recentPhotos }: FarmSnapshot<'recentPhotos'>,
): boolean {
  return recentPhotos.some(
    ({ flockId, barnId }) => flockId === flock.id || (flockId === null && barnId === flock.barnId),
  );
}
