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
  const followed = new Set(readings.map(deathTrack));
  const earlier = before.filter((reading) => {
    const track = deathTrack(reading);
    return track !== null && followed.has(track);
  });
  return countDeaths([...earlier, ...readings], always) - countDeaths(earlier, always);
}
