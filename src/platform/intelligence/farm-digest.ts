import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import {
  DIGEST_PARTS,
  type Digest,
  digestOf,
  type WeatherOutlook,
} from '../../farming/digest/digest.ts';
import { weatherSection } from '../../farming/insights/weather-section.ts';
import type { InsightSection } from '../../model/core/insight-sections.ts';

/** The snapshot parts of a digest. */
export const DIGEST_SNAPSHOT_PARTS = [...DIGEST_PARTS, ...weatherSection.parts] as const;

type DigestSnapshot = FarmSnapshot<(typeof DIGEST_SNAPSHOT_PARTS)[number]>;

/** Called with the error of every failed section. */
export type ReportFailure = (section: InsightSection, error: unknown) => void;

/** The morning digest of a farm, with the weather section if available. */
export function digestWithWeather(snapshot: DigestSnapshot, reportFailure?: ReportFailure): Digest {
  return digestOf(snapshot, weatherOutlook(snapshot, reportFailure));
}

/** The weather section if available: a digest without it is better than none. */
function weatherOutlook(
  snapshot: DigestSnapshot,
  reportFailure?: ReportFailure,
): WeatherOutlook | undefined {
  try {
    const weather = weatherSection.compute(snapshot, {});
    return weather.status === 'not_enough_data' ? undefined : weather;
  } catch (error) {
    reportFailure?.('weather', error);
    return undefined;
  }
}
