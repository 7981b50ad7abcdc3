import { createHash } from 'node:crypto';
import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { type MediaKind, mediaBytes, mediaTypeName, mediaTypes } from '../../model/media-types.ts';
import type { Transaction } from '../../storage/core/database.ts';
import {
  completeContent,
  dropContent,
  insertChunk,
  insertContent,
  type MediaContent,
} from '../../storage/system/media.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../core/runtime.ts';
import { inParts, readWhole, writeChunks } from './content-chunks.ts';

/** A file being received. */
export interface IncomingContent {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** As declared by the caller. */
  readonly contentType?: string | undefined;
}

/** A file that was received and validated, but is not assigned to a row yet. */
export interface ReceivedContent {
  readonly mimeType: string;
  readonly kind: MediaKind;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** All its bytes; only for kinds with a small size limit. */
  readWhole(): Promise<Buffer>;
  /** Assigns it to its row, in the transaction of the change. */
  keep(transaction: Transaction, at: string): Promise<void>;
  /** Deletes what was not assigned. */
  release(): Promise<void>;
}

type Owner = Pick<MediaContent, 'orgId' | 'farmId' | 'mediaId'>;

/**
 * Receives a file in parts, with at most one part in memory. A file of one part is written with the
 * change itself; the parts of a larger one are stored one by one beforehand, so that other writers
 * do not wait long. Throws `unsupported_media_type`, `payload_too_large`, or `validation_failed`
 * for an empty file.
 */
export async function receiveContent(
  runtime: Runtime,
  owner: Owner,
  incoming: IncomingContent,
): Promise<ReceivedContent> {
  const store = createShelf(runtime, owner);
  try {
    const description = await storeParts(incoming, store);
    return received(runtime, store, description);
  } catch (error) {
    await store.release();
    throw error;
  }
}

interface ContentDescription {
  readonly mimeType: string;
  readonly kind: MediaKind;
  readonly sizeBytes: number;
  readonly sha256: string;
}

async function storeParts(
  { chunks, contentType }: IncomingContent,
  store: PartStore,
): Promise<ContentDescription> {
  const hash = createHash('sha256');
  let mimeType: string | undefined;
  let sizeBytes = 0;
  for await (const part of inParts(chunks, limits.mediaChunkBytes)) {
    mimeType ??= await recogniseType(part, contentType);
    sizeBytes += part.length;
    requireSize(kindOf(mimeType), sizeBytes);
    if (isTextType(mimeType) && hasControlBytes(part)) throw notTaken(undefined);
    hash.update(part);
    await store.put(part);
  }
  if (mimeType === undefined) throw empty();
  return { mimeType, kind: kindOf(mimeType), sizeBytes, sha256: hash.digest('hex') };
}

function kindOf(mimeType: string): MediaKind {
  return mediaTypes[mimeType]?.kind ?? 'document';
}

/** Throws `payload_too_large` with the limit of the kind. */
export function requireSize(kind: MediaKind, bytes: number): void {
  const maximumBytes = mediaBytes[kind];
  if (bytes <= maximumBytes) return;
  throw new FarmError('payload_too_large', {
    code: 'file_too_large',
    message: `A file of kind ${kind} may have ${maximumBytes / 1024 / 1024} MiB at most.`,
  });
}

function empty(): FarmError {
  return new FarmError('validation_failed', {
    code: 'required',
    message: 'The body must be the file; it is empty.',
    issues: [
      { path: 'body', code: 'required', message: 'The body must be the file; it is empty.' },
    ],
  });
}

/** Storage of parts until their file is assigned: the first in memory, several in the database. */
interface PartStore {
  readonly content: MediaContent;
  put(part: Buffer): Promise<void>;
  /** The only part of a small file; undefined once the parts are in the database. */
  firstPart(): Buffer | undefined;
  release(): Promise<void>;
}

function createShelf({ database, ids, clock }: Runtime, owner: Owner): PartStore {
  const content: MediaContent = {
    ...owner,
    id: ids.create('content'),
    variant: 'original',
    mimeType: '',
    sizeBytes: 0,
    chunkBytes: limits.mediaChunkBytes,
    sha256: '',
  };
  const now = () => formatInstant(clock.now());
  let firstPart: Buffer | undefined;
  let parts = 0;
  const write = (bytes: Buffer) =>
    insertChunk(database, { contentId: content.id, part: parts++, bytes });
  return {
    content,
    async put(part) {
      if (parts === 0 && !firstPart) {
        firstPart = part;
        return;
      }
      if (firstPart) {
        await insertContent(database, { ...content, createdAt: now(), keptAt: null });
        await write(firstPart);
        firstPart = undefined;
      }
      await write(part);
    },
    firstPart: () => firstPart,
    async release() {
      // Content that cannot be marked now is deleted by the sweep.
      if (parts > 0) await dropContent(database, { id: content.id, at: now() }).catch(() => {});
    },
  };
}

function received(
  { database }: Runtime,
  store: PartStore,
  description: ContentDescription,
): ReceivedContent {
  const { mimeType, sizeBytes, sha256 } = description;
  const content = { ...store.content, mimeType, sizeBytes, sha256 };
  let isKept = false;
  return {
    ...description,
    readWhole: async () => store.firstPart() ?? readWhole(database, content),
    async keep(transaction, at) {
      const firstPart = store.firstPart();
      if (firstPart) {
        await insertContent(transaction, { ...content, createdAt: at, keptAt: at });
        await writeChunks(transaction, content, firstPart);
      } else {
        await completeContent(transaction, { ...content, at });
      }
      transaction.afterCommit(() => {
        isKept = true;
      });
    },
    async release() {
      if (!isKept) await store.release();
    },
  };
}

/** Declared by callers that do not know the type. */
const UNKNOWN = 'application/octet-stream';
/** Old Office formats share one signature, so the declared type distinguishes them. */
const COMPOUND_FILE = 'application/x-cfb';
const COMPOUND_TYPES: readonly string[] = [
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
];
/** Container formats that programs confuse. */
const FAMILIES: readonly (readonly string[])[] = [
  ['video/mp4', 'audio/mp4', 'video/quicktime', 'video/3gpp'],
  ['video/webm', 'video/matroska'],
];
const TEXT = /^text\//;

/**
 * The type of a file by its first bytes and the declared type, under its canonical name. Throws
 * `unsupported_media_type` for types that are not accepted and for content that does not match the
 * declared type.
 */
export async function recogniseType(
  start: Uint8Array,
  contentType: string | undefined,
): Promise<string> {
  const declared = declaredType(contentType);
  const detectedType = await sniff(start);
  if (detectedType === undefined) return textType(start, declared);
  if (detectedType === COMPOUND_FILE && declared && COMPOUND_TYPES.includes(declared))
    return declared;
  const name = mediaTypeName(detectedType);
  if (name === undefined) throw notTaken(detectedType);
  if (declared === undefined || declared === name) return name;
  if (!FAMILIES.some((family) => family.includes(declared) && family.includes(name))) {
    throw mismatch(declared, name);
  }
  return declared.startsWith('audio/') ? declared : name;
}

/** Whether files of this type must be text. */
function isTextType(name: string): boolean {
  return TEXT.test(name);
}

function declaredType(contentType: string | undefined): string | undefined {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (mediaType === '' || mediaType === UNKNOWN) return undefined;
  const name = mediaTypeName(mediaType);
  if (name === undefined) throw notTaken(mediaType);
  return name;
}

async function sniff(start: Uint8Array): Promise<string | undefined> {
  // Loaded for the first file: most commands never need it.
  const { fileTypeFromBuffer } = await import('file-type');
  // A file truncated within its first chunk has no recognisable type.
  const detected = await fileTypeFromBuffer(start).catch(() => undefined);
  return detected?.mime;
}

function textType(start: Uint8Array, declared: string | undefined): string {
  if (declared !== undefined && !isTextType(declared)) throw mismatch(declared, undefined);
  const fault = faultOfText(start);
  if (fault === 'binary') throw notTaken(undefined);
  if (fault === 'markup') throw notTaken('text with markup or a script');
  return declared ?? 'text/plain';
}

const MARKUP = /^\s*(?:<[!?/a-z]|#!)|<(?:!doctype|html|head|body|script|svg|iframe|object)\b/i;
const LOOKED_AT = 4096;

function faultOfText(start: Uint8Array): 'binary' | 'markup' | undefined {
  if (hasControlBytes(start)) return 'binary';
  const text = new TextDecoder().decode(start.subarray(0, LOOKED_AT));
  return MARKUP.test(text) ? 'markup' : undefined;
}

/**
 * Whether bytes contain characters invalid in text: control characters other than line ends, tabs
 * and page feeds.
 */
function hasControlBytes(bytes: Uint8Array): boolean {
  return bytes.some(
    (byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13,
  );
}

/** The error for a file type that is not accepted. */
function notTaken(detectedType: string | undefined): FarmError {
  const description =
    detectedType === undefined ? 'of no type that is known' : `${detectedType}, which is not taken`;
  const extensions = [...new Set(Object.values(mediaTypes).map(({ extension }) => extension))];
  return new FarmError('unsupported_media_type', {
    code: 'type_not_taken',
    message: `The file is ${description}; send one of ${extensions.join(', ')}.`,
  });
}

function mismatch(declared: string, detectedType: string | undefined): FarmError {
  const description =
    detectedType === undefined ? 'its bytes are not' : `its bytes are ${detectedType}`;
  return new FarmError('unsupported_media_type', {
    code: 'type_mismatch',
    message: `The file is said to be ${declared}, but ${description}.`,
  });
}
