import { createHash } from 'node:crypto';
import type { Query } from '../../../client/client.ts';
import { ConnectionFailed, errorOfResponse } from '../../../client/errors.ts';
import { errors } from '../../../model/core/errors.ts';
import { message } from '../../../model/core/message.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import { kebabCase, quoteWord } from '../../../tools/words.ts';
import { absolutePath } from '../../config/config-paths.ts';
import { CliError, usageError } from '../../core/errors.ts';
import { phrasesOf, rowIssueText } from '../../output/error-report.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { onlyFarm } from '../../session/row-id.ts';
import { recordOtherWrite } from '../core/action-descriptors.ts';
import {
  createImportProgress,
  type ImportFormat,
  type ImportIssue,
  type ImportLine,
  type ImportReport,
  importablePath,
  openRejects,
  type RejectsFile,
  type RejectsForm,
  type RowsFile,
  readImportLines,
  readRowsFile,
} from './import-file.ts';
import {
  acceptedRows,
  type CommandOf,
  hintOf,
  MAX_REPORTED,
  namingFlags,
  refusedText,
  reportWarnings,
  withFlags,
} from './import-warnings.ts';

export interface ImportFlags {
  readonly dryRun?: true;
  readonly map?: readonly string[];
  readonly rejects?: string;
  readonly onError?: string;
  readonly onDuplicate?: string;
  readonly decimal?: string;
  readonly dateFormat?: string;
  readonly encoding?: string;
  readonly sheet?: string;
  readonly format?: ImportFormat;
  readonly again?: true;
}

const REASON_LENGTH = 300;

/** `<resource> import`: sends a file of rows, shows progress, and reports the result. */
export async function runImport(
  context: CommandContext,
  definition: ResourceDefinition,
  { typed, flags }: { readonly typed: string; readonly flags: ImportFlags },
): Promise<void> {
  const query = await buildQuery(context, definition, flags);
  const file = await readRowsFile(context.io, typed, flags.format);
  const rejectsPath = rejectsPathOf(context, typed, { flags, file });
  const phrases = await phrasesOf(context);
  const reasonOf = (issues: readonly ImportIssue[]) =>
    issues.map((issue) => rowIssueText(withFlags(issue), phrases)).join(' ');
  const startedAt = performance.now();
  const { report, isReplayed } = await namingFlags(async () => {
    const lines = readImportLines(await send(context, definition, { file, query, flags }));
    return follow(context, lines, { rejectsPath, file, reasonOf });
  });
  if (!report.dryRun && report.stored + report.updated > 0) await recordOtherWrite(context);
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  if (isReplayed) {
    await context.note(`farmctl: ${await context.t('done.importedBefore', { flag: '--again' })}`);
  }
  await reportWarnings(context, definition, report);
  const retryCommand = (file: string, extraFlags: readonly string[] = []) =>
    commandAgain(definition, { file, flags }, extraFlags);
  await reportResult(context, report, {
    seconds,
    rejectsPath,
    reasonOf,
    again: retryCommand,
    typed,
  });
}

/** The command that imports a file with the same options for cells and columns. */
function commandAgain(
  { name }: ResourceDefinition,
  { file, flags }: { readonly file: string; readonly flags: ImportFlags },
  extraFlags: readonly string[],
): string {
  const { map = [], decimal, dateFormat, onDuplicate } = flags;
  const flagWords = [
    ...map.map((pair) => ['--map', pair]),
    ...Object.entries({ decimal, dateFormat, onDuplicate }).map(([flag, value]) =>
      value === undefined ? [] : [`--${kebabCase(flag)}`, value],
    ),
  ].flat();
  return ['farmctl', name, 'import', file, ...flagWords, ...extraFlags].map(quoteWord).join(' ');
}

async function buildQuery(
  context: CommandContext,
  definition: ResourceDefinition,
  flags: ImportFlags,
): Promise<Query> {
  const { dryRun, onError, onDuplicate, decimal, dateFormat, encoding, sheet } = flags;
  const farmId = definition.farm.kind === 'self' ? undefined : await onlyFarm(context);
  const map = mapOf(flags.map);
  return { farmId, dryRun, onError, onDuplicate, decimal, dateFormat, encoding, sheet, map };
}

function mapOf(typed: readonly string[] | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const entries = typed.map((text) => {
    const at = text.lastIndexOf('=');
    if (at < 1) {
      const params = { flag: '--map', form: 'column=field', value: JSON.stringify(text) };
      throw usageError(`--map must be column=field, not ${JSON.stringify(text)}`, {
        text: [message('cli.mustBePair', params)],
      });
    }
    return [text.slice(0, at), text.slice(at + 1).trim()] as const;
  });
  return JSON.stringify(Object.fromEntries(entries));
}

function rejectsPathOf(
  { io }: CommandContext,
  typed: string,
  { flags: { rejects }, file }: { readonly flags: ImportFlags; readonly file: RowsFile },
): string | undefined {
  if (rejects === undefined) return undefined;
  const places = { base: io.cwd, home: io.home };
  const path = importablePath(absolutePath(rejects, places), isJson(file));
  const isInput = typed !== '-' && absolutePath(typed, places) === path;
  if (rejects === '-' || isInput) {
    throw usageError('--rejects must name a separate file', {
      text: [message('cli.ownFile', { flag: '--rejects' })],
    });
  }
  return path;
}

interface Sending {
  readonly file: RowsFile;
  readonly query: Query;
  readonly flags: ImportFlags;
}

async function send(
  context: CommandContext,
  { name }: ResourceDefinition,
  { file, query, flags }: Sending,
) {
  const { bytes, contentType } = file;
  async function* chunks() {
    yield bytes;
  }
  const client = await context.client();
  return client.download({
    method: 'POST',
    path: `/os/import/${name}`,
    query,
    file: { bytes: bytes.length, chunks },
    headers: {
      accept: 'application/x-ndjson',
      'content-type': contentType,
      'accept-language': (await context.translator()).language,
      ...(flags.again ? {} : { 'idempotency-key': keyOf(name, { file, query }) }),
    },
  });
}

/** The same key for the same file and flags, so that a repeated command resumes. */
function keyOf(name: string, { file, query }: Omit<Sending, 'flags'>): string {
  const hash = createHash('sha256').update(`${name} ${JSON.stringify(query)}\n`);
  return `import-${hash.update(file.bytes).digest('base64url')}`;
}

/** Destination of rejected rows, and the format of their reasons. */
interface Rejecting extends Pick<RejectsForm, 'reasonOf'> {
  readonly rejectsPath: string | undefined;
}

interface Ending {
  readonly report: ImportReport;
  readonly isReplayed: boolean;
}

async function follow(
  context: CommandContext,
  lines: AsyncIterable<ImportLine>,
  { rejectsPath, file, reasonOf }: Rejecting & { readonly file: RowsFile },
): Promise<Ending> {
  const progress = createImportProgress(
    context.io,
    () => performance.now(),
    await context.translator(),
  );
  const rejects = createRejectsTaker(rejectsPath, { isJson: isJson(file), reasonOf });
  try {
    for await (const line of lines) {
      if (line.progress) progress.show(line.progress);
      await rejects.take(line);
      if (line.error) throw await explainRefusal(context, line.error);
      if (line.report) return { report: line.report, isReplayed: line.isReplayed ?? false };
    }
    throw await cutOff(context);
  } catch (error) {
    throw error instanceof ConnectionFailed ? await cutOff(context, error) : error;
  } finally {
    await progress.end();
    await rejects.close();
  }
}

/** Collects rejected rows; the file is created with the first one. */
function createRejectsTaker(path: string | undefined, form: Omit<RejectsForm, 'headings'>) {
  let file: RejectsFile | undefined;
  let headings: readonly string[] = [];
  return {
    async take({ columns, rejected }: ImportLine): Promise<void> {
      if (columns) headings = columns.map(({ heading }) => heading);
      if (!rejected || path === undefined) return;
      file ??= await openRejects(path, { ...form, headings });
      await file.add(rejected);
    },
    close: async () => file?.close(),
  };
}

function isJson({ contentType }: RowsFile): boolean {
  return contentType.includes('json');
}

/** The error in a response whose status was sent before the error occurred. */
async function explainRefusal(context: CommandContext, error: object): Promise<Error> {
  const { server } = await context.client();
  const { error: slug } = error as { error?: keyof typeof errors };
  const status = slug !== undefined && Object.hasOwn(errors, slug) ? errors[slug].status : 500;
  return errorOfResponse(
    { status, headers: {}, body: JSON.stringify(error) },
    { method: 'POST', path: '/os/import', server },
  );
}

async function cutOff(context: CommandContext, cause?: unknown): Promise<CliError> {
  const { server } = await context.client();
  return new CliError('noConnection', message('fault.importInterrupted', { server }), {
    hint: message('hint.repeatImport'),
    cause,
  });
}

/** Counts for display: a dry run stores nothing, and a repeated import stores nothing new. */
function countsOf({ dryRun, rows, rejected, earlier, ...report }: ImportReport) {
  const { stored, updated } = report;
  const skipped = report.skipped + earlier.stored + earlier.updated;
  const columns = dryRun
    ? { rows, valid: rows - rejected, new: stored, changed: updated, skipped, rejected }
    : {
        rows,
        stored: stored - earlier.stored,
        updated: updated - earlier.updated,
        skipped,
        rejected,
      };
  const added = stored - earlier.stored;
  return { columns, added, changed: updated - earlier.updated, skipped };
}

async function reportResult(
  { print, note, t }: CommandContext,
  report: ImportReport,
  result: Rejecting & CommandOf & { readonly seconds: number; readonly typed: string },
): Promise<void> {
  const { seconds, rejectsPath, reasonOf, again, typed } = result;
  const counts = countsOf(report);
  const columns = Object.keys(counts.columns).map((name) => ({ name, kind: 'number' }) as const);
  const { stored: _, updated: __, earlier: ___, ...rest } = report;
  await print({ kind: 'record', columns, record: { ...rest, ...counts.columns, seconds } });
  const { rows, rejected, dryRun, issues } = report;
  if (rejectsPath === undefined) {
    for (const issue of issues.slice(0, MAX_REPORTED)) {
      const { row, line, column } = issue;
      const location = column === undefined ? '' : `, ${neutralise(column)}`;
      const reason = neutralise(reasonOf([issue])).slice(0, REASON_LENGTH);
      const place = { row, line, column: location };
      await note(`farmctl: ${await t('done.rowRefused', { ...place, reason })}`);
    }
    if (issues.length > MAX_REPORTED) {
      const count = issues.length - MAX_REPORTED;
      const command = again(typed, ['--rejects', 'rejects.csv']);
      await note(`farmctl: ${await t('done.keepRejects', { count, command })}`);
    }
  }
  const kind = dryRun ? 'check' : 'import';
  const { added, changed, skipped } = counts;
  await note(
    await t(`done.imported.${kind}`, {
      ...{ rows, taken: added + changed },
      ...{ added, changed, skipped, rejected, seconds },
    }),
  );
  if (rejected === 0) return;
  const isPartly = !dryRun && rejected < rows && acceptedRows(report) > 0;
  throw new CliError(isPartly ? 'partlyDone' : 'rejected', refusedText(report), {
    hint: hintOf(report, rejectsPath, again),
  });
}
