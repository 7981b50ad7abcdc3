import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { limits } from '../model/limits.ts';

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** The caller's `x-request-id` when it is 1–200 visible ASCII characters, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id'];
  const isUsable =
    typeof sent === 'string' && sent.length <= limits.requestIdLength && VISIBLE_ASCII.test(sent);
  return isUsable ? sent : `req_${randomUUID()}`;
}
