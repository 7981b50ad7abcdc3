import { isUtf8 } from 'node:buffer';
import { validationFailed } from '../../../model/errors.ts';

const LINE_FEED = 0x0a;
/** Letters that are enough to tell code pages apart. */
const MOST_SAMPLED = 10_000;

/**
 * The text of a file: UTF-8, or UTF-16 that says so by its mark, or as the sender says. Nothing is
 * guessed: other bytes are refused with the line and what they are likely to be.
 */
export function decodeText(bytes: Uint8Array, encoding: string | undefined): string {
  const found = encoding ?? (wideEncodingOf(bytes) || 'utf-8');
  try {
    return new TextDecoder(found, { fatal: true }).decode(bytes);
  } catch {
    throw undecodable(bytes, found);
  }
}

function wideEncodingOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function undecodable(bytes: Uint8Array, encoding: string) {
  if (encoding !== 'utf-8') {
    return fault(`The file is not text in ${encoding}.`);
  }
  const { number, line } = firstBadLine(bytes);
  const likely = likelyEncoding(line);
  const hint =
    likely === undefined
      ? 'save it as UTF-8, or name its encoding with encoding='
      : `it looks like ${likely}: pass encoding=${likely}, or save it as "CSV UTF-8"`;
  return fault(`Line ${number} of the file is not text in UTF-8; ${hint}.`);
}

function fault(message: string) {
  return validationFailed([{ path: 'body', code: 'invalid_character', message }]);
}

function firstBadLine(bytes: Uint8Array): { readonly number: number; readonly line: Uint8Array } {
  let number = 1;
  for (let from = 0; from < bytes.length; number++) {
    const end = bytes.indexOf(LINE_FEED, from);
    const line = bytes.subarray(from, end === -1 ? bytes.length : end);
    if (!isUtf8(line)) return { number, line };
    if (end === -1) break;
    from = end + 1;
  }
  return { number, line: bytes };
}

/** The letters of the code pages that spreadsheets still write by default, where they are told apart. */
function likelyEncoding(line: Uint8Array): string | undefined {
  const high: number[] = [];
  for (const byte of line) {
    if (byte >= 0x80) high.push(byte);
    if (high.length === MOST_SAMPLED) break;
  }
  const isMostly = (from: number, to: number) =>
    high.filter((byte) => byte >= from && byte <= to).length >= high.length * 0.9;
  if (isMostly(0xe0, 0xfa)) return 'windows-1255';
  return isMostly(0xa1, 0xdf) ? 'windows-874' : undefined;
}
