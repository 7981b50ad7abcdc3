// What spreadsheets take for the beginning of a formula, full-width forms included.
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
// Also behind apostrophes, so that every escaped text has one that is taken off again.
const TO_ESCAPE = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const ESCAPED = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Whether a spreadsheet would run the text as a formula. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text);
}

/** The text as a cell that no spreadsheet runs: an apostrophe stands before what could be a formula. */
export function escapeFormula(text: string): string {
  return TO_ESCAPE.test(text) ? `'${text}` : text;
}

/** The text of a cell that `escapeFormula` made; any other text stays as it is. */
export function unescapeFormula(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}

/** The most UTF-16 units that Excel accepts in a cell; it reports a workbook with more as damaged. */
const LONGEST_CELL = 32_767;
const TRUNCATION_MARK = / … \[truncated: \d+ characters\]$/;

/** The text where a cell can hold it, else its beginning and a mark that states its full length. */
export function truncateForCell(text: string): string {
  if (text.length <= LONGEST_CELL) return text;
  const mark = ` … [truncated: ${text.length} characters]`;
  const kept = text.slice(0, LONGEST_CELL - mark.length);
  // Half of a surrogate pair is not a character.
  return kept.replace(/[\ud800-\udbff]$/, '') + mark;
}

/** Whether `truncateForCell` shortened the text: a full cell that ends with its mark. */
export function isTruncatedForCell(cell: string): boolean {
  return cell.length >= LONGEST_CELL - 1 && TRUNCATION_MARK.test(cell.slice(-60));
}

/**
 * The text without any of these characters at its end. A regular expression such as `/0+$/` does the
 * same in a time that grows with the square of a text of zeros.
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

/** The size of a JSON text, as far as it can be known before the text is parsed. */
export interface JsonSize {
  /** Whether arrays and objects are nested deeper than allowed. */
  readonly isTooDeep: boolean;
  /** Items of the outermost array; at least one, also where it is empty. */
  readonly items: number;
}

/** Measures a JSON text in one pass without recursion; ends early once it is too deep. */
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
 * The text with its changes of direction ended inside it, so that what is written behind it keeps its
 * own direction. Ends of changes that did not begin in the text are removed.
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

/** Notes what a control character begins or ends; false where it ends what has not begun. */
function follow(open: string[], character: string): boolean {
  if (character === POP_EMBEDDING) {
    if (open.at(-1) !== POP_EMBEDDING) return false;
    open.pop();
  } else if (character === POP_ISOLATE) {
    const last = open.lastIndexOf(POP_ISOLATE);
    if (last < 0) return false;
    // The embeddings inside an isolate end with it.
    open.length = last;
  } else {
    open.push(EMBEDDINGS.includes(character) ? POP_EMBEDDING : POP_ISOLATE);
  }
  return true;
}
