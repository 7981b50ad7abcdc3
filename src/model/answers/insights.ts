import {
  array,
  day,
  figure,
  instant,
  integer,
  type JsonSchema,
  type Made,
  nullable,
  number,
  object,
  oneOf,
  ref,
  rows,
  type Schema,
  type Sent,
  spoken,
  string,
} from '../api/json-schema.ts';
import { declareAnswer, pascalCase } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { type InsightSection, insightSections, riskItems } from '../core/insight-sections.ts';
import { birdSectionSchemas } from './core/bird-section-schemas.ts';
import { moneySectionSchemas } from './core/money-section-schemas.ts';
import { exampleMortality, fixSchema, severitySchema, shared } from './core/shared-schemas.ts';

const bySection = {
  ...birdSectionSchemas,
  ...moneySectionSchemas,
} as const satisfies Readonly<Record<InsightSection, JsonSchema>>;

/** A section as clients receive it. */
export type SentSection<S extends InsightSection> = Sent<(typeof bySection)[S]>;

/** A section as it is computed. */
export type MadeSection<S extends InsightSection> = Made<(typeof bySection)[S]>;

const sectionError = object(
  { error: object({ message: spoken() }) },
  'A section that failed; the others are answered all the same.',
);

/** A failed section, as clients receive it. */
export type SentSectionError = Sent<typeof sectionError>;

/** A failed section, as it is computed. */
export type MadeSectionError = Made<typeof sectionError>;

const sections: Schema<
  { readonly [S in InsightSection]?: SentSection<S> | SentSectionError },
  { readonly [S in InsightSection]?: MadeSection<S> | MadeSectionError }
> = object(
  Object.fromEntries(
    insightSections.map((section) => [
      `${section}?`,
      { anyOf: [ref(sectionSchemaName(section)), ref('SectionError')] },
    ]),
  ),
);

/** The schemas of the sections of `/insights`, by their name in the API documents. */
export const insightSchemas: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(
    insightSections.map((section) => [sectionSchemaName(section), bySection[section]]),
  ),
  SectionError: sectionError,
};

function sectionSchemaName(section: InsightSection): string {
  return `${pascalCase(section)}Section`;
}

const asOf = '2026-11-21T09:00:00.000Z';

/** The response of `GET /insights`. */
export const insightsAnswer = declareAnswer({
  name: 'Insights',
  description: 'The requested sections, or all 15.',
  schema: object({
    farmId: string(),
    asOf: instant(),
    currency: string(),
    sections,
  }),
  example: {
    farmId: exampleId('farm'),
    asOf,
    currency: 'ILS',
    sections: {
      health: {
        status: 'ok',
        asOf,
        missing: [],
        flocks: [
          {
            flockId: exampleId('flock'),
            barnId: exampleId('barn'),
            status: 'ok',
            ageDays: 20,
            live: 19_755,
            livabilityPct: 99.02,
            logDay: '2026-11-21',
            dailyMortalityPct: 0.06,
            mort7: 69,
            mort7DaysUnlogged: 0,
            avg7: 9.4,
            spike: { flag: false, severity: null, ratio: 1.28, baseline: '7d' },
            firstWeekMortalityPct: 0.52,
            ...exampleMortality(0.86),
            expectedCumMortalityPct: 1.1,
            expectedBasis: 'curve',
            standardBasis: {
              document:
                'Mortality curve after 107 German Ross 308 flocks (Frontiers 2022) and 38 flocks of Tabler',
              edition: '2022',
              interpolated: true,
              confidence: 'medium',
            },
            cdmrPct: 0.98,
            cdmrLimitPct: 2.2,
            waterFeedRatio: 1.8,
            waterDropPct: 0,
            eggDropRatio: null,
            env: {
              thi: 25.9,
              heatStressHours24: 0,
              outOfRangeMinutes24: 15,
              nh3Max24: 12,
              co2Max24: 2100,
              watchedHours24: 23.8,
            },
            behaviour: [{ unit: 'activity', value: 0.62, ts: '2026-11-21T08:15:00.000Z' }],
            treatmentsActive: [],
            openHealthAlerts: 0,
            laying: null,
            score: 100,
            grade: 'A',
            drivers: [],
          },
        ],
      },
      weather: {
        status: 'not_enough_data',
        asOf,
        missing: [
          {
            code: 'no_weather_source',
            message: 'The farm has no connection to a weather service.',
            resource: 'integrations',
            field: 'kind',
            need: 1,
            have: 0,
            fix: {
              operation: 'createIntegration',
              resource: 'integrations',
              method: 'POST',
              path: '/integrations',
              body: { farmId: exampleId('farm'), kind: 'weather' },
            },
          },
        ],
        now: null,
        next72h: [],
        maxThi: null,
        minTemp: null,
        heatRisk: null,
        coldRisk: null,
        actions: [],
      },
      market: { error: { message: 'The section could not be computed.' } },
    },
  },
});

/** The response of `GET /os/risk/ledger`. */
export const riskLedgerAnswer = declareAnswer({
  name: 'RiskLedger',
  description: 'The risks of each day.',
  schema: object({
    farmId: string(),
    asOf: instant(),
    from: day(),
    to: day(),
    status: oneOf(['ok', 'partial', 'not_enough_data']),
    missing: array(shared('MissingData'), 'Of today'),
    score: figure('Of the last of these days, 0 to 100'),
    level: nullable(severitySchema),
    delta: figure('Against the day looked at before'),
    days: rows(
      {
        day: day(),
        score: integer('0 to 100'),
        level: severitySchema,
        delta: figure('Against the day looked at before'),
        recordedAt: instant('When it was looked at last; today: now'),
      },
      'The days with a scan of the farm, and today',
    ),
    items: rows(
      {
        key: oneOf(riskItems),
        p: figure('Probability, 0 to 1; null if unknown'),
        impact: number('Severity, 0 to 1'),
        points: figure('Risk points, 0 to 100'),
        previous: nullable(
          object({ day: day(), points: figure() }, 'The last previous day on which it was known.'),
        ),
        delta: figure('Points against previous'),
        trend: nullable(oneOf(['up', 'down', 'same'])),
        firstSeen: nullable(day('Since when it has been above 0; null where it is not')),
        explanation: spoken(),
        fix: nullable(fixSchema),
        history: rows({ day: day(), p: figure(), points: figure(), explanation: spoken() }),
      },
      'As of the last day, what weighs most first',
    ),
  }),
  example: {
    farmId: exampleId('farm'),
    asOf: '2026-11-21T09:00:00.000Z',
    from: '2026-10-23',
    to: '2026-11-21',
    status: 'ok',
    missing: [],
    score: 64,
    level: 'warning',
    delta: 32,
    days: [
      {
        day: '2026-11-20',
        score: 32,
        level: 'info',
        delta: null,
        recordedAt: '2026-11-20T18:00:00.000Z',
      },
      {
        day: '2026-11-21',
        score: 64,
        level: 'warning',
        delta: 32,
        recordedAt: '2026-11-21T09:00:00.000Z',
      },
    ],
    items: [
      {
        key: 'feed_out',
        p: 0.8,
        impact: 0.8,
        points: 64,
        previous: { day: '2026-11-20', points: 32 },
        delta: 32,
        trend: 'up',
        firstSeen: '2026-11-20',
        explanation: 'The feed of flock B1-2611 lasts 1.1 days.',
        fix: {
          operation: 'createFeedOrder',
          resource: 'feed-orders',
          method: 'POST',
          path: '/feed-orders',
          body: { flockId: exampleId('flock'), quantityKg: 12_000 },
        },
        history: [
          {
            day: '2026-11-20',
            p: 0.4,
            points: 32,
            explanation: 'The feed of flock B1-2611 lasts 2.1 days.',
          },
          {
            day: '2026-11-21',
            p: 0.8,
            points: 64,
            explanation: 'The feed of flock B1-2611 lasts 1.1 days.',
          },
        ],
      },
    ],
  },
});
