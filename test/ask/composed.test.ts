import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import type { Fact } from '../../src/ask/measure.ts';
import { composedMeasure } from '../../src/ask/measures/composed.ts';
import { type MeasureName, measures } from '../../src/ask/measures/measures.ts';
import { farmNames } from '../../src/ask/names/farm-names.ts';
import { answerForm } from '../../src/ask/query/answer-form.ts';
import type { QueryRow } from '../../src/ask/query/describe-records.ts';
import { type View, views } from '../../src/ask/query/views.ts';
import { understand } from '../../src/ask/understand.ts';
import { loadLabels } from '../../src/i18n/labels.ts';
import { type Language, languages } from '../../src/model/core/message.ts';
import { aBusyFarm } from '../support/a-busy-farm.ts';

type Scenario = Readonly<Record<Language, string>> & {
  readonly title: string;
  readonly values: readonly (number | string)[];
  readonly not?: readonly string[];
};

const farm = aBusyFarm();
const names = farmNames(farm, [{ id: farm.farm.id, name: farm.farm.name }]);
const scenarios = parse(readFileSync('test/ask/composed.yaml', 'utf8')) as readonly Scenario[];

const recorded: Readonly<Record<string, readonly object[]>> = {
  alerts: farm.alerts,
  tasks: farm.tasks,
  contacts: farm.contacts,
  expenses: farm.expenses,
  treatments: farm.treatments,
  'daily-logs': farm.liveLogs,
};

async function factsOf(question: string, language: Language): Promise<readonly Fact[]> {
  const compiled = await loadLexicon(language);
  const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
  const got = understand(question, { compiled, names, calendar });
  if (got.kind === 'question') {
    return composedMeasure(got.intent, got.question).compute(farm, got.question).facts;
  }
  if (got.kind !== 'records') throw new Error(`${question}: ${got.kind}`);
  const { resource }: View = views[got.view];
  const data = {
    rows: (recorded[resource] ?? []).map((one): QueryRow => ({ ...one })),
    barnOfFlock: new Map(names.flocks.map(({ id, barnId }) => [id, barnId])),
    nameOf: new Map<string, string>(),
    zone: farm.zone,
    currency: farm.currency,
  };
  const labels = await loadLabels(language);
  return answerForm(got.view, got.form, data, { labels, wordOf: (word) => word }).facts;
}

describe.each(scenarios)('$title', ({ values, not = [], ...said }) => {
  test.each(languages)('in %s', async (language) => {
    const told = (await factsOf(said[language], language)).map(({ value }) => value);
    expect(told).toEqual(expect.arrayContaining([...values]));
    expect(told.filter((value) => not.includes(String(value)))).toEqual([]);
  });
});

test.each(Object.keys(measures) as MeasureName[])(
  'the reasons for %s contain no duplicates',
  (intent) => {
    const question = { scope: {}, aggregation: 'value', slots: {}, isReason: true } as const;
    const { lines, missing = [] } = composedMeasure(intent, question).compute(farm, question);
    for (const listed of [lines, missing]) {
      const told = listed.map((one) => JSON.stringify(one));
      expect(told).toEqual([...new Set(told)]);
    }
  },
);
