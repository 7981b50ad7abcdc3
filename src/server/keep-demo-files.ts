import { createHash } from 'node:crypto';
import type { DemoData } from '../mock/demo-farm/demo-data.ts';
import { demoFile } from '../mock/demo-farm/demo-file.ts';
import { limits } from '../model/limits.ts';
import type { Transaction } from '../storage/database.ts';
import { insertChunk } from '../storage/system/media-chunks.ts';
import { insertContent } from '../storage/system/media-contents.ts';
import { createIdFactory } from '../tools/ids.ts';
import { createDemoRandom } from '../tools/random.ts';

/** Keeps the files that the media items of the demo farm tell of. */
export async function keepFiles(
  transaction: Transaction,
  { media }: Pick<DemoData['rows'], 'media'>,
  demo: { readonly orgId: string; readonly seed: number; readonly now: number },
): Promise<void> {
  const { orgId, seed, now } = demo;
  const ids = createIdFactory(() => now, createDemoRandom(`${seed}/files`).fill);
  for (const { id: mediaId, farmId, createdAt, category, description } of media) {
    if (farmId === null) continue;
    const subject = { category: String(category), number: String(description ?? '') };
    const { bytes, mimeType } = demoFile(subject);
    const id = ids.create('content');
    await insertContent(transaction, {
      ...{ id, orgId, farmId, mediaId, mimeType, createdAt, keptAt: createdAt },
      variant: 'original',
      sizeBytes: bytes.length,
      chunkBytes: limits.mediaChunkBytes,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    await insertChunk(transaction, { contentId: id, part: 0, bytes });
  }
}
