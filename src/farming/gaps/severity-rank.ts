import { severity } from '../../model/vocabulary.ts';

export type Severity = (typeof severity.words)[number];

/** How bad a severity is: 0 info, 1 warning, 2 critical; what is not known is as info. */
export function severityRank(word: string | null): number {
  return Math.max(0, (severity.words as readonly string[]).indexOf(word ?? ''));
}
