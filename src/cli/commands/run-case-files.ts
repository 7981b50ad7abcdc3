import { resolve } from 'node:path';
import { caseFileAnswer, caseFileVerifyAnswer } from '../../model/answers/case-files.ts';
import { type ClaimedCaseFile, contentFault, FIRST_PREVIOUS_HASH } from '../../model/case-file.ts';
import { refused } from '../../model/core/errors.ts';
import { message } from '../../model/core/message.ts';
import { dossier } from '../../model/resources/registry.ts';
import { canonicalJson } from '../../tools/hash.ts';
import { isRecord, messageOf } from '../../tools/unknown-values.ts';
import { CliError, usageError } from '../core/errors.ts';
import {
  decodeText,
  findValueFault,
  MOST_TEXT_BYTES,
  readBoundedFile,
} from '../input/read-input.ts';
import { neutralise } from '../output/neutralise.ts';
import type { Column, Values } from '../output/output.ts';
import {
  type Block,
  type Cell,
  joinParts,
  nameOf,
  type PageContext,
  section,
  tableOf,
} from '../pages/core/blocks.ts';
import {
  type AnswerFacts,
  type Page,
  type PageRows,
  printPage,
  rowsUnder,
} from '../pages/core/print-page.ts';
import type { CommandContext } from '../session/context.ts';
import { resolveListed } from '../session/resolve-listed.ts';
import { resolveName } from '../session/resolve-name.ts';
import { oneFarm, requireOnFarm } from '../session/row-id.ts';
import { type PageFlags, printPagedList } from './core/paged-list.ts';
import { expectObject, isConfirmed, printWrite, requireConfirmable } from './core/write-results.ts';

/** Flags of `case-files list`. */
export interface ListFlags extends PageFlags {
  readonly flock?: string;
}

const caseFileColumns: readonly Column[] = [
  { name: 'number', kind: 'number' },
  { name: 'id' },
  { name: 'title' },
  { name: 'flockId' },
  { name: 'sealedAt', kind: 'time' },
  { name: 'hash' },
];

/** `case-files list`: the case files of one farm, or of all that the key can access. */
export async function runList(context: CommandContext, flags: ListFlags): Promise<void> {
  const farmId = await oneFarm(context);
  const { flock, ...page } = flags;
  const flockId =
    flock === undefined
      ? undefined
      : await resolveName(await context.client(), 'flocks', { typed: flock, farmId });
  const query = { farmId, flockId };
  await printPagedList(context, {
    ...page,
    path: '/os/case-files',
    query,
    columns: caseFileColumns,
  });
}

/** Flags of `case-files create`. */
export interface SealFlags {
  readonly title: string;
}

const PATH = '/os/case-files';

/** `case-files create <flock>`: seals the record of a flock, after confirmation or with `--yes`. */
export async function runSeal(
  context: CommandContext,
  typed: string,
  { title }: SealFlags,
): Promise<void> {
  requireConfirmable(context);
  const client = await context.client();
  const farmId = await oneFarm(context);
  const flockId = await resolveName(client, 'flocks', { typed, farmId });
  await requireOnFarm(context, 'flocks', flockId);
  const params = { flock: neutralise(typed) };
  if (!(await isConfirmed(context, { text: 'cli.ask.seal', params }))) return;
  const call = { method: 'POST', path: PATH, body: { flockId, title } } as const;
  const { data } = await client.request(call);
  const record = expectObject(data, { method: 'POST', path: PATH, server: client.server });
  const id = neutralise(String(record['id']));
  const confirmation = await context.t('note.sealed', { flock: neutralise(typed), id });
  await printWrite(context, confirmation, { kind: 'record', record });
}

/** A saved case file, in the format of `case-files get -o json` and the API. */
interface SavedCaseFile {
  readonly path: string;
  readonly claimed: ClaimedCaseFile;
  readonly content: unknown;
}

/** Check result of one saved case file; undefined: its predecessor is not among the files. */
interface Found {
  readonly content: string;
  readonly chain: string | undefined;
}

const checkedColumns: readonly Column[] = [
  { name: 'file' },
  { name: 'number', kind: 'number' },
  { name: 'id' },
  { name: 'title' },
  { name: 'content' },
  { name: 'chain' },
  { name: 'hash' },
];

/** `case-files verify --file`: verifies saved case files, and the chain between them, offline. */
export async function runVerifyFiles(
  context: CommandContext,
  { id, paths }: { readonly id: string | undefined; readonly paths: readonly string[] },
): Promise<void> {
  if (id !== undefined) throw usageError(message('fault.caseFileNamedTwice'));
  if (paths.length === 0) throw usageError(message('fault.caseFileMissing'));
  const files = await Promise.all(paths.map((path) => readCaseFile(path, context.io.cwd)));
  const checks = files.map((file) => ({ file, ...check(file, files) }));
  const rows = checks.map(({ file, content, chain }): Values => {
    const { number, id: fileId, title, hash } = file.claimed;
    return { file: file.path, number, id: fileId, title, content, chain: chain ?? null, hash };
  });
  await context.print({ kind: 'rows', columns: checkedColumns, rows });
  const broken = checks.filter(
    ({ content, chain }) => content !== 'ok' || (chain ?? 'ok') !== 'ok',
  );
  const [first] = broken;
  if (!first) return;
  const otherText = broken.length === 1 ? '' : ` and ${broken.length - 1} more`;
  throw refused('case_file_broken', `${first.file.path}${otherText} is not what was sealed.`);
}

function check({ claimed, content }: SavedCaseFile, all: readonly SavedCaseFile[]): Found {
  const { number, previousHash } = claimed;
  const fault = contentFault(canonicalJson(content), claimed);
  const before = all.find((other) => other.claimed.number === number - 1)?.claimed.hash;
  const expected = number === 1 ? FIRST_PREVIOUS_HASH : before;
  const link = expected === previousHash ? 'ok' : 'previous_differs';
  return { content: fault ?? 'ok', chain: expected === undefined ? undefined : link };
}

async function readCaseFile(path: string, cwd: string): Promise<SavedCaseFile> {
  const place = `--file: ${path}`;
  const bytes = await readBoundedFile(resolve(cwd, path), { place, mostBytes: MOST_TEXT_BYTES });
  const text = decodeText(bytes, place);
  const savedFile = parseSaved(text, path);
  return { path, claimed: savedFile as unknown as ClaimedCaseFile, content: savedFile['content'] };
}

/** Every claim is compared with the content, so none has to be trusted. */
function parseSaved(text: string, path: string): Values {
  try {
    const parsed: unknown = JSON.parse(text);
    const fault = findValueFault(parsed);
    if (fault !== undefined) throw usageError(message('fault.fileInvalid', { path, fault }));
    if (isRecord(parsed) && isRecord(parsed['content'])) return parsed;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw usageError(message('fault.fileNotJson', { path, error: messageOf(error) }));
  }
  throw usageError(message('fault.notACaseFile', { path }), {
    hint: message('hint.saveCaseFile'),
  });
}

type CaseFile = AnswerFacts<typeof caseFileAnswer>;
type Checks = AnswerFacts<typeof caseFileVerifyAnswer>;

const CHECKS = ['content', 'chain', 'rows'] as const;

/** Checks of a case file with their results, and the rows that differ. */
function caseFileChecksPage(answer: Checks, { words }: PageContext): readonly Block[] {
  const isWhole = answer.flag('ok');
  const differences = answer.list('differences');
  return [
    { kind: 'title', text: words.t(isWhole ? 'page.caseFile.whole' : 'page.caseFile.broken') },
    ...CHECKS.map((name): Block => {
      const isOk = answer.flag(`checks.${name}.ok`);
      const text = words.t(`page.caseFile.${name}${isOk ? 'Holds' : 'Differs'}`, {
        count: answer.number(`checks.rows.${isOk ? 'checked' : 'differing'}`) ?? 0,
      });
      return { kind: 'text', mark: isOk ? 'done' : 'critical', text };
    }),
    ...section(
      words.t('page.caseFile.differences'),
      tableOf(
        [
          { title: words.t('page.caseFile.holds') },
          { title: words.t('page.caseFile.row') },
          { title: words.t('page.col.state') },
          { title: words.t('page.caseFile.fields') },
        ],
        differences.map((row): readonly Cell[] => [
          words.name('dossier', row.text('resource')),
          row.text('id') ?? '',
          { text: words.name('difference', row.text('change')), state: 'critical' },
          row.texts('fields').join(', '),
        ]),
      ),
    ),
  ];
}

/** A case file: its subject, its hashes, and row counts by resource. */
function caseFilePage(answer: CaseFile, context: PageContext): readonly Block[] {
  const { words } = context;
  const number = words.t('page.caseFile.title', { number: answer.number('number') ?? 0 });
  const labelled = (label: string, text: string | undefined) =>
    text === undefined ? [] : [{ label, text }];
  return [
    { kind: 'title', text: joinParts([number, answer.text('title')]) },
    {
      kind: 'labelled',
      rows: [
        ...labelled(words.t('page.col.farm'), nameOf(context, answer.text('farmId'))),
        ...labelled(words.t('page.col.flock'), nameOf(context, answer.text('flockId'))),
        ...labelled(words.t('page.caseFile.sealedAt'), words.moment(answer.text('sealedAt'))),
        ...labelled(words.t('page.caseFile.hash'), answer.text('hash')),
        ...labelled(words.t('page.caseFile.previousHash'), answer.text('previousHash')),
      ],
    },
    ...tableOf(
      [
        { title: words.t('page.caseFile.holds') },
        { title: words.t('page.caseFile.rows'), isNumber: true },
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

/** The ID of the case file with this number, title or ID. */
function caseFileId(context: CommandContext, typed: string): Promise<string> {
  return resolveListed(context, typed, {
    path: '/os/case-files',
    idPrefix: 'casefile',
    namesOf: ({ number, title }) => [number, title],
    command: 'farmctl case-files list',
  });
}

/** `case-files get`: one case file; its rows are its contents. */
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
  const content = isRecord(answer) ? answer['content'] : undefined;
  const rows = isRecord(content) && isRecord(content['rows']) ? content['rows'] : {};
  return Object.entries(rows).flatMap(([resource, own]) =>
    Array.isArray(own) ? own.filter(isRecord).map((row) => ({ resource, ...row })) : [],
  );
}

/** The sealed content includes the flock code. */
const gatherFlock: NonNullable<Page<(typeof caseFileAnswer)['schema']>['gather']> = async (
  _,
  answer,
) => {
  const [flock] = answer.list('content.rows.flocks');
  const [id, code] = [flock?.text('id'), flock?.text('code')];
  return id === undefined || code === undefined ? {} : { names: [[id, code]] };
};

/** `case-files verify <id>`: passed and failed checks; its rows are the differences. */
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
  const differingText =
    count > 0 ? `; ${count} ${count === 1 ? 'row differs' : 'rows differ'}` : '';
  throw refused('case_file_broken', `The case file differs from its seal${differingText}.`);
}

function differences(): PageRows {
  return rowsUnder(caseFileVerifyAnswer, 'differences');
}
