// Control characters (C0, DEL, C1), bidirectional controls, line and paragraph separators,
// interlinear annotation and reversal marks, and unpaired surrogates.
const HOSTILE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu;
const LAYOUT = /([\t\n]|\r\n)/;

/**
 * Replaces everything that could control a terminal or misrepresent the text with a visible escape:
 * `\x1b`, `\u202e`. Line breaks and tabs become `\n` and `\t`.
 */
export function neutralise(text: string): string {
  return text.replace(HOSTILE, visibleEscape);
}

/** Like `neutralise`, but keeps line breaks and tabs: for multi-line text. */
export function neutraliseLines(text: string): string {
  return text
    .split(LAYOUT)
    .map((part) => (LAYOUT.test(part) ? part : neutralise(part)))
    .join('');
}

/** Escapes the same characters in JSON, which does not change the value. */
export function escapeForJson(json: string): string {
  return json.replace(HOSTILE, (character) =>
    // Line breaks and spaces between the values of a document are not part of any value.
    character === '\n' ? character : unicodeEscape(character),
  );
}

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };

function visibleEscape(character: string): string {
  const code = character.charCodeAt(0);
  const shortEscape = shortEscapes[character];
  if (shortEscape !== undefined) return shortEscape;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : unicodeEscape(character);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A multi-line JSON document; characters that could control a terminal are escaped. */
export function renderJson(value: unknown): string {
  return `${escapeForJson(JSON.stringify(value ?? null, undefined, 2))}\n`;
}

/** The same on a single line. */
export function renderJsonLine(value: unknown): string {
  return `${escapeForJson(JSON.stringify(value ?? null))}\n`;
}
