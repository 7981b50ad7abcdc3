import { dossier } from '../../../model/dossier.ts';
import type { Block, Cell } from '../block.ts';
import { type Desk, nameOf } from '../desk.ts';
import type { Facts } from '../facts.ts';
import { joinParts, tableOf } from '../section.ts';

/** A case file: what it is about, its hashes, and how many rows of what it holds. */
export function caseFilePage(answer: Facts, desk: Desk): readonly Block[] {
  const { words } = desk;
  const number = words.say('page.caseFile.title', { number: answer.number('number') ?? 0 });
  const labelled = (label: string, text: string | undefined) =>
    text === undefined ? [] : [{ label, text }];
  return [
    { kind: 'title', text: joinParts([number, answer.text('title')]) },
    {
      kind: 'labelled',
      rows: [
        ...labelled(words.say('page.col.farm'), nameOf(desk, answer.text('farmId'))),
        ...labelled(words.say('page.col.flock'), nameOf(desk, answer.text('flockId'))),
        ...labelled(words.say('page.caseFile.sealedAt'), words.moment(answer.text('sealedAt'))),
        ...labelled(words.say('page.caseFile.hash'), answer.text('hash')),
        ...labelled(words.say('page.caseFile.previousHash'), answer.text('previousHash')),
      ],
    },
    ...tableOf(
      [
        { title: words.say('page.caseFile.holds') },
        { title: words.say('page.caseFile.rows'), isNumber: true },
      ],
      ['flocks', ...dossier].flatMap((name): readonly (readonly Cell[])[] => {
        const count = answer.number(`counts.${name}`) ?? 0;
        return count === 0 ? [] : [[words.name('dossier', name), words.number(count)]];
      }),
    ),
  ];
}
