import type { Topic } from '../../grammar/concepts.ts';
import type { Phrase } from '../lexicon.ts';
import { birdTopics } from './topics-birds.ts';
import { businessTopics } from './topics-business.ts';
import { supplyTopics } from './topics-supplies.ts';

/** How what is asked about is said in Spanish. */
export const topics: Readonly<Record<Topic, readonly Phrase[]>> = {
  ...birdTopics,
  ...supplyTopics,
  ...businessTopics,
};
