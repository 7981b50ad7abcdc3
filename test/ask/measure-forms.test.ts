import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { farmNames } from '../../src/ask/names/farm-names.ts';
import { understand } from '../../src/ask/understand.ts';
import { languages } from '../../src/model/core/message.ts';
import { aBusyFarm } from '../support/a-busy-farm.ts';
import { sortedForm, writtenForm } from '../support/written-form.ts';

type Said = Readonly<Record<'form' | (typeof languages)[number], string>>;

interface Table {
  readonly places: Readonly<Record<string, Said>>;
  readonly days: Readonly<Record<string, Said>>;
  readonly questions: readonly (Said & {
    readonly places?: readonly string[];
    readonly days?: readonly string[];
  })[];
}

const farm = aBusyFarm();
const names = farmNames(farm, [{ id: farm.farm.id, name: farm.farm.name }]);
const table = parse(readFileSync('test/ask/measure-forms.yaml', 'utf8')) as Table;

/** A row for each place and days of a question. */
const rows = table.questions.flatMap((question) =>
  (question.places ?? ['farm']).flatMap((place) =>
    (question.days ?? ['none']).map((days) => filled(question, place, days)),
  ),
);

function filled(question: Said, place: string, days: string): Said {
  const [where, when] = [table.places[place], table.days[days]];
  if (!where || !when) throw new Error(`Unknown place or days: ${place}, ${days}`);
  const said = languages.map((language) => {
    const text = question[language].replace('{place}', where[language]);
    return [language, text.replace('{days}', when[language]).replace(/ +/g, ' ').trim()] as const;
  });
  const form = [`measure ${question.form}`, where.form, when.form].filter((part) => part !== '');
  return { form: form.join(', '), ...Object.fromEntries(said) } as Said;
}

test('measures and records have at least 400 distinct forms', () => {
  const records = parse(readFileSync('test/ask/forms.yaml', 'utf8')) as readonly Said[];
  const isWhole = (row: Partial<Said>) => languages.every((language) => row[language]);
  const forms = [...rows, ...records.filter(isWhole)].map(({ form }) => sortedForm(form));
  expect(new Set(rows.map(({ form }) => form)).size).toBe(rows.length);
  expect(new Set(forms).size).toBeGreaterThanOrEqual(400);
});

describe.each(languages)('questions about figures in %s', (language) => {
  test('return the expected form', async () => {
    const compiled = await loadLexicon(language);
    const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
    const wrong = rows.flatMap((row) => {
      const form = writtenForm(understand(row[language], { compiled, names, calendar }));
      return form === sortedForm(row.form) ? [] : [`${row[language]} => ${form}, not ${row.form}`];
    });
    expect(wrong).toEqual([]);
  });
});
