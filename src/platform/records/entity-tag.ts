import { hash } from 'node:crypto';
import { FarmError } from '../../model/errors.ts';

/** The ETag of a version: `"v3"`. */
export function entityTag(version: number): string {
  return `"v${version}"`;
}

/** The ETag of an answer that has no version, by its bytes. */
export function contentTag(body: Uint8Array): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** Whether `If-None-Match` names the ETag, also as a proxy has weakened it; `*` names all. */
export function matchesEntityTag(header: string, tag: string): boolean {
  return matchesStrongly(header.replaceAll('W/"', '"'), tag);
}

function matchesStrongly(header: string, tag: string): boolean {
  const tags = header.split(',').map((given) => given.trim());
  return tags.includes('*') || tags.includes(tag);
}

/** Throws `precondition_failed` when the caller changes a version it has not seen. */
export function requireMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || matchesStrongly(ifMatch, entityTag(version))) return;
  throw new FarmError('precondition_failed', {
    code: 'version_changed',
    message: `The row has version ${version} now; read it again before changing it.`,
    headers: { etag: entityTag(version) },
  });
}
