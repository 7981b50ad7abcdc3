import { FarmError } from '../../model/errors.ts';
import { mediaTypes } from '../../model/media-types.ts';
import { media } from '../../model/resources/media.ts';
import type { ContentVariant, MediaContent } from '../../storage/system/media-contents.ts';
import { findContent } from '../../storage/system/media-contents.ts';
import { requireScope, scopeOf } from '../access/actor.ts';
import { findOperation } from '../intelligence/asked-farm.ts';
import { findVisibleRow } from '../records/read-records.ts';
import type { Call } from '../requests/call.ts';
import { operationParameters } from '../requests/operation-parameters.ts';
import { byteRange } from './byte-range.ts';
import { readChunks } from './content-chunks.ts';
import { contentDisposition } from './content-disposition.ts';
import { contentTag, namesContent } from './content-tag.ts';
import { findThumbnail } from './find-thumbnail.ts';
import type { MediaRuntime } from './store-content.ts';

/** What of a file is asked for. */
export interface ContentRequest {
  readonly id: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

/** A file, or a part of it, as it is sent. */
export interface ContentAnswer {
  readonly status: 200 | 206 | 304;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for 304. */
  readonly chunks?: AsyncIterable<Uint8Array>;
}

/** Nothing in a file may run or load anything, whatever shows it. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** `GET /os/media/{id}/content`: the file of a row, a part of it, or 304 when the caller has it. */
export async function readContent(
  runtime: MediaRuntime,
  call: Call,
  request: ContentRequest,
): Promise<ContentAnswer> {
  const { database } = runtime;
  const { id } = request;
  call.subject.resource = 'media';
  call.subject.rowId = id;
  requireScope(call.actor, 'read:media');
  const { variant } = operationParameters(findOperation('getMediaContent'), call);
  const scope = scopeOf(call.actor);
  const row = await findVisibleRow(database, media, { id, scope });
  const { farmId, name } = row.parsed;
  if (farmId !== null) call.subject.farmId = farmId;
  const original = await findContent(database, { mediaId: id, variant: 'original', scope });
  if (!original) throw withoutFile();
  const content = variant === 'thumbnail' ? await findThumbnail(runtime, original) : original;
  return answerWith(content, {
    call,
    request,
    headers: headersOf(content, nameOf(typeof name === 'string' ? name : id, content.variant)),
    read: (range) => readChunks(database, content, range),
  });
}

function withoutFile(): FarmError {
  return new FarmError('not_found', {
    code: 'no_content',
    message: 'The media item has no file; send one with PUT.',
  });
}

function nameOf(name: string, variant: ContentVariant): string {
  return variant === 'thumbnail' ? `${name} small` : name;
}

function headersOf(content: MediaContent, name: string): Readonly<Record<string, string>> {
  const { mimeType, sha256 } = content;
  const type = mediaTypes[mimeType];
  const { extension = 'bin', isShown = false } = type ?? {};
  return {
    'content-type': mimeType,
    'content-disposition': contentDisposition(name, { extension, isShown }),
    'content-security-policy': SANDBOX,
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
    etag: contentTag({ sha256 }),
  };
}

function answerWith(
  content: MediaContent,
  input: {
    readonly call: Call;
    readonly request: ContentRequest;
    readonly headers: Readonly<Record<string, string>>;
    readonly read: (range?: Parameters<typeof readChunks>[2]) => AsyncIterable<Uint8Array>;
  },
): ContentAnswer {
  const { call, request, headers, read } = input;
  const { sizeBytes } = content;
  if (call.ifNoneMatch !== undefined && namesContent(call.ifNoneMatch, content)) {
    return { status: 304, headers };
  }
  const range = byteRange(rangeThatHolds(request, content), sizeBytes);
  if (range === 'outside') throw outside(sizeBytes);
  if (!range) {
    return { status: 200, headers: { ...headers, ...lengthOf(sizeBytes) }, chunks: read() };
  }
  const { first, last } = range;
  const part = { 'content-range': `bytes ${first}-${last}/${sizeBytes}` };
  const sent = { ...headers, ...part, ...lengthOf(last - first + 1) };
  return { status: 206, headers: sent, chunks: read(range) };
}

/** Of a file that is not the one whose beginning the caller has, all is sent. */
function rangeThatHolds(
  { range, ifRange }: ContentRequest,
  content: MediaContent,
): string | undefined {
  return ifRange === undefined || ifRange.trim() === contentTag(content) ? range : undefined;
}

function lengthOf(bytes: number): Readonly<Record<string, string>> {
  return { 'content-length': String(bytes) };
}

function outside(sizeBytes: number): FarmError {
  return new FarmError('range_not_satisfiable', {
    message: `The file has ${sizeBytes} bytes; the range lies outside.`,
    headers: { 'content-range': `bytes */${sizeBytes}` },
  });
}
