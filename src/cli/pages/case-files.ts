import { caseFileAnswer, caseFileVerifyAnswer } from '../../model/answers/case-files.ts';
import { refused } from '../../model/core/errors.ts';
import { dossier } from '../../model/resources/registry.ts';
import { type Column, isValues, type Values } from '../output/output.ts';
import type { CommandContext } from '../session/context.ts';
import { resolveListed } from '../session/resolve-listed.ts';
import {
  type Block,
  type Cell,
  type Desk,
  joinParts,
  nameOf,
  section,
  tableOf,
} from './core/blocks.ts';
import {
  type AnswerFacts,
  type Page,
  type PageRows,
  printPage,
  rowsUnder,
} from './core/print-page.ts';

type CaseFile = AnswerFacts<typeof caseFileAnswer>;
type Checks = AnswerFacts<typeof caseFileVerifyAnswer>;

const CHECKS = ['content', 'chain', 'rows'] as const;

/** What was checked of a case file, each with whether it holds, and the rows that differ. */
function caseFileChecksPage(answer: Checks, { words }: Desk): readonly Block[] {
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

/** A case file: what it is about, its hashes, and how many rows of what it holds. */
function caseFilePage(answer: CaseFile, desk: Desk): readonly Block[] {
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

const columns: readonly Column[] = [
  { name: 'resource' },
  { name: 'id' },
  { name: 'version', kind: 'number' },
  { name: 'createdAt', kind: 'time' },
  { name: 'updatedAt', kind: 'time' },
];

/** The id of the case file that is meant by its number, title or id. */
function caseFileId(context: CommandContext, typed: string): Promise<string> {
  return resolveListed(context, typed, {
    path: '/os/case-files',
    idPrefix: 'casefile',
    namesOf: ({ number, title }) => [number, title],
    command: 'farmctl case-files list',
  });
}

/** `case-files get`: one case file; its rows are those that it holds. */
export async function runCaseFile(context: CommandContext, typed: string): Promise<void> {
  const id = await caseFileId(context, typed);
  await printPage(context, {
    path: `/os/case-files/${encodeURIComponent(id)}`,
    answer: caseFileAnswer,
    query: {},
    isSpoken: false,
    rows: () => ({ columns, of: sealedRows }),
    compose: caseFilePage,
    gather: gatherFlock,
  });
}

function sealedRows(answer: unknown): readonly Values[] {
  const content = isValues(answer) ? answer['content'] : undefined;
  const rows = isValues(content) && isValues(content['rows']) ? content['rows'] : {};
  return Object.entries(rows).flatMap(([resource, own]) =>
    Array.isArray(own) ? own.filter(isValues).map((row) => ({ resource, ...row })) : [],
  );
}

/** The code of the flock stands in what was sealed. */
const gatherFlock: NonNullable<Page<(typeof caseFileAnswer)['schema']>['gather']> = async (
  _,
  answer,
) => {
  const [flock] = answer.list('content.rows.flocks');
  const [id, code] = [flock?.text('id'), flock?.text('code')];
  return id === undefined || code === undefined ? {} : { names: [[id, code]] };
};

/** `case-files verify <id>`: what holds and what does not; its rows are the differences. */
export async function runVerifyCaseFile(context: CommandContext, typed: string): Promise<void> {
  const id = await caseFileId(context, typed);
  const answer = await printPage(context, {
    path: `/os/case-files/${encodeURIComponent(id)}/verify`,
    answer: caseFileVerifyAnswer,
    query: {},
    isSpoken: false,
    rows: differences,
    compose: caseFileChecksPage,
  });
  if (answer.flag('ok')) return;
  const count = answer.number('checks.rows.differing') ?? 0;
  const named = count > 0 ? `; ${count} ${count === 1 ? 'row differs' : 'rows differ'}` : '';
  throw refused('case_file_broken', `The case file is not what was sealed${named}.`);
}

function differences(): PageRows {
  return rowsUnder(caseFileVerifyAnswer, 'differences');
}
