import { distance } from 'fastest-levenshtein';

/** The word of the list that was probably meant; undefined when none is near. */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  const lower = typed.toLowerCase().slice(0, 80);
  let best: string | undefined;
  // Two letters that changed places count twice.
  let bestDistance = Math.max(lower.length < 4 ? 1 : 2, Math.floor(lower.length / 3)) + 1;
  for (const word of words) {
    const candidate = word.toLowerCase();
    const away = candidate.startsWith(lower) && lower.length >= 3 ? 1 : distance(lower, candidate);
    if (away < bestDistance) {
      best = word;
      bestDistance = away;
    }
  }
  return best;
}
