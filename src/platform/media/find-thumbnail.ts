import { createHash } from 'node:crypto';
import { FarmError, refused } from '../../model/errors.ts';
import { limits } from '../../model/limits.ts';
import { mediaTypes } from '../../model/media-types.ts';
import {
  findContent,
  insertContent,
  type MediaContent,
} from '../../storage/system/media-contents.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../runtime.ts';
import { readWhole, writeChunks } from './content-chunks.ts';
import type { MediaRuntime } from './store-content.ts';

/** The small picture of an image; made when it is first asked for, and kept with it. */
export async function findThumbnail(
  runtime: MediaRuntime,
  original: MediaContent,
): Promise<MediaContent> {
  const kept = await findKept(runtime, original);
  if (kept) return kept;
  const bytes = await readPicture(runtime, original, limits.thumbnailPixels);
  return keep(runtime, original, bytes);
}

/** A JPEG of an image, at most so many pixels wide and high; throws `action_refused` for no image. */
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

function findKept({ database }: Runtime, { orgId, mediaId }: MediaContent) {
  const scope = { orgId, farmIds: 'all' } as const;
  return findContent(database, { mediaId, variant: 'thumbnail', scope });
}

/** Keeps a picture beside its image, unless somebody was quicker or the image was replaced. */
async function keep(
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
