import { createInterface } from 'node:readline';
import { CliError } from '../../errors.ts';
import type { Terminal } from '../../io.ts';

const PROMPT = '> ';
const MOST_REMEMBERED = 200;

/**
 * The lines that a person types at a terminal, with the earlier ones under the arrow keys, until
 * Ctrl-D. Throws `interrupted` on Ctrl-C. Between two lines the terminal is left as it was, so that
 * an answer can be interrupted and other questions can be asked.
 */
export async function* promptLines(terminal: Terminal): AsyncGenerator<string> {
  let history: string[] = [];
  for (;;) {
    const line = await promptLine(terminal, history, (newest) => {
      history = newest;
    });
    if (line === undefined) return;
    yield line;
  }
}

function promptLine(
  { input, output }: Terminal,
  history: readonly string[],
  remember: (history: string[]) => void,
): Promise<string | undefined> {
  const lines = createInterface({
    input,
    output,
    terminal: true,
    prompt: PROMPT,
    history: [...history],
    historySize: MOST_REMEMBERED,
    removeHistoryDuplicates: true,
  });
  return new Promise((resolve, reject) => {
    lines.on('history', (newest) => remember([...newest]));
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('SIGINT', () => {
      output.write('\n');
      reject(new CliError('interrupted', ''));
      lines.close();
    });
    // Of a line that came before it, this says nothing more.
    lines.once('close', () => resolve(undefined));
    lines.prompt();
  });
}
