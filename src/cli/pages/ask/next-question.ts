import type { Facts } from '../facts.ts';

/**
 * What to ask to choose one of the choices of an answer: the question that it is, else the same
 * question again beside the name; beside the id where several have the name.
 */
export function nextQuestion(question: string, choice: Facts, choices: readonly Facts[]): string {
  const label = choice.text('label') ?? '';
  if (choice.text('kind') === 'question') return label;
  const isUnique = choices.filter((one) => one.text('label') === label).length === 1;
  return `${question} ${isUnique ? label : (choice.text('id') ?? label)}`;
}
