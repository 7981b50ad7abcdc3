import type { NumberFact } from './fact-of.ts';

/** On which side of nothing a difference lies; `none` where it is not known. */
export function sideOf(fact: NumberFact | null): 'above' | 'below' | 'on' | 'none' {
  if (!fact) return 'none';
  if (fact.value === 0) return 'on';
  return fact.value > 0 ? 'above' : 'below';
}
