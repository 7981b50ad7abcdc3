/** A body as it may have been before a program read it and wrote it again. */
export interface Rewriting {
  /** How the body was written that would have been taken: `as compact JSON`. */
  readonly how: string;
  readonly text: string;
}

/** Longest body that is written anew to find out what is wrong with it, in characters. */
const LONGEST_BODY = 64 * 1024;
/** Deepest JSON that is written anew: indenting what nests deeper takes the square of its length. */
const DEEPEST_JSON = 12;

const BYTE_ORDER_MARK = '\uFEFF';

const TEXT_REWRITINGS: readonly (readonly [how: string, write: (text: string) => string])[] = [
  ['without the byte order mark', (text) => text.replace(BYTE_ORDER_MARK, '')],
  ['without spaces and line ends around it', (text) => text.trim()],
  ['with a line end behind it', (text) => `${text}\n`],
  ['with line ends of one character', (text) => text.replaceAll('\r\n', '\n')],
];

const JSON_REWRITINGS: readonly (readonly [how: string, write: (value: unknown) => string])[] = [
  ['as compact JSON', (value) => JSON.stringify(value)],
  ['as JSON indented by two spaces', (value) => JSON.stringify(value, null, 2)],
  ['as JSON indented by four spaces', (value) => JSON.stringify(value, null, 4)],
  ['as JSON indented by tabs', (value) => JSON.stringify(value, null, '\t')],
  ['as JSON in one line with spaces', writeSpaced],
  ['as compact JSON in ASCII', (value) => escapeBeyondAscii(JSON.stringify(value))],
  ['as JSON in ASCII with spaces', (value) => escapeBeyondAscii(writeSpaced(value))],
  [
    'as compact JSON in ASCII with slashes escaped',
    (value) => escapeBeyondAscii(JSON.stringify(value)).replaceAll('/', '\\/'),
  ],
];

/**
 * The bodies that may have become this one on the way: JSON written differently by JavaScript,
 * Python or PHP, a byte order mark, line ends. None for a body of more than 65,536 characters,
 * because whoever sends rubbish must not cost much.
 */
export function* rewritingsOf(body: string): Generator<Rewriting> {
  if (body.length > LONGEST_BODY) return;
  for (const [how, write] of TEXT_REWRITINGS) yield { how, text: write(body) };
  const parsed = parse(body);
  if (!parsed || isDeeperThan(DEEPEST_JSON, parsed.value)) return;
  for (const [how, write] of JSON_REWRITINGS) {
    const text = attempt(() => write(parsed.value));
    if (text !== undefined) yield { how, text };
  }
}

function parse(body: string): { readonly value: unknown } | undefined {
  return attempt(() => ({ value: JSON.parse(body.replace(BYTE_ORDER_MARK, '')) as unknown }));
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** As Python writes JSON by itself: a space behind every comma and colon. */
function writeSpaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeSpaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${writeSpaced(member)}`,
  );
  return `{${members.join(', ')}}`;
}

function escapeBeyondAscii(text: string): string {
  return text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
