import { usageError } from '../../errors.ts';
import type { InputStream } from '../../io.ts';

const MOST_BYTES = 64 * 1024;

/** The question of the words that were typed; of standard input for `-`, or where none was typed. */
export async function readQuestion(words: readonly string[], stdin: InputStream): Promise<string> {
  const isPiped = words.length === 0 && !stdin.isTerminal;
  const typed = (words.length === 1 && words[0] === '-') || isPiped;
  const question = (typed ? await readAll(stdin) : words.join(' ')).trim();
  if (question !== '') return question;
  throw usageError('there is no question', {
    hint: "Ask one: farmctl ask 'How many birds died today?'",
  });
}

async function readAll(stdin: InputStream): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stdin.chunks()) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_BYTES) throw usageError('the question on standard input is too long');
  }
  return text + decoder.decode();
}
