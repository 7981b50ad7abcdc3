// Characters that start a formula in spreadsheets, full-width forms included.
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
// Leading apostrophes included, so that escaping is reversible for every text.
const TO_ESCAPE = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const ESCAPED = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Whether a spreadsheet would run the text as a formula. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text);
}

/** Escapes a possible formula with a leading apostrophe, so that spreadsheets show it as text. */
export function escapeFormula(text: string): string {
  return TO_ESCAPE.test(text) ? `'${text}` : text;
}

/** Reverses `escapeFormula`; any other text is returned unchanged. */
export function unescapeFormula(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}

/**
 * Maximum UTF-16 code units of an Excel cell; Excel reports a workbook with longer cells as
 * damaged.
 */
const LONGEST_CELL = 32_767;
const TRUNCATION_MARK = / … \[truncated: \d+ characters\]$/;

/** The text if it fits into a cell, else its beginning and a marker with the full length. */
export function truncateForCell(text: string): string {
  if (text.length <= LONGEST_CELL) return text;
  const mark = ` … [truncated: ${text.length} characters]`;
  const head = text.slice(0, LONGEST_CELL - mark.length);
  // Drop an unpaired surrogate.
  return head.replace(/[\ud800-\udbff]$/, '') + mark;
}

/** Whether `truncateForCell` shortened the text: a full cell that ends with the marker. */
export function isTruncatedForCell(cell: string): boolean {
  return cell.length >= LONGEST_CELL - 1 && TRUNCATION_MARK.test(cell.slice(-60));
}

/**
 * Removes these characters from the end of a text. A regular expression such as `/0+$/` takes
 * quadratic time on a long run of zeros.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** The size of a JSON text, as far as it is known before parsing. */
export interface JsonSize {
  /** Whether arrays and objects are nested deeper than allowed. */
  readonly isTooDeep: boolean;
  /** Items of the outermost array; at least 1, even if it is empty. */
  readonly items: number;
}

/** Measures a JSON text in one pass without recursion; stops once it is too deep. */
export function measureJson(text: string, mostDepth: number): JsonSize {
  let depth = 0;
  let items = 1;
  for (let at = 0; at < text.length && depth <= mostDepth; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    else if (code === COMMA && depth === 1) items += 1;
  }
  return { isTooDeep: depth > mostDepth, items };
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

const CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
const POP_EMBEDDING = '\u202c';
const POP_ISOLATE = '\u2069';
const EMBEDDINGS = '\u202a\u202b\u202d\u202e';

/**
 * Closes all open bidirectional embeddings and isolates of a text, so that the following text keeps
 * its own direction. Unmatched terminators are removed.
 */
export function closeDirections(text: string): string {
  if (!CONTROL.test(text)) return text;
  const open: string[] = [];
  let closed = '';
  for (const character of text) {
    const isKept = !CONTROL.test(character) || follow(open, character);
    if (isKept) closed += character;
  }
  return closed + open.toReversed().join('');
}

/** Tracks a bidirectional control character; false for an unmatched terminator. */
function follow(open: string[], character: string): boolean {
  if (character === POP_EMBEDDING) {
    if (open.at(-1) !== POP_EMBEDDING) return false;
    open.pop();
  } else if (character === POP_ISOLATE) {
    const last = open.lastIndexOf(POP_ISOLATE);
    if (last < 0) return false;
    // Embeddings inside an isolate end with it.
    open.length = last;
  } else {
    open.push(EMBEDDINGS.includes(character) ? POP_EMBEDDING : POP_ISOLATE);
  }
  return true;
}
