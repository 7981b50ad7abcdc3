import { createHash } from 'node:crypto';
import { FarmError, refused } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { mediaTypes } from '../../model/media-types.ts';
import { media } from '../../model/resources/media.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import {
  type ContentVariant,
  findContent,
  insertContent,
  type MediaContent,
} from '../../storage/system/media.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { trimEndOf } from '../../tools/text.ts';
import { scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import type { RequestContext } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { findVisibleRow } from '../records/read-records.ts';
import { type ByteRange, readChunks, readWhole, writeChunks } from './content-chunks.ts';
import { contentTag, type MediaRuntime, namesContent } from './store-content.ts';

/** A request for the content of a file. */
export interface ContentRequest {
  readonly id: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

/** The answer with a file or a part of it. */
export interface ContentAnswer {
  readonly status: 200 | 206 | 304;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for 304. */
  readonly chunks?: AsyncIterable<Uint8Array>;
}

/** Prevents a file from running or loading anything when displayed. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * `GET /os/media/{id}/content`: the file of a row, a part of it, or 304 when the caller's copy is
 * current.
 */
export async function readContent(
  runtime: MediaRuntime,
  call: RequestContext,
  request: ContentRequest,
): Promise<ContentAnswer> {
  const { database } = runtime;
  const { id } = request;
  const { variant } = operationParameters(routeOf('getMediaContent'), call);
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
    readonly call: RequestContext;
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
  if (range === 'outside') throw outsideRange(sizeBytes);
  if (!range) {
    return { status: 200, headers: { ...headers, ...lengthOf(sizeBytes) }, chunks: read() };
  }
  const { first, last } = range;
  const part = { 'content-range': `bytes ${first}-${last}/${sizeBytes}` };
  const sent = { ...headers, ...part, ...lengthOf(last - first + 1) };
  return { status: 206, headers: sent, chunks: read(range) };
}

/** If the file differs from the one whose beginning the caller has, all of it is sent. */
function rangeThatHolds(
  { range, ifRange }: ContentRequest,
  content: MediaContent,
): string | undefined {
  return ifRange === undefined || ifRange.trim() === contentTag(content) ? range : undefined;
}

function lengthOf(bytes: number): Readonly<Record<string, string>> {
  return { 'content-length': String(bytes) };
}

function outsideRange(sizeBytes: number): FarmError {
  return new FarmError('range_not_satisfiable', {
    message: `The file has ${sizeBytes} bytes; the range lies outside.`,
    headers: { 'content-range': `bytes */${sizeBytes}` },
  });
}

/** The thumbnail of an image; created on first request and stored with it. */
async function findThumbnail(runtime: MediaRuntime, original: MediaContent): Promise<MediaContent> {
  const stored = await findStoredDescriptor(runtime, original);
  if (stored) return stored;
  const bytes = await readPicture(runtime, original, limits.thumbnailPixels);
  return storeThumbnail(runtime, original, bytes);
}

/** A JPEG of an image with limited width and height; throws `action_refused` for other files. */
export async function readPicture(
  { database, images }: MediaRuntime,
  original: MediaContent,
  pixels: number,
): Promise<Buffer> {
  if (mediaTypes[original.mimeType]?.kind !== 'image') {
    throw refused('no_picture', `A picture is made of images only, not of ${original.mimeType}.`);
  }
  return images.shrink(await readWhole(database, original), pixels);
}

function findStoredDescriptor({ database }: Runtime, { orgId, mediaId }: MediaContent) {
  const scope = { orgId, farmIds: 'all' } as const;
  return findContent(database, { mediaId, variant: 'thumbnail', scope });
}

/** Stores a thumbnail with its image, unless another request did so or the image was replaced. */
async function storeThumbnail(
  { database, ids, clock }: Runtime,
  original: MediaContent,
  bytes: Buffer,
): Promise<MediaContent> {
  const { orgId, mediaId } = original;
  const scope = { orgId, farmIds: 'all' } as const;
  const thumbnail: MediaContent = {
    ...original,
    id: ids.create('content'),
    variant: 'thumbnail',
    mimeType: 'image/jpeg',
    sizeBytes: bytes.length,
    chunkBytes: limits.mediaChunkBytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  return database.transaction(async (transaction) => {
    await transaction.lock(`media ${mediaId}`);
    const other = await findContent(transaction, { mediaId, variant: 'thumbnail', scope });
    if (other) return other;
    const now = await findContent(transaction, { mediaId, variant: 'original', scope });
    if (now?.id !== original.id) throw replaced();
    const at = formatInstant(clock.now());
    await insertContent(transaction, { ...thumbnail, createdAt: at, keptAt: at });
    await writeChunks(transaction, thumbnail, bytes);
    return thumbnail;
  });
}

function replaced(): FarmError {
  return new FarmError('unavailable', {
    code: 'content_changed',
    message: 'The file was replaced just now; ask again.',
    headers: { 'retry-after': '1' },
  });
}

/** The grammar of RFC 9110, which allows no white space inside a single range. */
const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * The range of a `Range` header. Undefined for the whole file: no header, another unit, several
 * ranges, or a malformed one, as in RFC 9110. `outside` when the file ends before it.
 */
export function byteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = ONE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), sizeBytes);
    return length === 0 ? 'outside' : { first: sizeBytes - length, last: sizeBytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= sizeBytes ? 'outside' : { first, last };
}

const LONGEST_NAME = 120;
/** Control characters, direction marks, path separators and characters that would end a header. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]+/gu;
/** Characters that RFC 8187 requires to be percent-encoded in addition. */
const NOT_PLAIN = /['()*]/g;

/**
 * The `Content-Disposition` header with a user-chosen file name. The plain form is for programs
 * that do not support the encoded one (RFC 6266).
 */
function contentDisposition(
  name: string,
  { extension, isShown }: { readonly extension: string; readonly isShown: boolean },
): string {
  const fileName = safeFileName(name, extension);
  const asciiName = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/%/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    NOT_PLAIN,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const disposition = isShown ? 'inline' : 'attachment';
  return `${disposition}; filename="${asciiName}"; filename*=UTF-8''${encoded}`;
}

/** A file name that is valid on every system, with the extension of its type. */
function safeFileName(name: string, extension: string): string {
  const cleaned = name
    .replace(UNSAFE, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[. ]+/, '');
  const letters = [...(cleaned === '' ? 'file' : cleaned)].slice(0, LONGEST_NAME);
  const base = trimEndOf(letters.join(''), '. ');
  return base.toLowerCase().endsWith(`.${extension}`) ? base : `${base}.${extension}`;
}
