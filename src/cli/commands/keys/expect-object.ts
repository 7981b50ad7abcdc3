import { ConnectionFailed, type FailedRequest } from '../../../client/errors.ts';
import type { Values } from '../../output/output.ts';

/** The answer as an object; throws when the server answered with anything else. */
export function expectObject(data: unknown, request: FailedRequest): Values {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (isObject) return data as Values;
  throw new ConnectionFailed('not_understood', request);
}
