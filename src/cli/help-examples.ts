import type { Command } from 'commander';

const HEADING = 'Examples:';
const PROMPT = '  $ ';

/** What stands at the end of the help of a command. */
export interface HelpTail {
  /** What the flags cannot say; empty when there is nothing. */
  readonly notes: string;
  /** Lines as they are typed; a line of cron or of another program stands as it is. */
  readonly examples: readonly string[];
}

/** Command lines as the help shows them, below a note where there is one. */
export function renderExamples(lines: readonly string[], note?: string): string {
  const shown = lines.map((line) => `${PROMPT}${line}`);
  return ['', ...(note === undefined ? [] : [note, '']), HEADING, ...shown].join('\n');
}

/** Reads back what a command shows behind its flags. */
export function helpTailOf(command: Command): HelpTail {
  const output = command.configureOutput();
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  command.configureOutput(output);
  const [notes = '', examples = ''] = text.slice(command.helpInformation().length).split(HEADING);
  const lines = examples.split('\n').filter((line) => line.trim() !== '');
  return { notes: notes.trim(), examples: lines.map(unprompted) };
}

function unprompted(line: string): string {
  return line.startsWith(PROMPT) ? line.slice(PROMPT.length) : line.trim();
}
