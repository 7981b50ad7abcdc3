import { describe, expect, test } from 'vitest';
import { loadClassifier } from '../../src/ask/classifier/classifier.ts';
import { type PreviousQuestion, placesAsked } from '../../src/ask/conversation-memory.ts';
import { loadLexicon, loadLicences } from '../../src/ask/lexicon/compile-lexicon.ts';

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
  const classifier = await loadClassifier();
  const read = readCurated(first, compiled);
  if (!read) return `${first} is not understood`;
  const { understanding } = understandOnFarm(then, place, {
    ...{ lexicons: [compiled], budget: createWorkBudget(), licences, classifier },
    previous: beforeOf(read.understood, language),
  });
  return understanding.kind === 'unclear' ? 'asked' : sortedForm(writtenForm(understanding));
}

describe.each(languages)('follow-up sentences in %s', (language) => {
  test('return the expected form or a clarification request', async () => {
    const wrong: string[] = [];
    for (const { form, [language]: dialogue } of readDialogues()) {
      const wanted = form === 'asked' ? form : sortedForm(form);
      const got = dialogue ? await formOf(dialogue, language) : wanted;
      if (got !== wanted) wrong.push(`${dialogue} => ${got}, not ${wanted}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** The third sentence of a conversation about two barns. */
const TOGETHER = [
  ['en', 'how many live birds are in barn 1?', 'and in barn 2?', 'both together?'],
  ['he', 'כמה עופות חיים יש בלול 1?', 'ובלול 2?', 'ביחד?'],
  ['th', 'เล้า 1 มีไก่เหลือกี่ตัว', 'แล้วเล้า 2 ล่ะ', 'รวมกันเท่าไหร่'],
  ['zh', '1号舍有多少只活鸡？', '2号舍呢？', '加起来多少'],
] as const;

describe('"together" after a figure of two barns in turn', () => {
  test.each(TOGETHER)('%s: is the sum of both', async (language, ...turns) => {
    const compiled = await loadLexicon(language);
    const licences = await loadLicences();
    const classifier = await loadClassifier();
    let previous: PreviousQuestion | undefined;
    let last = '';
    for (const turn of turns) {
      const reading = { lexicons: [compiled], budget: createWorkBudget(), licences, classifier };
      const { understanding } = understandOnFarm(turn, place, { ...reading, previous });
      const read = understanding.kind === 'unclear' ? understanding.suggested : understanding;
      if (read?.kind !== 'question') throw new Error(`${turn} is not understood`);
      const next = beforeOf(read, language);
      previous = { ...next, asked: placesAsked(next, previous) };
      last = writtenForm(read);
    }
    expect(last).toBe('measure liveBirds sum, @barn_1, @barn_2');
  });
});
