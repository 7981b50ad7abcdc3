import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { farmNames } from '../../src/ask/names/farm-names.ts';
import { understand } from '../../src/ask/understand.ts';
import { languages } from '../../src/model/core/message.ts';
import { aBusyFarm } from '../support/a-busy-farm.ts';

type Row = { readonly order: string } & Readonly<
  Partial<Record<(typeof languages)[number], string | readonly string[]>>
>;

const farm = aBusyFarm();
const names = farmNames(farm, [{ id: farm.farm.id, name: farm.farm.name }]);
const table = parse(readFileSync('test/ask/orders.yaml', 'utf8')) as readonly Row[];
const conditional = parse(
  readFileSync('test/ask/conditional-orders.yaml', 'utf8'),
) as readonly Readonly<Record<(typeof languages)[number], string>>[];
const MARKED = /«(.*?)»/;

describe.each(languages)('orders in %s', (language) => {
  test('have exactly the expected fields, and other sentences are not orders', async () => {
    const compiled = await loadLexicon(language);
    const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
    const wrong = table.flatMap(({ order, ...sentences }) =>
      [sentences[language] ?? []].flat().flatMap((written) => {
        const free = MARKED.exec(written)?.[1] ?? '';
        const sentence = written.replace(MARKED, '$1');
        const wanted = order
          .replace('«»', free)
          .split(/ (?=\w+=)/)
          .sort();
        const got = understand(sentence, { compiled, names, calendar });
        const said =
          got.kind === 'action' && got.isOrder
            ? [got.type, ...Object.entries(got.fields).map(([name, value]) => `${name}=${value}`)]
            : ['none'];
        return String(said.sort()) === String(wanted) ? [] : [`${sentence} => ${said}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('with a condition that no field can store do not run', async () => {
    const compiled = await loadLexicon(language);
    const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
    const run = conditional.flatMap(({ [language]: sentence }) => {
      const got = understand(sentence, { compiled, names, calendar });
      return got.kind === 'action' && got.isOrder && !got.isDoubtful ? [sentence] : [];
    });
    expect(run).toEqual([]);
  });
});
