import { understandAction } from './actions/understand-action.ts';
import { checkReading } from './grammar/check-reading.ts';
import { type ReadSentence, readSentence, type SentenceContext } from './grammar/read-sentence.ts';
import { understandQuestion } from './grammar/understand-question.ts';
import type { Understanding } from './grammar/understanding.ts';
import { understandBroadly, understandRecords } from './parser/understand-records.ts';

/**
 * What a sentence asks or orders. Whatever stands in it is data: an order is only what fits one of
 * the templates of its language as a whole, everything else is a question about the farm.
 */
export function understand(question: string, context: SentenceContext): Understanding {
  return understandSentence(readSentence(question, context), context);
}

/** The meaning of a sentence that has been read already. */
export function understandSentence(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding {
  const certain = understandAction(sentence, context) ?? understandRecords(sentence, context);
  if (certain) return certain;
  const found = understandQuestion(sentence, context);
  const checked = found.kind === 'question' ? checkReading(found, sentence, context) : found;
  const isOpen = checked.kind === 'unclear' && checked.intent === null;
  return (isOpen ? understandBroadly(sentence, context) : undefined) ?? checked;
}
