import type { CliOutcome } from '../../errors.ts';
import type { Facts } from '../../pages/facts.ts';

/** How a command ends with an answer: undefined when it was answered, or done. */
export function answerOutcome(
  answer: Facts,
  { isExecuted }: { readonly isExecuted: boolean },
): CliOutcome | undefined {
  const status = answer.text('action.status');
  if (status === 'refused') return 'rejected';
  // An order that was to be run and was taken for a question is not done.
  if (status !== undefined) return isExecuted && status === 'proposed' ? 'rejected' : undefined;
  if (Array.isArray(answer.raw('needs'))) return 'notAllowed';
  return isAnswered(answer) ? undefined : 'notFound';
}

const MISSING = 'Missing, ';

function isAnswered(answer: Facts): boolean {
  if (answer.list('clarify').length > 0 || answer.text('understood.intent') === undefined) {
    return false;
  }
  return answer
    .list('facts')
    .some((fact) => fact.raw('value') !== null && !fact.text('label')?.startsWith(MISSING));
}
