/** A command line that needs no shell: its words, and the files of its streams. */
export interface ExampleLine {
  /** The words after `farmctl`. */
  readonly words: readonly string[];
  readonly stdin?: string;
  readonly stdout?: string;
}

const WORD = /\s*(?:(>>?|<)\s*)?((?:'[^']*'|"[^"$`\\]*"|[^\s'"$`\\|&;<>()*?~])+)/y;

/** Parses a line of the help; undefined where it requires a shell. */
export function parseExampleLine(line: string): ExampleLine | undefined {
  const words: string[] = [];
  const streams: Record<string, string> = {};
  WORD.lastIndex = 0;
  while (WORD.lastIndex < line.length) {
    const found = WORD.exec(line);
    if (!found) return undefined;
    const [, sign, typed = ''] = found;
    const word = typed.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2');
    if (sign === undefined) words.push(word);
    else streams[sign === '<' ? 'stdin' : 'stdout'] = word;
  }
  const [program, ...rest] = words;
  return program === 'farmctl' ? { words: rest, ...streams } : undefined;
}
