import type { ByteRange } from './content-chunks.ts';

/** The grammar of RFC 9110, which allows no white space inside a single range. */
const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * The stretch that a `Range` header asks for. Undefined for the whole file: no header, another unit,
 * several stretches, or one that is malformed, as RFC 9110 has it. `outside` when the file ends
 * before it.
 */
export function byteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = ONE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), sizeBytes);
    return length === 0 ? 'outside' : { first: sizeBytes - length, last: sizeBytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= sizeBytes ? 'outside' : { first, last };
}
