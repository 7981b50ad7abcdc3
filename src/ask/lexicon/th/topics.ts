import type { Topic } from '../../grammar/concepts.ts';
import type { Phrase } from '../lexicon.ts';
import { topicsBirds } from './topics-birds.ts';
import { topicsSupplies } from './topics-supplies.ts';
import { topicsWork } from './topics-work.ts';

/** How what is asked about is said in Thai. */
export const topics: Readonly<Record<Topic, readonly Phrase[]>> = {
  ...topicsBirds,
  ...topicsSupplies,
  ...topicsWork,
};
