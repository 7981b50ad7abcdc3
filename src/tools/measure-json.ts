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
