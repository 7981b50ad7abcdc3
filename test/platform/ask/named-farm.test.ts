import { describe, expect, test } from 'vitest';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import type { FarmNames } from '../../../src/ask/names/farm-names.ts';
import { isKnownPhrase } from '../../../src/ask/names/name-trie.ts';
import type { Language } from '../../../src/model/core/message.ts';
import { withoutFarmName } from '../../../src/platform/ask/named-farm.ts';

const record = (kind: 'farm' | 'person', name: string, id = name) =>
  ({ kind, id, name, resource: kind === 'farm' ? 'farms' : 'contacts' }) as const;

const namesOf = (farms: readonly string[], companies: readonly string[] = []): FarmNames => ({
  ...{ barns: [], flocks: [], people: [], products: [] },
  farms: farms.map((name) => record('farm', name)),
  companies: companies.map((name) => record('person', name)),
});

/** The question without the name of the first of these farms. */
async function shortened(
  language: Language,
  question: string,
  farms: readonly string[],
  companies?: readonly string[],
) {
  const lexicon = await loadLexicon(language);
  const farm = { id: farms[0] ?? '', names: namesOf(farms, companies) };
  return withoutFarmName(question, farm, (phrase) => isKnownPhrase(lexicon, phrase));
}

describe('the name of its farm is removed from a question', () => {
  test.each<[language: Language, question: string, rest: string, farms: readonly string[]]>([
    ['en', 'Eggs at Gilboa today?', 'eggs at today?', ['Gilboa Layers', 'Hefer Layers']],
    ['en', 'eggs, hefer valley', 'eggs,', ['Hefer Valley Broilers', 'Gilboa Layers']],
    ['es', 'muertas en Hefer ayer', 'muertas en ayer', ['Granja Valle de Héfer', 'Ponedoras Sol']],
    ['he', 'כמה ביצים בגלבוע אתמול', 'כמה ביצים אתמול', ['לולי מטילות הגלבוע', 'לולי פטם עמק חפר']],
    ['he', 'תמותה בעמק חפר', 'תמותה', ['לולי פטם עמק חפר', 'לולי מטילות הגלבוע']],
    ['th', 'ตายที่เฮเฟอร์เมื่อวาน', 'ตายที่ เมื่อวาน', ['ฟาร์มไก่เนื้อหุบเขาเฮเฟอร์', 'ฟาร์มไก่ไข่กิลโบอา']],
    ['zh', '昨天死了多少 赫费尔谷', '昨天死了多少', ['赫费尔谷肉鸡场', '基利波蛋鸡场']],
  ])('%s: %s', async (language, question, rest, farms) => {
    expect(await shortened(language, question, farms)).toEqual({
      question: rest,
      isAmbiguous: false,
    });
  });

  test.each<[reason: string, question: string, farms: readonly string[]]>([
    ['the other farm is named', 'eggs at Gilboa', ['Hefer Valley Broilers', 'Gilboa Layers']],
    ['both farms have that word', 'eggs at Valley', ['Hefer Valley', 'Jordan Valley']],
    ['the words of the name are words of the language', 'deaths of broilers', ['Broilers Farm']],
    ['the name is within a word', 'gilboas eggs', ['Gilboa Layers']],
    ['the part is short', 'eggs in Lod', ['Lod Layers']],
  ])('not if %s', async (_, question, farms) => {
    expect(await shortened('en', question, farms)).toBeUndefined();
  });

  test('with a mark if a company has that name, too', async () => {
    const question = 'how many birds did we sell to Gilboa';
    expect(await shortened('en', question, ['Gilboa Layers'], ['Gilboa Egg Packing'])).toEqual({
      question: 'how many birds did we sell to',
      isAmbiguous: true,
    });
  });
});
