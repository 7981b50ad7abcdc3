import type { Fix } from '../insights/section.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { UnregisteredCamera } from '../snapshot/unregistered-camera.ts';

/** The call that makes a source a camera: of the barn it was seen in, else of the only one there is. */
export function adoptFix(
  { source, barnId }: UnregisteredCamera,
  { farm, barns }: FarmSnapshot<'barns'>,
): Fix {
  const [only, ...others] = barns;
  const known = barns.some(({ id }) => id === barnId) ? barnId : null;
  const guess = known ?? (others.length === 0 ? only?.id : undefined);
  return {
    method: 'POST',
    path: '/os/cameras/adopt',
    body: { farmId: farm.id, source, ...(guess ? { barnId: guess } : {}), name: source },
  };
}
