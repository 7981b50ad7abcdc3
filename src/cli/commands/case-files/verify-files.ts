import { resolve } from 'node:path';
import { FIRST_PREVIOUS_HASH } from '../../../model/case-file.ts';
import { type ClaimedCaseFile, contentFault } from '../../../model/case-file-checks.ts';
import { refused } from '../../../model/errors.ts';
import { canonicalJson } from '../../../tools/canonical-json.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors.ts';
import { isValues } from '../../output/infer-columns.ts';
import type { Column, Values } from '../../output/output.ts';
import { decodeText, MOST_TEXT_BYTES, readBoundedFile } from '../../read-bounded-file.ts';
import { findValueFault } from '../../value-limits.ts';

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
  if (id !== undefined) throw usageError('give the id of a case file, or --file, not both');
  if (paths.length === 0) throw usageError('give the id of a case file, or --file');
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
    if (fault !== undefined) throw usageError(`--file: ${path} ${fault}`);
    if (isValues(saved) && isValues(saved['content'])) return saved;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw usageError(`--file: ${path} is not JSON: ${messageOf(error)}`);
  }
  throw usageError(`--file: ${path} is no case file`, {
    hint: 'Save one with: farmctl case-files get <id> -o json > case-file.json',
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
