import type { Mark } from './block.ts';

const marks: Readonly<Record<string, Mark>> = {
  critical: 'critical',
  urgent: 'critical',
  warning: 'warning',
  high: 'warning',
  info: 'info',
};

/** The mark of a severity or of a word that stands for one; undefined for any other. */
export function severityMark(word: string | undefined): Mark | undefined {
  return word === undefined || !Object.hasOwn(marks, word) ? undefined : marks[word];
}
