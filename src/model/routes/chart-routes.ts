import { chartAnswers } from '../answers/charts.ts';
import { farmTrendsAnswer } from '../answers/portfolio.ts';
import type { RouteOperation } from '../api/operation.ts';
import type { ChartName } from '../charts.ts';
import { date, integer, word } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { languages } from '../core/message.ts';
import { closed } from '../core/vocabulary.ts';

const SAMPLING =
  'Unknown values are null. Where the range has more days or hours than `points`, several of them ' +
  'make one point; `sampling.step` says how many, and `sampling` of each series how.';

const query = {
  points: integer(limits.chartFewestPoints, limits.chartMostPoints, {
    note: `The most points that are wanted; default ${limits.chartUsualPoints}`,
  }),
  lang: word(closed(languages), {
    note: 'Language of the texts; default: that of the organisation',
  }),
} as const;

const flockQuery = {
  from: date({ note: 'The first day; default: that of the placement' }),
  to: date({ note: 'The last day, included; default: the last day with birds inside' }),
  ...query,
} as const;

function chartRoute<const C extends ChartName, const I extends string>(
  chart: C,
  operationId: I,
  texts: Pick<RouteOperation, 'summary' | 'description' | 'query'>,
) {
  const { summary, description, query: parameters } = texts;
  return {
    kind: 'route',
    operationId,
    method: 'GET',
    path: `/os/charts/${chart}/{id}`,
    scope: 'read:*',
    tag: 'Charts',
    summary,
    description: `${description} ${SAMPLING}`,
    ...(parameters ? { query: parameters } : {}),
    exampleQuery: { points: 100 },
    answer: chartAnswers[chart],
  } as const;
}

/** The chart data of flocks and barns; `{id}` is the flock, of the climate the barn. */
export const chartRoutes = [
  chartRoute('growth', 'getGrowthChart', {
    summary: 'Weight of a flock by day against the standard',
    description:
      'The weight measured on each day, fused from cameras or weighed by hand, with the standard ' +
      'of the breed of the same day. Weights that cannot be right are null and listed in `suspects`.',
    query: flockQuery,
  }),
  chartRoute('mortality', 'getMortalityChart', {
    summary: 'Deaths of a flock by day and since placement',
    description:
      'Birds found dead on each day and since placement, against the mortality curve of the kind ' +
      'of birds. Days without a record are null; the deaths since placement count recorded days.',
    query: flockQuery,
  }),
  chartRoute('feed', 'getFeedChart', {
    summary: 'Feed and water of a flock by day',
    description:
      'Feed of a bird and day against the standard of the breed, water, and water by feed. Values ' +
      'that cannot be right are null and listed in `suspects`.',
    query: flockQuery,
  }),
  chartRoute('laying', 'getLayingChart', {
    summary: 'Laying rate of a flock by day against the standard',
    description: 'Eggs of each day in % of the hens, against the standard of the breed.',
    query: flockQuery,
  }),
  chartRoute('climate', 'getClimateChart', {
    summary: 'Climate of a barn by hour with the target band',
    description:
      'Mean, lowest and highest reading of each hour, with the band that the birds need at their ' +
      `age; null bands where no birds were inside. At most ${limits.chartClimateDays} days.`,
    query: {
      from: date({ note: `The first day; default: ${limits.chartClimateUsualDays} days up to to` }),
      to: date({ note: 'The last day, included; default: today' }),
      ...query,
    },
  }),
] as const satisfies readonly RouteOperation[];

/** The routes of chart data about all farms. */
export const trendRoutes = [
  {
    kind: 'route',
    operationId: 'getFarmTrends',
    method: 'GET',
    path: '/os/charts/farms',
    scope: 'read:*',
    tag: 'Charts',
    summary: 'Deaths of every farm by day',
    description:
      'Birds found dead on each of the last 14 days in the flocks that are inside now, for every ' +
      'farm of the key. Null on days on which a flock was not logged.',
    answer: farmTrendsAnswer,
  },
] as const satisfies readonly RouteOperation[];
