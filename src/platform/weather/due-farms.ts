import type { WeatherStation } from '../../storage/system/weather-stations.ts';
import { parseInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import type { GlobePlace } from './weather-source.ts';

/** A farm whose weather is to be asked for. */
export interface DueFarm extends GlobePlace {
  readonly orgId: string;
  readonly farmId: string;
  /** The integrations that want it. */
  readonly stations: readonly WeatherStation[];
}

const USUAL_POLL_MINUTES = 60;
const MINUTE_MILLIS = 60_000;

/** The farms with an integration that is due; each is asked once, however many it has. */
export function dueFarms(stations: readonly WeatherStation[], now: number): DueFarm[] {
  const due = stations.filter((station) => isDue(station, now));
  return [...groupBy(due, ({ farmId }) => farmId)].flatMap(([farmId, ofFarm]) => {
    const [first] = ofFarm;
    if (!first) return [];
    const { orgId, latitude, longitude } = first;
    return [{ orgId, farmId, latitude, longitude, stations: ofFarm }];
  });
}

/** Whether it was not asked within its interval, however that ended. */
function isDue({ lastSuccessAt, lastErrorAt, pollMinutes }: WeatherStation, now: number): boolean {
  const asked = [lastSuccessAt, lastErrorAt].flatMap((at) => parseInstant(at ?? '') ?? []);
  const passed = now - Math.max(...asked, Number.NEGATIVE_INFINITY);
  // A clock that was set back must not keep a farm waiting.
  return passed < 0 || passed >= (pollMinutes ?? USUAL_POLL_MINUTES) * MINUTE_MILLIS;
}
