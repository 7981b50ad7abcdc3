import { resolve } from 'node:path';
import { type ClaimedCaseFile, contentFault, FIRST_PREVIOUS_HASH } from '../../model/case-file.ts';
import { refused } from '../../model/core/errors.ts';
import { message } from '../../model/core/message.ts';
import { canonicalJson } from '../../tools/hash.ts';
import { CliError, usageError } from '../core/errors.ts';
import {
  decodeText,
  findValueFault,
  MOST_TEXT_BYTES,
  readBoundedFile,
} from '../input/read-input.ts';
import { neutralise } from '../output/neutralise.ts';
import { type Column, isValues, type Values } from '../output/output.ts';
import type { CommandContext } from '../session/context.ts';
import { resolveName } from '../session/resolve-name.ts';
import { oneFarm, requireOnFarm } from '../session/row-id.ts';
import { type PageFlags, printPagedList } from './core/paged-list.ts';
import { expectObject, isConfirmed, printWrite, requireConfirmable } from './core/write-results.ts';

/** Flags of `case-files list`. */
export interface ListFlags extends PageFlags {
  readonly flock?: string;
}

/** What tables of case files show. */
const caseFileColumns: readonly Column[] = [
  { name: 'number', kind: 'number' },
  { name: 'id' },
  { name: 'title' },
  { name: 'flockId' },
  { name: 'sealedAt', kind: 'time' },
  { name: 'hash' },
];

/** `case-files list`: the case files of one farm, or of all that the key sees. */
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

/** `case-files create <flock>`: seals the dossier of a flock, after a question or with `--yes`. */
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
  const done = await context.say('note.sealed', { flock: neutralise(typed), id });
  await printWrite(context, done, { kind: 'record', record });
}

/** A saved case file, as `case-files get -o json` and the API give it. */
interface SavedCaseFile {
  readonly path: string;
  readonly claimed: ClaimedCaseFile;
  readonly content: unknown;
}

/** What is found of one saved case file; undefined: the one before it is not among the files. */
interface Found {
  readonly content: string;
  readonly chain: string | undefined;
}

const columns: readonly Column[] = [
  { name: 'file' },
  { name: 'number', kind: 'number' },
  { name: 'id' },
  { name: 'title' },
  { name: 'content' },
  { name: 'chain' },
  { name: 'hash' },
];

/** `case-files verify --file`: checks saved case files, and the chain between them, by themselves. */
export async function runVerifyFiles(
  context: CommandContext,
  { id, paths }: { readonly id: string | undefined; readonly paths: readonly string[] },
): Promise<void> {
  if (id !== undefined) throw usageError(message('fault.caseFileNamedTwice'));
  if (paths.length === 0) throw usageError(message('fault.caseFileMissing'));
  const files = await Promise.all(paths.map((path) => readCaseFile(path, context.io.cwd)));
  const found = files.map((file) => ({ file, ...check(file, files) }));
  const rows = found.map(({ file, content, chain }): Values => {
    const { number, id: fileId, title, hash } = file.claimed;
    return { file: file.path, number, id: fileId, title, content, chain: chain ?? null, hash };
  });
  await context.print({ kind: 'rows', columns, rows });
  const broken = found.filter(({ content, chain }) => content !== 'ok' || (chain ?? 'ok') !== 'ok');
  const [first] = broken;
  if (!first) return;
  const others = broken.length === 1 ? '' : ` and ${broken.length - 1} more`;
  throw refused('case_file_broken', `${first.file.path}${others} is not what was sealed.`);
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
  const saved = parseSaved(text, path);
  return { path, claimed: saved as unknown as ClaimedCaseFile, content: saved['content'] };
}

/** The claims are compared with the content one by one, so nothing is taken on trust. */
function parseSaved(text: string, path: string): Values {
  try {
    const saved: unknown = JSON.parse(text);
    const fault = findValueFault(saved);
    if (fault !== undefined) throw usageError(message('fault.fileInvalid', { path, fault }));
    if (isValues(saved) && isValues(saved['content'])) return saved;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw usageError(message('fault.fileNotJson', { path, error: messageOf(error) }));
  }
  throw usageError(message('fault.notACaseFile', { path }), {
    hint: message('hint.saveCaseFile'),
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
