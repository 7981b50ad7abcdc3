import type { Topic } from '../../grammar/concepts.ts';
import type { Phrase } from '../lexicon.ts';
import { birdTopics } from './topics-birds.ts';
import { feedAndAirTopics } from './topics-feed-and-air.ts';
import { moneyTopics } from './topics-money.ts';
import { workTopics } from './topics-work.ts';

/** How what is asked about is said in Hebrew; with ו ה ב ל מ ש כ before it where it stands so. */
export const topics: Readonly<Record<Topic, readonly Phrase[]>> = {
  ...birdTopics,
  ...feedAndAirTopics,
  ...moneyTopics,
  ...workTopics,
};
