import { describe, expect, test } from 'vitest';
import { loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { measures } from '../../src/ask/measures/measures.ts';
import { farmNames } from '../../src/ask/names/farm-names.ts';
import { understand } from '../../src/ask/understand.ts';
import { aBusyFarm } from '../support/a-busy-farm.ts';
import { evaluate } from './evaluation/evaluate.ts';
import { en } from './evaluation/sets/en.ts';
import { es } from './evaluation/sets/es.ts';
import { he } from './evaluation/sets/he.ts';
import { th } from './evaluation/sets/th.ts';
import { zh } from './evaluation/sets/zh.ts';

const LEAST_INTENTS = 0.97;
const LEAST_SLOTS = 0.95;
/** A language has more than a thousand questions. */
const PATIENCE_MILLIS = 180_000;

describe.each([he, en, th, es, zh])('questions in $language', (set) => {
  test(
    'reach the required accuracy, without invented facts, unintended actions or leaks',
    async () => {
      const result = await evaluate(set, aBusyFarm());
      const { asked, intents, slots, wrongNumbers, actionsOnNegatives, leaks, failures } = result;
      const share = (count: number) => `${((100 * count) / asked).toFixed(1)} %`;
      process.stdout.write(
        `${set.language}: ${asked} asked, intent ${share(intents)}, slots ${share(slots)}, ` +
          `negatives ${result.negativesRight}/${result.negatives}, wrong numbers ${wrongNumbers}, ` +
          `actions on negatives ${actionsOnNegatives}, leaks ${leaks}\n`,
      );
      expect({ wrongNumbers, actionsOnNegatives, leaks, failures }).toMatchObject({
        wrongNumbers: 0,
        actionsOnNegatives: 0,
        leaks: 0,
      });
      expect([intents / asked, failures]).toEqual([
        expect.toSatisfy(atLeast(LEAST_INTENTS)),
        failures,
      ]);
      expect([slots / asked, failures]).toEqual([expect.toSatisfy(atLeast(LEAST_SLOTS)), failures]);
      expect([result.negativesRight, failures]).toEqual([result.negatives, failures]);
    },
    PATIENCE_MILLIS,
  );

  test(
    'offered as examples are understood as their measure',
    async () => {
      const compiled = await loadLexicon(set.language);
      const farm = aBusyFarm();
      const names = farmNames(farm, []);
      const { language, examples } = compiled.lexicon;
      const weekStartsOn = language === 'he' ? 0 : 1;
      const calendar = { today: farm.today, weekStartsOn, direction: 'past' } as const;
      const understood = Object.keys(measures).map((measure) => {
        const question = examples[measure as keyof typeof measures];
        const got = understand(question, { compiled, names, calendar });
        return [measure, got.kind === 'question' ? got.intent : got.kind];
      });
      expect(understood).toEqual(Object.keys(measures).map((measure) => [measure, measure]));
    },
    PATIENCE_MILLIS,
  );
});

function atLeast(share: number) {
  return (value: unknown) => typeof value === 'number' && value >= share;
}
