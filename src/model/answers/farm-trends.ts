import { array, day, integer, nullable, object, rows, string } from '../api/json-schema.ts';
import { declareAnswer } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';

/** The answer of `GET /os/charts/farms`. */
export const farmTrendsAnswer = declareAnswer({
  name: 'FarmTrends',
  description: 'The deaths of each farm by day.',
  schema: object({
    farms: rows({
      farmId: string(),
      from: day('The first day, by the clock of the farm'),
      deaths: array(
        nullable(integer()),
        'Birds found dead on each of 14 days up to today; null unless every flock inside was logged',
      ),
    }),
  }),
  example: {
    farms: [
      {
        farmId: exampleId('farm'),
        from: '2026-11-08',
        deaths: [12, 9, 11, 10, null, 8, 9, 14, 10, 9, 7, 8, 31, null],
      },
    ],
  },
});
