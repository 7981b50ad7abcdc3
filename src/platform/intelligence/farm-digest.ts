import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import {
  DIGEST_PARTS,
  type Digest,
  digestOf,
  type WeatherOutlook,
} from '../../farming/digest/digest.ts';
import { weatherSection } from '../../farming/insights/weather-section.ts';
import type { InsightSection } from '../../model/core/insight-sections.ts';

/** What is read of a farm for its digest. */
export const DIGEST_SNAPSHOT_PARTS = [...DIGEST_PARTS, ...weatherSection.parts] as const;

type DigestSnapshot = FarmSnapshot<(typeof DIGEST_SNAPSHOT_PARTS)[number]>;

/** Told of every section that failed, with what it threw. */
export type ReportFailure = (section: InsightSection, error: unknown) => void;

/** The morning digest of a farm, with the section weather where it is known. */
export function digestWithWeather(snapshot: DigestSnapshot, reportFailure?: ReportFailure): Digest {
  return digestOf(snapshot, weatherOutlook(snapshot, reportFailure));
}

/** The section weather where it is known: a briefing without it is better than none. */
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
