import { measureAnswer, measureListAnswer } from '../answers/ask.ts';
import { brainScanAnswer, brainScanBody } from '../answers/automations.ts';
import {
  caseFileAnswer,
  caseFileListAnswer,
  caseFileSealedAnswer,
  caseFileVerifyAnswer,
  sealFlockBody,
} from '../answers/case-files.ts';
import { chartAnswers } from '../answers/charts.ts';
import { dashboardAnswer } from '../answers/dashboard.ts';
import { riskLedgerAnswer } from '../answers/insights.ts';
import { farmTrendsAnswer } from '../answers/portfolio.ts';
import { weeklySummaryAnswer } from '../answers/weekly-summary.ts';
import type { RouteOperation } from '../api/operation.ts';
import type { ChartName } from '../charts.ts';
import { date, exampleId, integer, reference, text, word } from '../core/fields.ts';
import { riskItems } from '../core/insight-sections.ts';
import { limits } from '../core/limits.ts';
import { languages } from '../core/message.ts';
import { closed } from '../core/vocabulary.ts';
import { aggregations, measureSlots } from '../measures.ts';
import { farmId, lang } from './operations.ts';

/** The application routes behind screens that show a whole farm. */
export const screenRoutes = [
  {
    kind: 'route',
    operationId: 'getDashboard',
    method: 'GET',
    path: '/os/dashboard',
    scope: 'read:*',
    tag: 'Screens',
    summary: 'A farm at a glance',
    description:
      'What to do first, the figures of the day for all barns, and each barn with its ' +
      'flock and climate. The figures are the same as in /digest, /context, /insights and ' +
      '/os/cameras.',
    query: { farmId, lang },
    exampleQuery: { farmId: exampleId('farm') },
    answer: dashboardAnswer,
  },
  {
    kind: 'route',
    operationId: 'getWeeklySummary',
    method: 'GET',
    path: '/os/weekly-summary',
    scope: 'read:*',
    tag: 'Screens',
    summary: 'A week of a farm compared with the previous one',
    description:
      'The last seven complete days. If a day is given: its calendar week, at most ' +
      `${limits.summaryWeeks} weeks back, compared up to the last complete day.`,
    query: { farmId, week: date({ note: 'Any day of the week' }), lang },
    exampleQuery: { farmId: exampleId('farm') },
    answer: weeklySummaryAnswer,
  },
  {
    kind: 'route',
    operationId: 'getRiskLedger',
    method: 'GET',
    path: '/os/risk/ledger',
    scope: 'read:*',
    tag: 'Screens',
    summary: 'The risks of a farm by day',
    description:
      'The items of the section risk of /insights: for past days, from the last full scan ' +
      'of the day; for today, computed now. Reading stores nothing. At most ' +
      `${limits.riskLedgerDays} days; default ${limits.riskLedgerUsualDays}.`,
    query: {
      farmId,
      from: date({ note: 'The first day' }),
      to: date({ note: 'The last day, included; default: today' }),
      item: word(closed(riskItems), { note: 'Only this item' }),
      lang,
    },
    exampleQuery: { farmId: exampleId('farm') },
    answer: riskLedgerAnswer,
  },
] as const satisfies readonly RouteOperation[];

const slots = Object.fromEntries(
  Object.entries(measureSlots).map(([name, note]) => [name, text(80, { note })]),
);

/** The application routes that return single figures of a farm. */
export const measureRoutes = [
  {
    kind: 'route',
    operationId: 'listMeasures',
    method: 'GET',
    path: '/os/measures',
    scope: 'read:any',
    subject: 'measures',
    tag: 'Measures',
    summary: 'List the measures of a farm',
    description: 'Returns the name, summary, aggregations, parameters and scopes of each measure.',
    answer: measureListAnswer,
  },
  {
    kind: 'route',
    operationId: 'readMeasure',
    method: 'GET',
    path: '/os/measures/{id}',
    scope: 'read:any',
    tag: 'Measures',
    summary: 'Read one measure of a farm',
    description:
      'The equivalent of a question in plain language, for programs and assistants. The ' +
      'list of measures contains the scopes that each requires.',
    query: {
      farmId: reference('farms', { note: 'May be absent where the key sees one farm only' }),
      barnId: reference('barns', { note: 'Only this barn' }),
      flockId: reference('flocks', { note: 'Only this flock' }),
      from: date({ note: 'The first day' }),
      to: date({ note: 'The last day, included; default: the same as from' }),
      aggregation: word(closed(aggregations), { note: 'Default: the usual one of the measure' }),
      ...slots,
      lang: word(closed(languages), {
        note: 'Language of the texts; default: the language of the organisation',
      }),
    },
    exampleQuery: { farmId: exampleId('farm'), from: '2026-11-15', to: '2026-11-21' },
    answer: measureAnswer,
  },
] as const satisfies readonly RouteOperation[];

/** The application route that scans farms immediately. */
export const brainRoutes = [
  {
    kind: 'route',
    operationId: 'scanFarms',
    method: 'POST',
    path: '/os/brain/scan',
    scope: 'actions:execute',
    tag: 'Brain',
    summary: 'Scan farms now',
    description:
      'Evaluates the alert rules and looks for gaps, as the scheduled scans do at 5:30 and ' +
      '20:00 farm time. Scheduled evaluations of all rules run hourly, those of rules ' +
      'about air and sensors every 15 minutes. Each farm is scanned in its own ' +
      'transaction. New gaps emit gap.detected, each scan emits brain.scan. Texts are in ' +
      'the language preferred by `Accept-Language`, or else in the language of the ' +
      `organisation. At most ${limits.brainScanFarms} farms per request.`,
    body: brainScanBody,
    answer: brainScanAnswer,
  },
] as const satisfies readonly RouteOperation[];

/** The application routes about case files. */
export const caseFileRoutes = [
  {
    kind: 'route',
    operationId: 'listCaseFiles',
    method: 'GET',
    path: '/os/case-files',
    scope: 'read:*',
    subject: 'case-files',
    tag: 'Case files',
    summary: 'List case files',
    description: 'Returns one page of case files without their content.',
    query: {
      farmId: reference('farms', { note: 'Only case files of this farm' }),
      flockId: text(80, { note: 'Only the case file of this flock' }),
      limit: integer(1, limits.maxPageSize, { default: limits.pageSize }),
      offset: integer(0, limits.maxOffset, { default: 0 }),
    },
    exampleQuery: { farmId: exampleId('farm'), limit: 1 },
    answer: caseFileListAnswer,
  },
  {
    kind: 'route',
    operationId: 'sealCaseFile',
    method: 'POST',
    path: '/os/case-files',
    scope: 'write:*',
    subject: 'case-files',
    tag: 'Case files',
    summary: 'Seal the case file of a closed flock permanently',
    description:
      'The flock, its daily logs, treatments, sales, deliveries, expenses, alerts, events, media ' +
      'and regulation items are written out and hashed, the hash is chained to the case file ' +
      'before. From then on changing, deleting or undoing any of these rows, or adding one, answers ' +
      '422 sealed_case_file. A flock that is not closed is refused with flock_not_closed, one with ' +
      'alerts that are neither resolved nor dismissed with open_alerts.',
    body: sealFlockBody,
    answer: caseFileSealedAnswer,
  },
  {
    kind: 'route',
    operationId: 'getCaseFile',
    method: 'GET',
    path: '/os/case-files/{id}',
    scope: 'read:*',
    subject: 'case-files',
    tag: 'Case files',
    summary: 'Read a case file with its content',
    description: 'Returns the case file with the sealed rows and the hash over them.',
    answer: caseFileAnswer,
  },
  {
    kind: 'route',
    operationId: 'verifyCaseFile',
    method: 'GET',
    path: '/os/case-files/{id}/verify',
    scope: 'read:*',
    subject: 'case-files',
    tag: 'Case files',
    summary: 'Check a case file: its hash, the chain, and the rows of today',
    description:
      'Detects changes made in the database outside the service: lists each row that differs from ' +
      'its sealed version.',
    answer: caseFileVerifyAnswer,
  },
] as const satisfies readonly RouteOperation[];

const SAMPLING =
  'Unknown values are null. If the range has more days or hours than `points`, several are ' +
  'combined into one point: `sampling.step` is their number, `sampling` of each series the method.';

const query = {
  points: integer(limits.chartFewestPoints, limits.chartMostPoints, {
    note: `Maximum number of points; default ${limits.chartUsualPoints}`,
  }),
  lang: word(closed(languages), {
    note: 'Language of the texts; default: the language of the organisation',
  }),
} as const;

const flockQuery = {
  from: date({ note: 'The first day; default: the day of placement' }),
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

/** The chart data of flocks and barns; `{id}` is the flock, or the barn for the climate chart. */
export const chartRoutes = [
  chartRoute('growth', 'getGrowthChart', {
    summary: 'Weight of a flock by day against the standard',
    description:
      'The weight measured on each day, fused from cameras or from a manual weighing, with the ' +
      'breed standard of the day. Implausible weights are null and listed in `suspects`.',
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

/** The chart data routes across all farms. */
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
