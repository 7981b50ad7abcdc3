import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findUnfoundedNumbers } from '../../src/ask/answer/check-answer.ts';
import { renderAnswer } from '../../src/ask/answer/plain-answer.ts';
import { loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { farmNames } from '../../src/ask/names/farm-names.ts';
import { answerForm } from '../../src/ask/query/answer-form.ts';
import type { QueryRow } from '../../src/ask/query/describe-records.ts';
import { type View, views } from '../../src/ask/query/views.ts';
import { understand } from '../../src/ask/understand.ts';
import { loadLabels } from '../../src/i18n/labels.ts';
import { loadLanguage } from '../../src/i18n/load-language.ts';
import { languages } from '../../src/model/core/message.ts';
import { aBusyFarm } from '../support/a-busy-farm.ts';
import { sortedForm, writtenForm } from '../support/written-form.ts';

type Row = { readonly form: string } & Readonly<
  Partial<Record<(typeof languages)[number], string | readonly string[]>>
>;

const farm = aBusyFarm();
const names = farmNames(farm, [{ id: farm.farm.id, name: farm.farm.name }]);
const table = ['forms', 'phrasings'].flatMap(
  (name) => parse(readFileSync(`test/ask/${name}.yaml`, 'utf8')) as readonly Row[],
);

/** Rows of the farm by resource; what the snapshot does not hold is not recorded. */
const recorded: Readonly<Record<string, readonly object[]>> = {
  flocks: [...farm.liveFlocks, ...farm.closedFlocks],
  'feed-deliveries': farm.feedDeliveries,
  sales: farm.sales,
  treatments: farm.treatments,
  expenses: farm.expenses,
  contacts: farm.contacts,
  tasks: farm.tasks,
  'field-reports': farm.fieldReports,
  barns: farm.barns,
  tenders: farm.tenders,
  users: farm.users,
  'daily-logs': farm.liveLogs,
};

describe.each(languages)('questions about records in %s', (language) => {
  test('return the expected form, and their answers contain only numbers from facts', async () => {
    const compiled = await loadLexicon(language);
    const [translator, labels] = await Promise.all([loadLanguage(language), loadLabels(language)]);
    const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
    const wordOf = (word: string) => compiled.lexicon.words[word]?.[0] ?? word;
    const wrong: string[] = [];
    const questions = table.flatMap((row) =>
      [row[language] ?? []].flat().map((question) => ({ question, wanted: row.form })),
    );
    for (const { question, wanted } of questions) {
      const got = understand(question, { compiled, names, calendar });
      const form = writtenForm(got);
      if (form !== sortedForm(wanted)) wrong.push(`${question} => ${form}, not ${wanted}`);
      if (got.kind !== 'records') continue;
      const { resource }: View = views[got.view];
      const rows = (recorded[resource] ?? []).map((one): QueryRow => ({ ...one }));
      const data = {
        rows,
        barnOfFlock: new Map(names.flocks.map(({ id, barnId }) => [id, barnId])),
        nameOf: new Map([...names.barns, ...names.people].map(({ id, name }) => [id, name])),
        zone: farm.zone,
        currency: farm.currency,
      };
      const answer = answerForm(got.view, got.form, data, { labels, wordOf });
      const text = renderAnswer(translator, answer);
      const strange = findUnfoundedNumbers(text, { facts: answer.facts, zone: farm.zone });
      if (strange.length > 0) wrong.push(`${question} => ${strange}: ${text}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** A question and the same without its last word, which may be asked back. */
function shortened(question: string): readonly string[] {
  const words = question.split(' ');
  const half = Math.ceil(question.length / 2);
  return [question, words.length > 1 ? words.slice(0, -1).join(' ') : question.slice(0, half)];
}

test.each(languages)(
  'every choice of a clarification request resolves it (%s)',
  async (language) => {
    const compiled = await loadLexicon(language);
    const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
    const barns = [...farm.barns, ...farm.barns.map((barn) => ({ ...barn, id: `twin${barn.id}` }))];
    const twins = farmNames(aBusyFarm({ barns }), []);
    const ask = (question: string) => understand(question, { compiled, names: twins, calendar });
    const asked = table.flatMap((row) => [row[language] ?? []].flat()).flatMap(shortened);
    const offered = new Map<string, { readonly id: string; readonly question: string }>();
    for (const question of new Set(asked)) {
      const got = ask(question);
      for (const { kind, id, label } of got.kind === 'unclear' ? got.choices : []) {
        const key = kind === 'question' ? label : `${question} ${id}`;
        offered.set(key, { id, question: key });
      }
    }
    const open = [...offered.values()].filter(({ id, question }) => {
      const got = ask(question);
      return got.kind === 'unclear' && got.choices.some((choice) => choice.id === id);
    });
    expect(offered.size).toBeGreaterThan(20);
    expect(open).toEqual([]);
  },
);
