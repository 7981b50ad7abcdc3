import { flockHealth } from '../../../farming/health/flock-health.ts';
import { healthScore as scoreOf } from '../../../farming/health/health-score.ts';
import { isHealthScored, missingHealth } from '../../../farming/health/missing-health.ts';
import { message } from '../../../model/core/message.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH } from '../each-aggregations.ts';
import { factsOfMessage, shown, wordFact } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

const MOST_DRIVERS = 3;

/** How well a flock is, as the section health scores it, and what takes its points. */
export const healthScore = flockMeasure({
  parts: ['treatments', 'feedDeliveries', 'moults', 'alerts', 'readings', 'seenBehaviour'],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const health = flockHealth(record, snapshot);
    const missing = missingHealth(record, health, snapshot);
    if (!isHealthScored(record)) return unknownRow(place, missing);
    const { score, grade, drivers } = scoreOf(health, snapshot.thresholds);
    const points = fact('Health score', score, { as: 'score', asOf: snapshot.today });
    if (!points) return unknownRow(place, missing);
    const told = drivers.slice(0, MOST_DRIVERS);
    const line = message('ask.healthScore', { place, score: shown(points), grade });
    return {
      place,
      value: score,
      facts: [
        points,
        wordFact(`Health grade, ${place}`, grade, points),
        ...told.flatMap((driver) => factsOfMessage(`${driver.code}, ${place}`, driver.message)),
      ],
      lines: [line, ...told.map((driver) => driver.message)],
      missing,
    };
  },
});
