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

/** A file sent in a request. */
export interface ContentUpload {
  readonly id: string;
  readonly contentType: string | undefined;
  /** The SHA-256 announced by the caller, hexadecimal. */
  readonly announcedSha256: string | undefined;
  /** Whether the request may be a repetition, which then gets the first answer. */
  readonly isRepeatable: boolean;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A received file, and the remaining work for the transaction. */
export interface PreparedContent {
  /** Hexadecimal. */
  readonly sha256: string;
  readonly work: WriteWork;
  /** Deletes what the work has not stored; always called. */
  release(): Promise<void>;
}

/** The runtime with image processing. */
export type MediaRuntime = Runtime & { readonly images: ImageWork };

/**
 * `PUT /os/media/{id}/content`: receives the file outside any transaction; the returned work
 * assigns it to its row inside one.
 */
export async function prepareContent(
  runtime: MediaRuntime,
  call: RequestContext,
  upload: ContentUpload,
): Promise<PreparedContent> {
  // Callers who may not store a file are refused before they send it.
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

/** The row and its current file, if the caller may replace it. */
async function findPlace(
  runtime: Runtime,
  transaction: Transaction,
  { call, id }: { readonly call: RequestContext; readonly id: string },
): Promise<Place> {
  // The request's condition applies to the file, not to the version of its row.
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
  // Prevents creating a thumbnail of a file that is being replaced.
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
  // Findings in the previous file do not apply to this one.
  const unseen = { aiSeverity: null, aiSummary: null, analyzedAt: null };
  const changes = isSame ? facts : { ...facts, ...unseen };
  const written = await changeRecord(media, { before: row, changes }, context);
  return { status: 200, headers: { etag: contentTag({ sha256 }) }, body: written.json };
}

async function requireRoom(
  transaction: Transaction,
  orgId: string,
  addedBytes: number,
): Promise<void> {
  // The quota is checked by one upload of the organisation at a time, on all instances.
  await transaction.lock(`media-quota ${orgId}`);
  const used = await sumContentBytes(transaction, orgId);
  const maximum = limits.mediaBytesPerOrganisation;
  if (used + addedBytes <= maximum) return;
  throw refused(
    'media_quota',
    `The files of the organisation may take ${maximum / 1024 ** 3} GiB together; delete some first.`,
  );
}

/** The ETag of a file: its SHA-256, so that identical content has an identical ETag. */
export function contentTag({ sha256 }: Pick<MediaContent, 'sha256'>): string {
  return `"sha256-${sha256}"`;
}

/** Whether a list of ETags includes the file; `*` matches any. */
export function namesContent(
  header: string,
  content: Pick<MediaContent, 'sha256'> | undefined,
): boolean {
  if (!content) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(contentTag(content));
}

/** Reported as the ETag when there is no file. */
const NO_FILE = '"none"';

/** Throws `precondition_failed` when the file to be replaced is not the expected one. */
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
