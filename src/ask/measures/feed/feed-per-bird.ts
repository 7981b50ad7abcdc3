import { missingInLog } from '../../../farming/core/missing-data.ts';
import { flockFeed, missingFeed } from '../../../farming/feed/flock-feed.ts';
import { message } from '../../../model/core/message.ts';
import { unknownRow } from '../asked-row.ts';
import { type DayRatio, ratioRow } from '../day-ratio.ts';
import { EACH } from '../each-aggregations.ts';
import { shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

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

/** What a bird ate on the days in the question; else on the newest logged day, against the standard. */
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
