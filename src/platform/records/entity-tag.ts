import { FarmError } from '../../model/errors.ts';

/** The ETag of a version: `"v3"`. */
export function entityTag(version: number): string {
  return `"v${version}"`;
}

/** Whether `If-None-Match` names the version, also as a proxy has weakened it; `*` names all. */
export function matchesEntityTag(header: string, version: number): boolean {
  return matchesStrongly(header.replaceAll('W/"', '"'), version);
}

function matchesStrongly(header: string, version: number): boolean {
  const tags = header.split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.includes(entityTag(version));
}

/** Throws `precondition_failed` when the caller changes a version it has not seen. */
export function requireMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || matchesStrongly(ifMatch, version)) return;
  throw new FarmError('precondition_failed', {
    code: 'version_changed',
    message: `The row has version ${version} now; read it again before changing it.`,
    headers: { etag: entityTag(version) },
  });
}
