import type { OpenResponse } from './transport.ts';

const LONGEST_ERROR = 64 * 1024;

/** The text of an answer that is an error, as far as it is of use; the rest is not read. */
export async function readErrorText({ chunks }: OpenResponse): Promise<string> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    read.push(chunk);
    bytes += chunk.length;
    if (bytes > LONGEST_ERROR) break;
  }
  return Buffer.concat(read).toString('utf8');
}
