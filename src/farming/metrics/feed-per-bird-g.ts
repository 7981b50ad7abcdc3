import { ratioOf } from './ratio-of.ts';

/** Feed a bird ate on a day, in g, from the kg fed and the mean number of birds on that day. */
export function feedPerBirdG(feedKg: number | null, averageBirds: number | null): number | null {
  const kgPerBird = ratioOf(feedKg, averageBirds);
  return kgPerBird === null ? null : kgPerBird * 1000;
}
