import { groupBy } from '../../tools/collections.ts';
import { countDeaths, type DeathSighting, deathTrack } from './count-deaths.ts';

/** How many dead birds readings add to those before them; `trackHours` as of `countDeaths`. */
export function addedDeaths(
  readings: readonly DeathSighting[],
  before: readonly DeathSighting[],
  trackHours: number,
): number {
  const always = {
    from: Number.NEGATIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
    trackHours,
  };
  // Birds that the readings do not follow count the same with them and without.
  const followed = new Map<string, Set<string | null>>();
  for (const [camera, own] of groupBy(readings, (reading) => reading.camera)) {
    followed.set(camera, new Set(own.map(deathTrack)));
  }
  const earlier = before.filter((reading) => {
    const track = deathTrack(reading);
    return track !== null && followed.get(reading.camera)?.has(track) === true;
  });
  return countDeaths([...earlier, ...readings], always) - countDeaths(earlier, always);
}
