import type { Topic } from '../../grammar/concepts.ts';
import type { Phrase } from '../lexicon.ts';
import { birdTopics } from './topics-birds.ts';
import { feedTopics } from './topics-feed.ts';
import { moneyTopics } from './topics-money.ts';
import { workTopics } from './topics-work.ts';

/** How what is asked about is said in Chinese. */
export const topics: Readonly<Record<Topic, readonly Phrase[]>> = {
  ...birdTopics,
  ...feedTopics,
  ...workTopics,
  ...moneyTopics,
};
