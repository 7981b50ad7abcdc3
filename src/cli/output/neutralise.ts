// Control characters (C0, DEL, C1), bidirectional controls, line and paragraph separators, marks
// that annotate or reverse text, and halves of surrogate pairs.
const HOSTILE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu;
const LAYOUT = /([\t\n]|\r\n)/;

/**
 * The text with everything in it that could steer a terminal, or show it other than it is, as a
 * visible escape: `\x1b`, `\u202e`. Line breaks and tabs become `\n` and `\t`.
 */
export function neutralise(text: string): string {
  return text.replace(HOSTILE, visibleEscape);
}

/** The same, where line breaks and tabs stay: for text over several lines. */
export function neutraliseLines(text: string): string {
  return text
    .split(LAYOUT)
    .map((part) => (LAYOUT.test(part) ? part : neutralise(part)))
    .join('');
}

/** The same characters as JSON writes them: the value stays what it was. */
export function escapeForJson(json: string): string {
  return json.replace(HOSTILE, (character) =>
    // The line breaks and spaces between the values of a document are not part of any value.
    character === '\n' ? character : unicodeEscape(character),
  );
}

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };

function visibleEscape(character: string): string {
  const code = character.charCodeAt(0);
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : unicodeEscape(character);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** One JSON document over several lines; what could steer a terminal is written as an escape. */
export function renderJson(value: unknown): string {
  return `${escapeForJson(JSON.stringify(value ?? null, undefined, 2))}\n`;
}

/** The same on one line. */
export function renderJsonLine(value: unknown): string {
  return `${escapeForJson(JSON.stringify(value ?? null))}\n`;
}
