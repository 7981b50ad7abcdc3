import { FarmError } from '../../model/errors.ts';
import { mediaTypeName, mediaTypes } from '../../model/media-types.ts';

/** What a caller says when it does not know. */
const UNKNOWN = 'application/octet-stream';
/** The old office formats look alike from outside: which one it is, the caller says. */
const COMPOUND_FILE = 'application/x-cfb';
const COMPOUND_TYPES: readonly string[] = [
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
];
/** Containers whose names programs mix up. */
const FAMILIES: readonly (readonly string[])[] = [
  ['video/mp4', 'audio/mp4', 'video/quicktime', 'video/3gpp'],
  ['video/webm', 'video/matroska'],
];
const TEXT = /^text\//;

/**
 * What a file is, by its first bytes and what the caller says of it, under the name it is kept by.
 * Throws `unsupported_media_type` for what is not taken and for what is not what it is said to be.
 */
export async function recogniseType(
  start: Uint8Array,
  contentType: string | undefined,
): Promise<string> {
  const said = saidType(contentType);
  const seen = await sniff(start);
  if (seen === undefined) return textType(start, said);
  if (seen === COMPOUND_FILE && said && COMPOUND_TYPES.includes(said)) return said;
  const name = mediaTypeName(seen);
  if (name === undefined) throw notTaken(seen);
  if (said === undefined || said === name) return name;
  if (!FAMILIES.some((family) => family.includes(said) && family.includes(name))) {
    throw mismatch(said, name);
  }
  return said.startsWith('audio/') ? said : name;
}

/** Whether the bytes of a file of this type must be text. */
export function isTextType(name: string): boolean {
  return TEXT.test(name);
}

function saidType(contentType: string | undefined): string | undefined {
  const bare = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (bare === '' || bare === UNKNOWN) return undefined;
  const name = mediaTypeName(bare);
  if (name === undefined) throw notTaken(bare);
  return name;
}

async function sniff(start: Uint8Array): Promise<string | undefined> {
  // Loaded when the first file comes: most commands never need it.
  const { fileTypeFromBuffer } = await import('file-type');
  // A file that is cut off inside its first chunk is no type that could be told.
  const found = await fileTypeFromBuffer(start).catch(() => undefined);
  return found?.mime;
}

function textType(start: Uint8Array, said: string | undefined): string {
  if (said !== undefined && !isTextType(said)) throw mismatch(said, undefined);
  const fault = faultOfText(start);
  if (fault === 'binary') throw notTaken(undefined);
  if (fault === 'markup') throw notTaken('text with markup or a script');
  return said ?? 'text/plain';
}

const MARKUP = /^\s*(?:<[!?/a-z]|#!)|<(?:!doctype|html|head|body|script|svg|iframe|object)\b/i;
const LOOKED_AT = 4096;

function faultOfText(start: Uint8Array): 'binary' | 'markup' | undefined {
  if (hasControlBytes(start)) return 'binary';
  const text = new TextDecoder().decode(start.subarray(0, LOOKED_AT));
  return MARKUP.test(text) ? 'markup' : undefined;
}

/** Whether bytes hold what no text does: control characters other than line ends, tabs and page feeds. */
export function hasControlBytes(bytes: Uint8Array): boolean {
  return bytes.some(
    (byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13,
  );
}

/** The refusal of a file of another type than those that are taken. */
export function notTaken(seen: string | undefined): FarmError {
  const what = seen === undefined ? 'of no type that is known' : `${seen}, which is not taken`;
  const taken = [...new Set(Object.values(mediaTypes).map(({ extension }) => extension))];
  return new FarmError('unsupported_media_type', {
    code: 'type_not_taken',
    message: `The file is ${what}; send one of ${taken.join(', ')}.`,
  });
}

function mismatch(said: string, seen: string | undefined): FarmError {
  const found = seen === undefined ? 'its bytes are not' : `its bytes are ${seen}`;
  return new FarmError('unsupported_media_type', {
    code: 'type_mismatch',
    message: `The file is said to be ${said}, but ${found}.`,
  });
}
