import { trimEndOf } from '../../tools/trim-end-of.ts';

/** The server of a profile that keeps its database on this machine and needs no server. */
export const EMBEDDED = 'embedded';

const API_PATH = /\/v1\/platform$/;

/**
 * A server as it is compared and called: `embedded`, or an http(s) address without a trailing slash
 * or the path of the API. Undefined when it is neither, or holds user info, a query or a fragment.
 */
export function parseServerAddress(text: string): string | undefined {
  if (text === EMBEDDED) return EMBEDDED;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username || url.password || url.search || url.hash) return undefined;
  const path = trimEndOf(url.pathname, '/').replace(API_PATH, '');
  return url.origin + path;
}

/** Whether two servers are the same place, so that a key of one may be sent to the other. */
export function isSameServer(left: string, right: string): boolean {
  if (left === EMBEDDED || right === EMBEDDED) return left === right;
  return new URL(left).origin === new URL(right).origin;
}
