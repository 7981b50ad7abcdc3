import { trimEndOf } from '../../tools/trim-end-of.ts';

const LONGEST_NAME = 120;
/** Control characters, direction marks, and what separates paths or would end a header. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]+/gu;
/** What RFC 8187 lets stand; everything else is percent-encoded. */
const NOT_PLAIN = /['()*]/g;

/**
 * The header `Content-Disposition` with the name of a file, which people have chosen. The plain form
 * is for programs that do not read the encoded one (RFC 6266).
 */
export function contentDisposition(
  name: string,
  { extension, isShown }: { readonly extension: string; readonly isShown: boolean },
): string {
  const fileName = safeFileName(name, extension);
  const plain = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/%/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    NOT_PLAIN,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const way = isShown ? 'inline' : 'attachment';
  return `${way}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A name that can be a file's on every system, with the ending of its type. */
function safeFileName(name: string, extension: string): string {
  const cleaned = name
    .replace(UNSAFE, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[. ]+/, '');
  const letters = [...(cleaned === '' ? 'file' : cleaned)].slice(0, LONGEST_NAME);
  const base = trimEndOf(letters.join(''), '. ');
  return base.toLowerCase().endsWith(`.${extension}`) ? base : `${base}.${extension}`;
}
