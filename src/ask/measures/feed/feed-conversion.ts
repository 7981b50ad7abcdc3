import { flockFeed, missingForConversion } from '../../../farming/feed/flock-feed.ts';
import { message } from '../../../model/core/message.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH } from '../each-aggregations.ts';
import { shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

/** Feed by the weight it became, as the section feed tells it; for hens by a dozen of eggs. */
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
      isBound: feed.performance?.isFcrUpperBound ? 'yes' : 'no',
      hasStandard: standard ? 'yes' : 'no',
      standard: standard ? shown(standard) : '',
    });
    return { place, value: own.value, facts: standard ? [own, standard] : [own], lines: [line] };
  },
});
