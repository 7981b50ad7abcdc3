/** A position in a text: 1-based line and column. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Positions of the members of a JSON text, and its first syntax error. */
export interface JsonScan {
  /** Position of the name of the member at this path; for an array item, of its value. */
  positionOf(path: readonly PropertyKey[]): TextPosition | undefined;
  readonly fault: { readonly position: TextPosition; readonly message: string } | undefined;
}

interface Fault {
  readonly offset: number;
  readonly message: string;
}

interface Scanner {
  readonly text: string;
  readonly offsets: Map<string, number>;
  offset: number;
}

interface Token {
  readonly text: string;
  readonly offset: number;
}

const MAX_DEPTH = 64;
const SPACE = /[ \t\r\n]*/y;
const TOKEN =
  /[{}[\]:,]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/**
 * Finds the position of every member of a JSON text; JSON.parse of Node 20 does not report error
 * positions.
 */
export function scanJson(text: string): JsonScan {
  const scanner: Scanner = { text, offsets: new Map(), offset: 0 };
  const fault = scanValue(scanner, []) ?? scanEnd(scanner);
  return {
    positionOf(path) {
      const offset = scanner.offsets.get(JSON.stringify(path));
      return offset === undefined ? undefined : positionAt(text, offset);
    },
    fault: fault && { position: positionAt(text, fault.offset), message: fault.message },
  };
}

function scanValue(scanner: Scanner, path: readonly PropertyKey[]): Fault | undefined {
  const token = nextToken(scanner);
  if (path.length > MAX_DEPTH) return faultAt(scanner, token.offset, 'less nesting');
  if (token.text === '{') return scanMembers(scanner, path);
  if (token.text === '[') return scanItems(scanner, path);
  return /^["\-\dtfn]/.test(token.text) ? undefined : faultAt(scanner, token.offset, 'a value');
}

function scanMembers(scanner: Scanner, path: readonly PropertyKey[]): Fault | undefined {
  if (peekToken(scanner).text === '}') return skipToken(scanner);
  for (;;) {
    const name = nextToken(scanner);
    if (!name.text.startsWith('"')) return faultAt(scanner, name.offset, 'a name in double quotes');
    const place = [...path, JSON.parse(name.text) as string];
    const key = JSON.stringify(place);
    if (scanner.offsets.has(key)) {
      return { offset: name.offset, message: `${name.text} is given twice` };
    }
    scanner.offsets.set(key, name.offset);
    const colon = nextToken(scanner);
    if (colon.text !== ':') return faultAt(scanner, colon.offset, '":"');
    const fault = scanValue(scanner, place);
    if (fault) return fault;
    const next = nextToken(scanner);
    if (next.text === '}') return undefined;
    if (next.text !== ',') return faultAt(scanner, next.offset, '"," or "}"');
  }
}

function scanItems(scanner: Scanner, path: readonly PropertyKey[]): Fault | undefined {
  if (peekToken(scanner).text === ']') return skipToken(scanner);
  for (let index = 0; ; index++) {
    const place = [...path, index];
    scanner.offsets.set(JSON.stringify(place), peekToken(scanner).offset);
    const fault = scanValue(scanner, place);
    if (fault) return fault;
    const next = nextToken(scanner);
    if (next.text === ']') return undefined;
    if (next.text !== ',') return faultAt(scanner, next.offset, '"," or "]"');
  }
}

function scanEnd(scanner: Scanner): Fault | undefined {
  const { offset } = peekToken(scanner);
  return offset < scanner.text.length ? faultAt(scanner, offset, 'nothing more') : undefined;
}

function nextToken(scanner: Scanner): Token {
  const token = peekToken(scanner);
  scanner.offset = token.offset + token.text.length;
  return token;
}

function skipToken(scanner: Scanner): undefined {
  nextToken(scanner);
}

function peekToken({ text, offset }: Scanner): Token {
  SPACE.lastIndex = offset;
  const start = offset + (SPACE.exec(text)?.[0].length ?? 0);
  TOKEN.lastIndex = start;
  return { text: TOKEN.exec(text)?.[0] ?? '', offset: start };
}

function faultAt({ text }: Scanner, offset: number, expected: string): Fault {
  return { offset, message: `expected ${expected}, found ${describeFound(text, offset)}` };
}

function describeFound(text: string, offset: number): string {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  if (offset >= text.length) return 'the end of the file';
  if (character === '"')
    return TOKEN_STRING.test(text.slice(offset)) ? 'a text' : 'a text that is cut';
  if (character === '/' || character === '#') return `${character} (JSON has no comments)`;
  if (character === "'") return `' (JSON takes double quotes)`;
  return /^[\p{Cc}\p{Cf}\p{Cs}]/u.test(character) ? 'a control character' : character;
}

const TOKEN_STRING = /^"(?:[^"\\\p{Cc}]|\\.)*"/u;

function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: before.length - lineStart + 1 };
}
