import type { Topic } from '../../grammar/concepts.ts';
import type { Phrase } from '../lexicon.ts';
import { birdTopics } from './topics-birds.ts';
import { feedAndAirTopics } from './topics-feed-and-air.ts';
import { moneyTopics } from './topics-money.ts';
import { workTopics } from './topics-work.ts';

/** How what is asked about is said in English; plurals are made by `inflect`. */
export const topics: Readonly<Record<Topic, readonly Phrase[]>> = {
  ...birdTopics,
  ...feedAndAirTopics,
  ...workTopics,
  ...moneyTopics,
};
