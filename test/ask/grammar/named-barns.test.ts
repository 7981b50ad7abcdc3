import { describe, expect, test } from 'vitest';
import { readSentence } from '../../../src/ask/grammar/read-sentence.ts';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import { farmNames } from '../../../src/ask/names/farm-names.ts';
import type { Language } from '../../../src/model/core/message.ts';
import { aBusyFarm } from '../../support/a-busy-farm.ts';

async function senses(language: Language, question: string, barn?: string) {
  const { barns, contacts, ...farm } = aBusyFarm();
  const [first, second, ...others] = barns;
  if (first === undefined || second === undefined) throw new Error('two barns');
  const named = barn === undefined ? barns : [first, { ...second, name: barn }, ...others];
  const names = farmNames({ ...farm, contacts, barns: named }, []);
  const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
  const context = { compiled: await loadLexicon(language), names, calendar };
  return readSentence(question, context).spans.flatMap((span) => span.senses);
}

describe('a word after the word for a barn', () => {
  test.each([
    ['en', 'which barn lagged most'],
    ['es', 'qué galpón flojeó más'],
    ['he', 'איזה לול הכי צפוף'],
    ['he', 'איזה לול הכי חטף תמותה השבוע'],
    ['he', 'איזה לול דורש הזמנה קודם'],
    ['he', 'לול הכי עמוס'],
    ['th', 'เทียบกับเล้าอื่นเป็นไง'],
    ['zh', '1号舍满舍能养多少'],
    ['zh', '其他舍用了没'],
  ] as const)('%s: is not a name in "%s"', async (language, question) => {
    expect(await senses(language, question)).not.toContainEqual({ kind: 'nobody', of: 'barn' });
  });

  test.each([
    ['he', 'כמה מתו בלול שקמה'],
    ['th', 'เล้าฟ้าใสตายกี่ตัว'],
    ['zh', '1号舍和丰舍'],
  ] as const)('%s: is the name of an unknown barn in "%s"', async (language, question) => {
    expect(await senses(language, question)).toContainEqual({ kind: 'nobody', of: 'barn' });
  });

  test.each(['בבית ב', 'בבית ב׳', 'בית ב'])('"%s" is the house of that letter', async (house) => {
    const found = await senses('he', `כמה מתו ${house}`, 'מטילות ב׳');
    expect(found).toContainEqual({
      kind: 'record',
      record: expect.objectContaining({ id: 'barn_2' }),
    });
  });
});
