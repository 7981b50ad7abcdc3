import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceName } from '../../../src/model/resources/registry.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, type DatabaseName } from '../../support/databases.ts';
import { readFarm } from '../../support/farm-answers.ts';
import { keptFarm } from '../../support/kept-farm.ts';
import { ownRows, type RecordedFarm, recordedFarm } from '../../support/recorded-farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import type { FarmAnswers } from '../../support/shared-numbers/answers.ts';
import { contradictions } from '../../support/shared-numbers/contradictions.ts';
import { sharedNumbers } from '../../support/shared-numbers/shared-numbers.ts';

/** Noon of 2026-11-21 in Israel. */
const NOW = '2026-11-21T10:00:00.000Z';
const FARMS = Number(process.env['FARMCTL_TEST_FARMS'] ?? 12);
/** A server over a socket takes longer. */
const RUNS: Readonly<Record<DatabaseName, number>> = {
  sqlite: FARMS,
  postgres: Math.ceil(FARMS / 4),
};

/** A farm is a database full of rows: shrinking a counterexample would take minutes. */
const limitsOf = (numRuns: number) => ({
  numRuns,
  endOnFailure: true,
  // Reports the progress, since the time of the test alone would not explain it.
  interruptAfterTimeLimit: 110_000,
  markInterruptAsFailure: true,
});

/** Farms on which every quantity below is known; the others differ with each run. */
const FIXED = fc.sample(keptFarm, { seed: 5, numRuns: 4 });

/** Quantities that a comparison of nothing but nulls would not prove, with the places of each. */
const PROVEN: Readonly<Record<string, readonly string[]>> = {
  'density in kg/m²': ['context', 'barns', 'placements', 'flock', 'dashboard', 'market', 'ask'],
  'measured weight in g': ['context', 'ask'],
  'current weight in g': ['context', 'flocks', 'weights', 'dashboard'],
  'current weight in kg': ['context', 'market'],
  'deviation from the standard in %': [
    'context',
    'flocks',
    'weights',
    'dashboard',
    'ask',
    'weekly',
  ],
  'deviation of all flocks in %': ['portfolio', 'dashboard'],
  'feed conversion': ['feed', 'dashboard', 'ask'],
  efficiency: ['benchmark', 'dashboard', 'ask'],
  'deaths in %': ['context', 'health', 'flocks', 'dashboard'],
  'standard deaths in %': ['health', 'benchmark', 'chart'],
  'standard efficiency': ['benchmark', 'charts'],
  'gain of the week': ['weights', 'ask'],
  'gain over life': ['benchmark', 'weight'],
  'deaths on screens': ['digest', 'dashboard'],
  'deaths of that day by /ask': ['digest', 'ask'],
  'deaths of the week': ['weekly', 'logs'],
  'mean temperature of the week': ['weekly', 'logs'],
  'deaths of seven days in %': ['portfolio', 'logs'],
  'days of feed left': ['feed', 'dashboard', 'ask', 'alert'],
  'cost per kg': ['profit', 'ask', 'benchmark'],
  'expected profit': ['profit', 'ask'],
  'current temp': ['context', 'chart', 'dashboard'],
  'temperature as last measured': ['context', 'ask'],
  'current thi': ['context', 'dashboard', 'health'],
  'risk score': ['risk', 'ledger', 'dashboard'],
  'days without a log': ['digest', 'gaps'],
};

for (const database of DATABASES) {
  describe(`${database}: a number in several answers`, () => {
    let service: TestService;
    let farms = 0;
    beforeAll(async () => {
      service = await startTestService(database, { now: NOW });
    });
    afterAll(() => service.close());

    async function store({ rows }: RecordedFarm): Promise<string> {
      const suffix = `${farms++}`;
      for (const [resource, resourceRows] of Object.entries(ownRows(rows, service.orgId, suffix))) {
        await insertRowsOf(
          service.service.runtime.database,
          resource as ResourceName,
          resourceRows,
        );
      }
      return `farm_1_${suffix}`;
    }

    /** All answers about a farm after a scan, which agree with each other and with the alerts. */
    async function answersOf(farmId: string, isMoneyYoung: boolean): Promise<FarmAnswers> {
      const scan = await service.send('POST', '/os/brain/scan', { body: { farmId } });
      expect([scan.status, scan.text]).toEqual([200, scan.text]);
      const answers = { ...(await readFarm(service, farmId)), isMoneyYoung };
      expectSame(answers);
      expect(contradictions(answers)).toEqual([]);
      expectUnits(answers);
      return answers;
    }

    test('is the same in all of them, on random farms', async () => {
      await fc.assert(
        fc.asyncProperty(recordedFarm, async (farm) => {
          await answersOf(await store(farm), farm.isMoneyYoung);
        }),
        limitsOf(RUNS[database]),
      );
    }, 120_000);

    test('is present and the same on farms with complete records, even after a correction', async () => {
      const known = new Map<string, Set<string>>();
      await fc.assert(
        fc.asyncProperty(keptFarm, async (farm) => {
          const farmId = await store(farm);
          recordKnown(await answersOf(farmId, farm.isMoneyYoung), known);
          const [log] = (await service.send('GET', `/daily-logs?farmId=${farmId}&limit=1`)).body
            .data;
          for (const mortality of [log.mortality + 900, log.mortality]) {
            const path = `/daily-logs/${log.id}`;
            expect((await service.send('PATCH', path, { body: { mortality } })).status).toBe(200);
            recordKnown(await answersOf(farmId, farm.isMoneyYoung), known);
          }
        }),
        { ...limitsOf(Math.ceil(RUNS[database] / 2)), examples: FIXED.map((farm) => [farm]) },
      );
      if (database === 'sqlite') expect(unproven(known)).toEqual([]);
    }, 120_000);
  });
}

/** Records the places that reported a non-null quantity, if at least two did. */
function recordKnown(answers: FarmAnswers, known: Map<string, Set<string>>): void {
  for (const { name, told } of sharedNumbers(answers)) {
    const places = told.filter(([, value]) => value !== null && value !== undefined);
    if (places.length < 2) continue;
    const quantity = name.replace(/^(?:flock|barn)_\S+ /, '');
    const noted = known.get(quantity) ?? new Set();
    for (const [place] of places) noted.add(place.replace(/ \d+$/, ''));
    known.set(quantity, noted);
  }
}

function unproven(known: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return Object.entries(PROVEN).flatMap(([quantity, places]) =>
    places
      .filter((place) => !known.get(quantity)?.has(place))
      .map((place) => `${quantity}: ${place}`),
  );
}

function expectSame(answers: FarmAnswers): void {
  for (const { name, told } of sharedNumbers(answers)) {
    const [first] = told;
    expect([name, told]).toEqual([name, told.map(([place]) => [place, first?.[1]])]);
  }
}

/** Grams, percentages and signs follow their names. */
function expectUnits({ context, portfolio, gaps }: Omit<FarmAnswers, 'isMoneyYoung'>): void {
  for (const { live, cumMortality, cumMortalityPct, weight, densityKgM2 } of context.flocks) {
    expect(live === null || (Number.isInteger(live) && live >= 0)).toBe(true);
    expect(Number.isInteger(cumMortality) && cumMortality >= 0).toBe(true);
    expect(cumMortalityPct === null || (cumMortalityPct >= 0 && cumMortalityPct <= 100)).toBe(true);
    expect(weight === null || (weight.g >= 20 && weight.g <= 4000)).toBe(true);
    expect(densityKgM2 === null || densityKgM2 >= 0).toBe(true);
  }
  const [row] = portfolio.farms;
  for (const score of [row.healthScore, row.dataQuality, gaps.dataQuality.score]) {
    expect(score === null || (Number.isInteger(score) && score >= 0 && score <= 100)).toBe(true);
  }
  expect(context.money90d.revenue ?? 0).toBeGreaterThanOrEqual(0);
}
