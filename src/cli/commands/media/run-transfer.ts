import { basename } from 'node:path';
import type { FarmClient } from '../../../client/client.ts';
import type { OpenResponse } from '../../../client/errors.ts';
import { message, sizeOf } from '../../../model/core/message.ts';
import { mediaTypeOfFile, mediaTypes } from '../../../model/media-types.ts';
import { media } from '../../../model/resources/media.ts';
import { messageOf } from '../../../tools/unknown-values.ts';
import { absolutePath } from '../../config/config-paths.ts';
import { CliError, outcomeOf, usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { allColumns, listColumns, type Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { resolveName } from '../../session/resolve-name.ts';
import { onlyFarm, requireOnFarm } from '../../session/row-id.ts';
import {
  createProgressLine,
  type LocalFile,
  openFiles,
  requireFree,
  saveDownload,
} from '../core/file-transfer.ts';
import { describeWrite, printWrite, rowOutput } from '../core/write-results.ts';

export interface UploadFlags {
  readonly barn?: string;
  readonly flock?: string;
  readonly contact?: string;
  readonly category?: string;
  readonly name?: string;
  readonly description?: string;
  readonly tag?: readonly string[];
  readonly to?: string;
}

type Body = Readonly<Record<string, unknown>>;

/** `media upload`: uploads files in sequence; a failure does not affect the others. */
export async function runUpload(
  context: CommandContext,
  names: readonly string[],
  flags: UploadFlags,
): Promise<void> {
  if (flags.to !== undefined && names.length > 1) {
    throw usageError(message('fault.oneFilePerMedia'));
  }
  requireFields(context, allColumns(media));
  const files = await openFiles(context.io, names);
  if (flags.to !== undefined) await requireOnFarm(context, 'media', flags.to);
  const body = await commonBody(context, flags);
  const rows: Values[] = [];
  const failures: Failure[] = [];
  for (const file of files) {
    try {
      rows.push(await uploadFile(context, file, { body, to: flags.to }));
    } catch (error) {
      if (context.io.interruption.aborted) throw error;
      failures.push({ file, error });
    }
  }
  await printOutcome(context, { rows, failures });
}

interface Failure {
  readonly file: LocalFile;
  readonly error: unknown;
}

async function commonBody(context: CommandContext, flags: UploadFlags): Promise<Body> {
  const { name, description, category, tag } = flags;
  const farmId = await onlyFarm(context);
  const parents = { barns: flags.barn, flocks: flags.flock, contacts: flags.contact } as const;
  const parentIds: Record<string, string> = {};
  for (const [resource, typed] of Object.entries(parents)) {
    if (typed === undefined) continue;
    const parent = resource as keyof typeof parents;
    const id = await resolveName(await context.client(), parent, { typed, farmId });
    await requireOnFarm(context, parent, id);
    parentIds[`${resource.slice(0, -1)}Id`] = id;
  }
  const values = { name, description, category, tags: tag };
  const presentFields = Object.entries(values).filter(([, value]) => value !== undefined);
  return { ...parentIds, ...Object.fromEntries(presentFields) };
}

async function uploadFile(
  context: CommandContext,
  file: LocalFile,
  { body, to }: { readonly body: Body; readonly to: string | undefined },
): Promise<Values> {
  const client = await context.client();
  const contentType = mediaTypeOfFile(file.path);
  const id = to ?? (await createRow(context, file, { body, contentType }));
  const progress = createProgressLine(context, 'note.uploading', neutralise(basename(file.path)));
  let bytes = 0;
  try {
    return await putFile(client, {
      id,
      contentType,
      bytes: file.bytes,
      chunks: async function* () {
        bytes = 0;
        for await (const chunk of file.chunks()) {
          yield chunk;
          bytes += chunk.length;
          progress.show({ bytes, totalBytes: file.bytes });
        }
      },
    });
  } catch (error) {
    // A row without its file would look like an existing photo.
    if (to === undefined) await client.remove('media', id).catch(() => undefined);
    throw error;
  } finally {
    await progress.end();
  }
}

async function createRow(
  context: CommandContext,
  file: LocalFile,
  { body, contentType }: { readonly body: Body; readonly contentType: string | undefined },
): Promise<string> {
  const client = await context.client();
  const kind = contentType === undefined ? undefined : mediaTypes[contentType]?.kind;
  const fields = { name: basename(file.path), ...(kind ? { kind } : {}), ...body };
  const farmId = await onlyFarm(context);
  const row = await client.create('media', fields, farmId === undefined ? {} : { farmId });
  return row.id;
}

async function putFile(
  client: FarmClient,
  file: {
    readonly id: string;
    readonly contentType: string | undefined;
    readonly bytes: number;
    readonly chunks: () => AsyncIterable<Uint8Array>;
  },
): Promise<Values> {
  const { id, contentType = 'application/octet-stream', bytes, chunks } = file;
  const { data } = await client.request({
    method: 'PUT',
    path: `/os/media/${encodeURIComponent(id)}/content`,
    headers: { 'content-type': contentType },
    file: { bytes, chunks },
  });
  return data as Values;
}

async function printOutcome(
  context: CommandContext,
  { rows, failures }: { readonly rows: readonly Values[]; readonly failures: readonly Failure[] },
): Promise<void> {
  const [first] = failures;
  if (first && failures.length === 1 && rows.length === 0) throw first.error;
  const [row, ...others] = rows;
  if (row && others.length === 0) {
    await printWrite(
      context,
      await describeWrite(context, 'uploaded', { definition: media, row }),
      rowOutput(media, row),
    );
  } else if (rows.length > 0) {
    await context.report('done.uploaded', { count: rows.length });
    const columns = listColumns(media);
    await context.print({ kind: 'rows', columns, selectable: allColumns(media), rows });
  }
  if (!first) return;
  for (const { file, error } of failures) {
    const reason = messageOf(error);
    await context.note(`farmctl: ${neutralise(file.path)}: ${neutralise(reason)}`);
  }
  const all = rows.length + failures.length;
  throw new CliError(
    rows.length > 0 ? 'partlyDone' : failedOutcome(first.error),
    message('fault.filesNotUploaded', { length: failures.length, all }),
    { hint: null },
  );
}

function failedOutcome(error: unknown): CliError['outcome'] {
  const outcome = outcomeOf(error);
  return outcome === 'done' || outcome === 'rateLimited' ? 'rejected' : outcome;
}

export interface DownloadFlags {
  readonly toFile?: string;
  readonly thumbnail?: boolean;
  readonly force?: boolean;
}

/** `media download`: a file is created under its name only once it is complete. */
export async function runDownload(
  context: CommandContext,
  id: string,
  flags: DownloadFlags,
): Promise<void> {
  const { toFile, thumbnail, force = false } = flags;
  const { io } = context;
  if (toFile === '-' && io.stdout.isTerminal) {
    throw usageError(message('fault.fileOnTerminal'), { hint: message('hint.nameOutputFile') });
  }
  const targetFile = toFile === undefined || toFile === '-' ? undefined : toFile;
  if (targetFile !== undefined)
    await requireFree(pathOf(context, targetFile), { named: targetFile, force });
  const client = await context.client();
  const response = await client.download({
    method: 'GET',
    path: `/os/media/${encodeURIComponent(id)}/content`,
    query: { variant: thumbnail ? 'thumbnail' : undefined },
    headers: { accept: '*/*' },
  });
  if (toFile === '-') {
    for await (const chunk of response.chunks) await io.stdout.write(chunk);
    return;
  }
  const name = targetFile ?? fileNameOf(response, id);
  const path = pathOf(context, name);
  if (targetFile === undefined) await requireFree(path, { named: name, force });
  const bytes = await saveDownload(context, response, path);
  const params = { file: neutralise(name), size: sizeOf(bytes) };
  await context.report('done.saved', params);
}

function pathOf({ io }: CommandContext, name: string): string {
  return absolutePath(name, { base: io.cwd, home: io.home });
}

const ENCODED_NAME = /filename\*=UTF-8''([^;]+)/i;

/** The file name from the service; it cannot contain a path to another directory. */
function fileNameOf({ headers }: OpenResponse, id: string): string {
  const encoded = ENCODED_NAME.exec(headers['content-disposition'] ?? '')?.[1] ?? '';
  const name = basename(decoded(encoded).replaceAll('\\', '/')).replace(/^\.+/, '');
  return name === '' ? id : name;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
