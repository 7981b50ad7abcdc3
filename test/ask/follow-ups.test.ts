import { describe, expect, test } from 'vitest';
import { loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { loadLicences } from '../../src/ask/licence.ts';
import { farmNames } from '../../src/ask/names/farm-names.ts';
import { createWorkBudget } from '../../src/ask/text/work-limit.ts';
import { type Language, languages } from '../../src/model/core/message.ts';
import { understandOnFarm } from '../../src/platform/ask/understand-on-farm.ts';
import { aBusyFarm } from '../support/a-busy-farm.ts';
import { readCurated } from '../support/curated-questions.ts';
import { beforeOf, readDialogues } from '../support/granted-licences.ts';
import { sortedForm, writtenForm } from '../support/written-form.ts';

const farm = aBusyFarm();
const names = farmNames(farm, [{ id: farm.farm.id, name: farm.farm.name }]);
const place = { names, today: farm.today, thresholds: farm.thresholds };

/** What the second sentence of a dialogue is answered with, "asked" where it is asked back. */
async function formOf(
  [first, then]: readonly [string, string],
  language: Language,
): Promise<string> {
  const compiled = await loadLexicon(language);
  const licences = await loadLicences();
  const read = readCurated(first, compiled);
  if (!read) return `${first} is not understood`;
  const { understanding } = understandOnFarm(then, place, {
    ...{ lexicons: [compiled], budget: createWorkBudget(), licences },
    before: beforeOf(read.understood, language),
  });
  return understanding.kind === 'unclear' ? 'asked' : sortedForm(writtenForm(understanding));
}

describe.each(languages)('sentences that go on about a question in %s', (language) => {
  test('are answered with the form of their row, or asked back', async () => {
    const wrong: string[] = [];
    for (const { form, [language]: dialogue } of readDialogues()) {
      const wanted = form === 'asked' ? form : sortedForm(form);
      const got = dialogue ? await formOf(dialogue, language) : wanted;
      if (got !== wanted) wrong.push(`${dialogue} => ${got}, not ${wanted}`);
    }
    expect(wrong).toEqual([]);
  });
});
