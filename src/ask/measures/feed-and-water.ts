import { missingInLog } from '../../farming/core/missing-data.ts';
import {
  type FlockFeed,
  flockFeed,
  missingFeed,
  missingForConversion,
} from '../../farming/feed/flock-feed.ts';
import { waterFeedRatio as ratioOf } from '../../farming/metrics/feed-and-water.ts';
import { message } from '../../model/core/message.ts';
import { dayMeasure } from './day-measure.ts';
import { type DayRatio, dayRatio, ratioRow } from './day-ratio.ts';
import { shown } from './fact-of.ts';
import { flockMeasure } from './flock-measure.ts';
import { EACH, unknownRow } from './rows.ts';

/** Eaten feed. */
export const feedEaten = dayMeasure({
  name: 'feedEaten',
  label: 'Feed eaten',
  field: 'feedKg',
  unit: 'kg',
  as: 'kg',
});

const GRAMS = 1000;

const OF_DAYS: DayRatio = {
  name: 'feedPerBirdDay',
  label: 'Feed per bird and day',
  unit: 'g',
  as: 'grams',
  part: { label: 'Feed', unit: 'kg', as: 'kg', field: 'feedKg', of: ({ log }) => log?.feedKg },
  whole: {
    label: 'Birds, days added up',
    unit: 'birds',
    as: 'birds',
    field: 'feedKg',
    of: ({ average }) => average,
  },
  ratio: (kg, birds) => (kg * GRAMS) / birds,
};

/**
 * Feed eaten per bird on the days in the question; otherwise on the newest logged day, compared
 * with the standard.
 */
export const feedPerBird = flockMeasure({
  parts: ['feedDeliveries'],
  usualPeriod: 'today',
  aggregations: EACH,
  rowOf: (asked, snapshot) => {
    if (asked.question.period) return ratioRow(asked, OF_DAYS, snapshot.today);
    const { record, place, fact } = asked;
    const feed = flockFeed(record, snapshot);
    const frame = { as: 'grams', unit: 'g', asOf: feed.day } as const;
    const grams = fact('Feed a bird', feed.gPerBird, frame);
    const standard = fact('Standard feed a bird', feed.standardG, {
      ...frame,
      standardBasis: feed.standardBasis,
    });
    if (!grams || feed.day === null) {
      const { today } = snapshot;
      const what = { code: 'no_feed_logs', field: 'feedKg', today, need: 1, have: 0 } as const;
      const missing = missingFeed(record, feed, snapshot);
      return unknownRow(place, [
        missingInLog(record, what),
        ...missing.filter(({ code }) => code !== what.code),
      ]);
    }
    const line = message('ask.feedPerBird', {
      place,
      value: shown(grams),
      day: { day: feed.day },
      hasStandard: standard ? 'yes' : 'no',
      standard: standard ? shown(standard) : '',
    });
    return {
      place,
      value: grams.value,
      facts: standard ? [grams, standard] : [grams],
      lines: [line],
    };
  },
});

/** Feed per weight gained, as in the section feed; for hens per dozen eggs. */
export const feedConversion = flockMeasure({
  parts: ['feedDeliveries'],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const feed = flockFeed(record, snapshot);
    const asOf = feed.performance?.day ?? snapshot.today;
    const own = fact('Feed conversion', feed.performance?.fcr, { as: 'ratio', asOf });
    const standard = fact('Standard feed conversion', feed.standardFcr, {
      as: 'ratio',
      asOf,
      standardBasis: feed.fcrBasis,
    });
    const dozen = fact('Feed for a dozen of eggs', feed.feedPerDozenKg, {
      as: 'ratio',
      unit: 'kg',
      asOf,
    });
    if (dozen) {
      const line = message('ask.feedPerDozen', { place, value: shown(dozen) });
      return { place, value: dozen.value, facts: [dozen], lines: [line] };
    }
    if (!own) {
      return unknownRow(place, missingForConversion(record, feed.performance, snapshot));
    }
    const line = message('ask.feedConversion', {
      place,
      value: shown(own),
      day: { day: asOf },
      isBound: boundOf(feed.performance),
      hasStandard: standard ? 'yes' : 'no',
      standard: standard ? shown(standard) : '',
    });
    return { place, value: own.value, facts: standard ? [own, standard] : [own], lines: [line] };
  },
});

/** Whether a conversion is an upper bound, or contains days whose feed was interpolated. */
function boundOf(performance: FlockFeed['performance']): 'yes' | 'estimated' | 'no' {
  if (performance?.isFcrUpperBound) return 'yes';
  return performance?.isFcrEstimated ? 'estimated' : 'no';
}

/** Water consumption. */
export const waterUsed = dayMeasure({
  name: 'waterUsed',
  label: 'Water',
  field: 'waterL',
  unit: 'L',
  as: 'litres',
});

/** Litres of water per bird and day. */
export const waterPerBird = dayRatio({
  name: 'waterPerBird',
  label: 'Water per bird and day',
  unit: 'L',
  as: 'share',
  part: { label: 'Water', unit: 'L', as: 'litres', field: 'waterL', of: ({ log }) => log?.waterL },
  whole: {
    label: 'Birds, days added up',
    unit: 'birds',
    as: 'birds',
    field: 'waterL',
    of: ({ average }) => average,
  },
  ratio: (litres, birds) => litres / birds,
});

/** Litres of water per kilogram of feed. */
export const waterFeedRatio = dayRatio({
  name: 'waterFeedRatio',
  label: 'Water by feed',
  unit: 'L/kg',
  as: 'ratio',
  part: { label: 'Water', unit: 'L', as: 'litres', field: 'waterL', of: ({ log }) => log?.waterL },
  whole: { label: 'Feed', unit: 'kg', as: 'kg', field: 'feedKg', of: ({ log }) => log?.feedKg },
  ratio: ratioOf,
});
