import { createHash } from 'node:crypto';
import { FarmError } from '../../model/errors.ts';
import { limits } from '../../model/limits.ts';
import { type MediaKind, mediaBytes, mediaTypes } from '../../model/media-types.ts';
import type { Transaction } from '../../storage/database.ts';
import { insertChunk } from '../../storage/system/media-chunks.ts';
import {
  dropContent,
  insertContent,
  keepContent,
  type MediaContent,
} from '../../storage/system/media-contents.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../runtime.ts';
import { inParts, readWhole, writeChunks } from './content-chunks.ts';
import { hasControlBytes, isTextType, notTaken, recogniseType } from './recognise-type.ts';

/** A file on its way in. */
export interface IncomingContent {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** As the caller says it. */
  readonly contentType?: string | undefined;
}

/** A file that has arrived whole and is what it should be, but is nobody's yet. */
export interface ReceivedContent {
  readonly mimeType: string;
  readonly kind: MediaKind;
  readonly sizeBytes: number;
  /** As hex. */
  readonly sha256: string;
  /** All its bytes; only for kinds that are small. */
  readWhole(): Promise<Buffer>;
  /** Makes it the file of its row, in the transaction of the change. */
  keep(transaction: Transaction, at: string): Promise<void>;
  /** Gives up what was not kept. */
  release(): Promise<void>;
}

type Owner = Pick<MediaContent, 'orgId' | 'farmId' | 'mediaId'>;

/**
 * Takes a file in, piece by piece: never more than one is in memory. What fits into one is written
 * with the change itself; of a longer one the pieces are put aside one by one, so that no other
 * write waits long for them. Throws `unsupported_media_type`, `payload_too_large`, or
 * `validation_failed` for an empty one.
 */
export async function receiveContent(
  runtime: Runtime,
  owner: Owner,
  incoming: IncomingContent,
): Promise<ReceivedContent> {
  const shelf = createShelf(runtime, owner);
  try {
    const told = await takeIn(incoming, shelf);
    return received(runtime, shelf, told);
  } catch (error) {
    await shelf.release();
    throw error;
  }
}

interface Told {
  readonly mimeType: string;
  readonly kind: MediaKind;
  readonly sizeBytes: number;
  readonly sha256: string;
}

async function takeIn({ chunks, contentType }: IncomingContent, shelf: Shelf): Promise<Told> {
  const hash = createHash('sha256');
  let mimeType: string | undefined;
  let sizeBytes = 0;
  for await (const part of inParts(chunks, limits.mediaChunkBytes)) {
    mimeType ??= await recogniseType(part, contentType);
    sizeBytes += part.length;
    requireSize(kindOf(mimeType), sizeBytes);
    if (isTextType(mimeType) && hasControlBytes(part)) throw notTaken(undefined);
    hash.update(part);
    await shelf.put(part);
  }
  if (mimeType === undefined) throw empty();
  return { mimeType, kind: kindOf(mimeType), sizeBytes, sha256: hash.digest('hex') };
}

function kindOf(mimeType: string): MediaKind {
  return mediaTypes[mimeType]?.kind ?? 'document';
}

/** Throws `payload_too_large` naming the limit of the kind. */
export function requireSize(kind: MediaKind, bytes: number): void {
  const most = mediaBytes[kind];
  if (bytes <= most) return;
  throw new FarmError('payload_too_large', {
    code: 'file_too_large',
    message: `A file of kind ${kind} may have ${most / 1024 / 1024} MiB at most.`,
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

/** Where pieces lie until their file is kept: the first in memory, then all in the database. */
interface Shelf {
  readonly content: MediaContent;
  put(part: Buffer): Promise<void>;
  /** The one piece of a small file; undefined once the pieces lie in the database. */
  held(): Buffer | undefined;
  release(): Promise<void>;
}

function createShelf({ database, ids, clock }: Runtime, owner: Owner): Shelf {
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
  let held: Buffer | undefined;
  let parts = 0;
  const write = (bytes: Buffer) =>
    insertChunk(database, { contentId: content.id, part: parts++, bytes });
  return {
    content,
    async put(part) {
      if (parts === 0 && !held) {
        held = part;
        return;
      }
      if (held) {
        await insertContent(database, { ...content, createdAt: now(), keptAt: null });
        await write(held);
        held = undefined;
      }
      await write(part);
    },
    held: () => held,
    async release() {
      // What cannot be marked now is found by the sweep.
      if (parts > 0) await dropContent(database, { id: content.id, at: now() }).catch(() => {});
    },
  };
}

function received({ database }: Runtime, shelf: Shelf, told: Told): ReceivedContent {
  const { mimeType, sizeBytes, sha256 } = told;
  const content = { ...shelf.content, mimeType, sizeBytes, sha256 };
  let isKept = false;
  return {
    ...told,
    readWhole: async () => shelf.held() ?? readWhole(database, content),
    async keep(transaction, at) {
      const held = shelf.held();
      if (held) {
        await insertContent(transaction, { ...content, createdAt: at, keptAt: at });
        await writeChunks(transaction, content, held);
      } else {
        await keepContent(transaction, { ...content, at });
      }
      transaction.afterCommit(() => {
        isKept = true;
      });
    },
    async release() {
      if (!isKept) await shelf.release();
    },
  };
}
