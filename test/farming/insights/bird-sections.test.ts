import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import { barnComparisonSection } from '../../../src/farming/insights/barn-comparison-section.ts';
import { benchmarkSection } from '../../../src/farming/insights/benchmark-section.ts';
import { feedSection } from '../../../src/farming/insights/feed-section.ts';
import { healthSection } from '../../../src/farming/insights/health-section.ts';
import { weightsSection } from '../../../src/farming/insights/weights-section.ts';
import { isInside } from '../../../src/farming/metrics/population.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { renderMessages } from '../../../src/i18n/render-message.ts';
import { isMessage } from '../../../src/model/core/message.ts';
import { roundTo } from '../../../src/tools/statistics.ts';
import { aBarn, aFlock } from '../../support/a-snapshot.ts';
import { expectToBeFinite, expectToFitSchema } from '../../support/fit-section-schema.ts';
import { randomFarm } from '../../support/random-farm.ts';

const RUNS = Number(process.env['FARMCTL_TEST_RANDOM_FARMS'] ?? 60);

const sections = {
  health: (farm: FarmSnapshot) => healthSection.compute(farm, {}),
  benchmark: (farm: FarmSnapshot) => benchmarkSection.compute(farm, {}),
  feed: (farm: FarmSnapshot) => feedSection.compute(farm, {}),
  weights: (farm: FarmSnapshot) => weightsSection.compute(farm, {}),
  barnComparison: (farm: FarmSnapshot) => barnComparisonSection.compute(farm, {}),
};
const names = Object.keys(sections) as (keyof typeof sections)[];

/** Rows of a section about flocks, in their order. */
function rowsOf(section: object): readonly Readonly<Record<string, unknown>>[] {
  const { flocks, rows } = section as {
    readonly flocks?: readonly Record<string, unknown>[];
    readonly rows?: readonly Record<string, unknown>[];
  };
  return flocks ?? rows ?? [];
}

function expectRounded(value: unknown): void {
  if (typeof value === 'number') expect(roundTo(value, 3)).toBe(value);
  if (typeof value !== 'object' || value === null) return;
  Object.values(value).forEach(expectRounded);
}

describe.each(names)('%s', (name) => {
  test('conforms to its schema for any farm, with rounded figures', () => {
    fc.assert(
      fc.property(randomFarm, (farm) => {
        const section = sections[name](farm);
        expectToBeFinite(section);
        expectRounded(section);
        expectToFitSchema(name, section);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  test('describes missing data in existing messages, with a fix', async () => {
    const translator = await loadLanguage('he');
    const [farm] = fc.sample(randomFarm, { numRuns: 1, seed: 7 });
    const section = farm && sections[name](farm);
    const texts = JSON.stringify(renderMessages(translator, section));
    expect(texts).not.toContain('undefined');
    for (const item of section?.missing ?? []) {
      expect(isMessage(item.message)).toBe(true);
      expect(Object.keys(translator.texts)).toContain(item.message.text);
      if (item.fix) expect(item.fix.path).toMatch(/^\/[a-z-]+(\/\w+)?$/);
    }
  });
});

describe.each(['health', 'feed', 'weights'] as const)('%s', (name) => {
  test('has a row for every current flock', () => {
    fc.assert(
      fc.property(randomFarm, (farm) => {
        const currentFlocks = farm.liveFlocks.filter((flock) => isInside(flock, farm.today));
        expect(rowsOf(sections[name](farm)).map(({ flockId }) => flockId)).toEqual(
          currentFlocks.map(({ id }) => id),
        );
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

test.each(['health', 'benchmark', 'weights'] as const)(
  'in %s a new flock does not affect the rows of the others',
  (name) => {
    const newcomer = aFlock({ id: 'flock_new', barnId: 'barn_3', placementDate: '2026-11-21' });
    fc.assert(
      fc.property(randomFarm, (farm) => {
        // Records without a flock belong to the only one.
        const assigned = farm.feedDeliveries.filter(({ flockId }) => flockId !== null);
        const before = { ...farm, feedDeliveries: assigned };
        const after = {
          ...before,
          barns: [...farm.barns, aBarn({ id: 'barn_3', name: 'Barn 3' })],
          liveFlocks: [...farm.liveFlocks, newcomer],
        };
        const others = rowsOf(sections[name](after)).filter(
          ({ flockId }) => flockId !== 'flock_new',
        );
        expect(others).toEqual(rowsOf(sections[name](before)));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
);

test('all barns are included, whatever their contents', () => {
  fc.assert(
    fc.property(randomFarm, (farm) => {
      const { barns } = sections.barnComparison(farm) as unknown as {
        readonly barns: readonly { readonly barnId: string }[];
      };
      expect(barns.map(({ barnId }) => barnId)).toEqual(['barn_1', 'barn_2']);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
