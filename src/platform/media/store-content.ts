import { FarmError, refused, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { media } from '../../model/resources/media.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import {
  dropContentsOf,
  findContent,
  type MediaContent,
  sumContentBytes,
} from '../../storage/system/media.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { WriteWork } from '../audit/audited-requests.ts';
import { scopeOf } from '../core/actor.ts';
import type { RequestContext, Result } from '../core/request-context.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import type { Runtime } from '../core/runtime.ts';
import { findRowToChange } from '../records/update-record.ts';
import { changeRecord } from '../records/write-record.ts';
import { requireUnsealed } from '../rules/related-rows.ts';
import type { ImageSize, ImageWork } from './image-findings.ts';
import { type ReceivedContent, receiveContent } from './receive-content.ts';

/** A file as it comes with a request. */
export interface ContentUpload {
  readonly id: string;
  readonly contentType: string | undefined;
  /** The SHA-256 that the caller has announced, as hex. */
  readonly announcedSha256: string | undefined;
  /** Whether the caller may be repeating itself, and is given its first answer then. */
  readonly isRepeatable: boolean;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A file that has arrived, and what is left to do in the transaction. */
export interface PreparedContent {
  /** As hex. */
  readonly sha256: string;
  readonly work: WriteWork;
  /** Gives up what the work has not kept; called in any case. */
  release(): Promise<void>;
}

/** The runtime with what pictures are worked on with. */
export type MediaRuntime = Runtime & { readonly images: ImageWork };

/**
 * `PUT /os/media/{id}/content`: takes the file in, before any transaction; what is returned makes it
 * the file of its row inside one.
 */
export async function prepareContent(
  runtime: MediaRuntime,
  call: RequestContext,
  upload: ContentUpload,
): Promise<PreparedContent> {
  // Who may not store a file is told so before it is sent.
  const owner = await runtime.database.transaction(async (transaction) => {
    const { row, current } = await findPlace(runtime, transaction, { call, id: upload.id });
    if (!upload.isRepeatable) requireExpected(call, current);
    return { orgId: row.orgId, farmId: row.farmId ?? '', mediaId: row.id };
  });
  const content = await receiveContent(runtime, owner, upload);
  try {
    requireAnnounced(upload.announcedSha256, content.sha256);
    const size = await measure(runtime.images, content);
    return {
      sha256: content.sha256,
      work: (transaction) => store(runtime, transaction, { call, id: upload.id, content, size }),
      release: () => content.release(),
    };
  } catch (error) {
    await content.release();
    throw error;
  }
}

interface Place {
  readonly row: StoredRow;
  readonly context: RuleContext;
  readonly current: MediaContent | undefined;
}

/** The row and the file it has, once the caller may replace it. */
async function findPlace(
  runtime: Runtime,
  transaction: Transaction,
  { call, id }: { readonly call: RequestContext; readonly id: string },
): Promise<Place> {
  // The condition of this request is about the file, not about the version of its row.
  const { ifMatch: _, ...unconditional } = call;
  const request = { definition: media, call: unconditional, id };
  const { row, context } = await findRowToChange(runtime, transaction, request);
  await requireUnsealed('media', row, context);
  const scope = scopeOf(call.actor);
  const current = await findContent(transaction, { mediaId: id, variant: 'original', scope });
  return { row, context, current };
}

function requireAnnounced(announced: string | undefined, sha256: string): void {
  if (announced === undefined || announced === sha256) return;
  throw validationFailed([
    {
      path: 'Content-Digest',
      code: 'inconsistent',
      message: 'Content-Digest is not the digest of what arrived; send the file again.',
    },
  ]);
}

async function measure(
  images: ImageWork,
  content: ReceivedContent,
): Promise<ImageSize | undefined> {
  if (content.kind !== 'image') return undefined;
  return images.measure(await content.readWhole());
}

async function store(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly call: RequestContext;
    readonly id: string;
    readonly content: ReceivedContent;
    readonly size: ImageSize | undefined;
  },
): Promise<Result> {
  const { call, id, content, size } = input;
  // Nobody makes a small picture of a file that is being replaced.
  await transaction.lock(`media ${id}`);
  const { row, context, current } = await findPlace(runtime, transaction, { call, id });
  requireExpected(call, current);
  const { mimeType, kind, sizeBytes, sha256 } = content;
  const isSame = current?.sha256 === sha256 && current.mimeType === mimeType;
  if (!isSame) {
    await requireRoom(transaction, row.orgId, sizeBytes - (current?.sizeBytes ?? 0));
    const at = formatInstant(call.at);
    await dropContentsOf(transaction, { mediaId: id, at });
    await content.keep(transaction, at);
  }
  const { width = null, height = null } = size ?? {};
  const facts = { mimeType, kind, sizeBytes, width, height };
  // What was seen in the file before is not said of this one.
  const unseen = { aiSeverity: null, aiSummary: null, analyzedAt: null };
  const changes = isSame ? facts : { ...facts, ...unseen };
  const written = await changeRecord(media, { before: row, changes }, context);
  return { status: 200, headers: { etag: contentTag({ sha256 }) }, body: written.json };
}

async function requireRoom(transaction: Transaction, orgId: string, more: number): Promise<void> {
  // Uploads of the organisation on all instances count one after the other.
  await transaction.lock(`media-quota ${orgId}`);
  const used = await sumContentBytes(transaction, orgId);
  const most = limits.mediaBytesPerOrganisation;
  if (used + more <= most) return;
  throw refused(
    'media_quota',
    `The files of the organisation may take ${most / 1024 ** 3} GiB together; delete some first.`,
  );
}

/** The ETag of a file: its SHA-256, so that the same bytes have the same. */
export function contentTag({ sha256 }: Pick<MediaContent, 'sha256'>): string {
  return `"sha256-${sha256}"`;
}

/** Whether a list of ETags names the file; `*` names any. */
export function namesContent(
  header: string,
  content: Pick<MediaContent, 'sha256'> | undefined,
): boolean {
  if (!content) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(contentTag(content));
}

/** Told where there is no file, so that the answer says so. */
const NO_FILE = '"none"';

/** Throws `precondition_failed` when a file would be replaced that the caller does not mean. */
function requireExpected(
  { ifMatch, ifNoneMatch }: Pick<RequestContext, 'ifMatch' | 'ifNoneMatch'>,
  content: MediaContent | undefined,
): void {
  const isMeant = ifMatch === undefined || namesContent(ifMatch, content);
  const isNew = ifNoneMatch === undefined || !namesContent(ifNoneMatch, content);
  if (isMeant && isNew) return;
  throw new FarmError('precondition_failed', {
    code: 'content_changed',
    message: content
      ? `The file is ${contentTag(content)} now; read it again before replacing it.`
      : 'The media item has no file.',
    headers: { etag: content ? contentTag(content) : NO_FILE },
  });
}
