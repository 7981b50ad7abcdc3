import { pascalCase } from '../crud-operations.ts';
import { exampleId } from '../example-id.ts';
import { type InsightSection, insightSections } from '../insight-sections.ts';
import { instant, type JsonSchema, object, ref, string } from '../json-schema/json-schema.ts';
import type { OperationAnswer } from '../operation.ts';
import { birdSectionSchemas } from './bird-section-schemas.ts';
import { moneySectionSchemas } from './money-section-schemas.ts';

const bySection: Readonly<Record<InsightSection, JsonSchema>> = {
  ...birdSectionSchemas,
  ...moneySectionSchemas,
};

/** The schemas of the sections of `/insights`, by their name in the documents. */
export const insightSchemas: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(
    insightSections.map((section) => [sectionSchemaName(section), bySection[section]]),
  ),
  SectionError: object(
    { error: object({ message: string() }) },
    'A section that failed; the others are answered all the same.',
  ),
};

function sectionSchemaName(section: InsightSection): string {
  return `${pascalCase(section)}Section`;
}

const asOf = '2026-11-21T09:00:00.000Z';

/** The answer of `GET /insights`. */
export const insightsAnswer: OperationAnswer = {
  name: 'Insights',
  description: 'The sections asked for, or all 15.',
  schema: object({
    farmId: string(),
    asOf: instant(),
    currency: string(),
    sections: object(
      Object.fromEntries(
        insightSections.map((section) => [
          `${section}?`,
          { anyOf: [ref(sectionSchemaName(section)), ref('SectionError')] },
        ]),
      ),
    ),
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
            avg7: 9.4,
            spike: { flag: false, severity: null, ratio: 1.28, baseline: '7d' },
            firstWeekMortalityPct: 0.52,
            cumMortalityPct: 0.86,
            expectedCumMortalityPct: 1.1,
            expectedBasis: 'farm',
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
};
