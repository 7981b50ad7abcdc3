import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceName } from '../../../src/model/resources/registry.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, type DatabaseName } from '../../support/databases.ts';
import { readFarm } from '../../support/farm-answers.ts';
import { ownRows, recordedFarm } from '../../support/recorded-farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import type { FarmAnswers } from '../../support/shared-numbers/answers.ts';
import { contradictions } from '../../support/shared-numbers/contradictions.ts';
import { sharedNumbers } from '../../support/shared-numbers/shared-numbers.ts';

/** Noon of 2026-11-21 in Israel. */
const NOW = '2026-11-21T10:00:00.000Z';
const FARMS = Number(process.env['FARMCTL_TEST_FARMS'] ?? 12);
/** A server that is asked over a socket takes longer. */
const RUNS: Readonly<Record<DatabaseName, number>> = {
  sqlite: FARMS,
  postgres: Math.ceil(FARMS / 4),
};

for (const database of DATABASES) {
  describe(`${database}: a number that several answers tell`, () => {
    let service: TestService;
    let farms = 0;
    beforeAll(async () => {
      service = await startTestService(database, { now: NOW });
    });
    afterAll(() => service.close());

    test('is the same in all of them, on random farms', async () => {
      await fc.assert(
        fc.asyncProperty(recordedFarm, async ({ rows, isMoneyYoung }) => {
          const suffix = `${farms++}`;
          for (const [resource, own] of Object.entries(ownRows(rows, service.orgId, suffix))) {
            await insertRowsOf(service.service.runtime.database, resource as ResourceName, own);
          }
          const farmId = `farm_1_${suffix}`;
          const scan = await service.send('POST', '/os/brain/scan', { body: { farmId } });
          expect([scan.status, scan.text]).toEqual([200, scan.text]);
          const answers = { ...(await readFarm(service, farmId)), isMoneyYoung };
          expectSame(answers);
          expect(contradictions(answers)).toEqual([]);
          expectUnits(answers);
        }),
        // A farm is a database full of rows: looking for a smaller one would take minutes.
        {
          numRuns: RUNS[database],
          endOnFailure: true,
          // Says how far it came, where the time of the test alone would say nothing.
          interruptAfterTimeLimit: 110_000,
          markInterruptAsFailure: true,
        },
      );
    }, 120_000);
  });
}

function expectSame(answers: FarmAnswers): void {
  for (const { name, told } of sharedNumbers(answers)) {
    const [first] = told;
    expect([name, told]).toEqual([name, told.map(([place]) => [place, first?.[1]])]);
  }
}

/** Grams, parts of a hundred and signs are what their names say. */
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
  expect(context.money90d.revenue).toBeGreaterThanOrEqual(0);
}
