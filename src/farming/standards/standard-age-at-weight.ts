import { type BreedName, breedTables } from './breed-tables.ts';
import { publishedValues } from './published-values.ts';
import { standardWeightG } from './standard-weight-g.ts';

// Each halving leaves half the span of ages: 40 of them leave less than a millisecond.
const HALVINGS = 40;

/** Age in days, with its fraction, at which the breed reaches a weight in g; null if it never does. */
export function standardAgeAtWeight(breed: BreedName, weightG: number): number | null {
  const points = publishedValues(breedTables[breed], 'weightG');
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || weightG < first[1] || weightG > last[1]) return null;
  let [low, high] = [first[0], last[0]];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if ((standardWeightG(breed, middle) ?? 0) < weightG) low = middle;
    else high = middle;
  }
  return high;
}
