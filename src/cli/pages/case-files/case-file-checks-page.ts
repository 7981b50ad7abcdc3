import type { Block, Cell } from '../block.ts';
import type { Desk } from '../desk.ts';
import type { Facts } from '../facts.ts';
import { section, tableOf } from '../section.ts';

const CHECKS = ['content', 'chain', 'rows'] as const;

/** What was checked of a case file, each with whether it holds, and the rows that differ. */
export function caseFileChecksPage(answer: Facts, { words }: Desk): readonly Block[] {
  const isWhole = answer.flag('ok');
  const shown = answer.list('differences');
  return [
    { kind: 'title', text: words.say(isWhole ? 'page.caseFile.whole' : 'page.caseFile.broken') },
    ...CHECKS.map((name): Block => {
      const holds = answer.flag(`checks.${name}.ok`);
      const text = words.say(`page.caseFile.${name}${holds ? 'Holds' : 'Differs'}`, {
        count: answer.number(`checks.rows.${holds ? 'checked' : 'differing'}`) ?? 0,
      });
      return { kind: 'text', mark: holds ? 'done' : 'critical', text };
    }),
    ...section(
      words.say('page.caseFile.differences'),
      tableOf(
        [
          { title: words.say('page.caseFile.holds') },
          { title: words.say('page.caseFile.row') },
          { title: words.say('page.col.state') },
          { title: words.say('page.caseFile.fields') },
        ],
        shown.map((row): readonly Cell[] => [
          words.name('dossier', row.text('resource')),
          row.text('id') ?? '',
          { text: words.name('difference', row.text('change')), state: 'critical' },
          row.texts('fields').join(', '),
        ]),
      ),
    ),
  ];
}
