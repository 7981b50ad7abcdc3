import { FarmError } from '../../model/errors.ts';
import type { MediaContent } from '../../storage/system/media-contents.ts';
import type { Call } from '../requests/call.ts';

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
export function requireExpected(
  { ifMatch, ifNoneMatch }: Pick<Call, 'ifMatch' | 'ifNoneMatch'>,
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
