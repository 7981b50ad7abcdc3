import {
  array,
  boolean,
  day,
  figure,
  integer,
  nullable,
  object,
  rows,
  spoken,
  string,
} from '../api/json-schema.ts';
import { declareAnswer } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';

const openAlerts = object({ critical: integer(), warning: integer(), info: integer() });

/** The response of `GET /portfolio`. */
export const portfolioAnswer = declareAnswer({
  name: 'Portfolio',
  description: 'The farms visible to the key, and their totals; money per currency.',
  schema: object({
    farms: rows({
      farmId: string(),
      name: string(),
      vertical: nullable(string()),
      barns: integer(),
      activeFlocks: integer(),
      birds: nullable(integer('Of the flocks whose birds were counted')),
      birdsUpperBound: boolean('Unlogged deaths: there may be fewer birds'),
      capacityUsedPct: figure(),
      flocksUncounted: integer('Of unknown size, not in `birds`'),
      openAlerts,
      overdueTasks: integer(),
      unansweredQuestions: integer(),
      mortality7dPct: figure('Null where no flock has deaths in the log'),
      mortality7dDaysUnlogged: integer('Of all flocks: with any, it is at least so much'),
      weightDeviationPct: figure('Against the standard, weighted by birds'),
      weightUncalibrated: boolean(
        'The weight of a flock inside rests on cameras without a calibration: not reliable',
      ),
      epefLast: figure('Production efficiency of the last closed flock'),
      epefLastEstimated: boolean('Feed or weight of that flock is estimated on some days'),
      epefLastUpperBound: boolean('Deaths were not logged on every day: it may be lower'),
      dataQuality: figure('0 to 100'),
      healthScore: figure(
        'Health of the birds today, 0 to 100, weighted by birds; as the section health, without air',
      ),
      revenue30d: figure('Realised: recorded sales; null where no money is on record at all'),
      expenses30d: figure('Realised: recorded costs'),
      currency: string(),
      today: day(),
      lastActivityAt: nullable(string()),
      status: string(),
      stateReasons: array(spoken(), 'Why the state is critical or warning'),
    }),
    totals: object({
      farms: integer(),
      birds: nullable(integer()),
      birdsUpperBound: boolean('Unlogged deaths: there may be fewer birds'),
      flocksUncounted: integer(),
      activeFlocks: integer(),
      openAlerts,
      overdueTasks: integer(),
      unansweredQuestions: integer(),
      money: array(
        object({ currency: string(), revenue30d: figure(), expenses30d: figure() }),
        'One entry per currency',
      ),
    }),
  }),
  example: {
    farms: [
      {
        farmId: exampleId('farm'),
        name: 'Emek Hefer broilers',
        vertical: 'broiler',
        barns: 1,
        activeFlocks: 1,
        birds: 19_755,
        birdsUpperBound: false,
        flocksUncounted: 0,
        capacityUsedPct: 98.8,
        openAlerts: { critical: 1, warning: 0, info: 0 },
        overdueTasks: 0,
        unansweredQuestions: 1,
        mortality7dPct: 0.35,
        mortality7dDaysUnlogged: 0,
        weightDeviationPct: 5.35,
        weightUncalibrated: false,
        epefLast: 402,
        epefLastEstimated: false,
        epefLastUpperBound: false,
        dataQuality: 86,
        healthScore: 96,
        revenue30d: 0,
        expenses30d: 38_230.5,
        currency: 'ILS',
        today: '2026-11-21',
        lastActivityAt: '2026-11-21T08:30:00.000Z',
        status: 'critical',
        stateReasons: ['1 critical alert', '1 unanswered question'],
      },
    ],
    totals: {
      farms: 1,
      birds: 19_755,
      birdsUpperBound: false,
      flocksUncounted: 0,
      activeFlocks: 1,
      openAlerts: { critical: 1, warning: 0, info: 0 },
      overdueTasks: 0,
      unansweredQuestions: 1,
      money: [{ currency: 'ILS', revenue30d: 0, expenses30d: 38_230.5 }],
    },
  },
});

/** The response of `GET /os/charts/farms`. */
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
