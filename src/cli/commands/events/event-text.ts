import { neutralise } from '../../output/neutralise.ts';
import type { EventContent } from './follow-stream.ts';

/** Where a row says in a few words what it is, the best first. */
const TITLES = ['title', 'name', 'code', 'text', 'summary', 'description', 'date', 'id'] as const;
const LONGEST_TITLE = 120;

/** What an event is about, in a few words, so that nothing in it can steer a terminal. */
export function eventTitle({ data }: EventContent): string {
  const about = Object.values(data).find((value) => typeof value === 'object' && value !== null);
  const row = (about ?? {}) as Readonly<Record<string, unknown>>;
  const title = TITLES.map((name) => row[name]).find(
    (value) => typeof value === 'string' && value.trim() !== '',
  );
  const text = neutralise(String(title ?? ''));
  return text.length > LONGEST_TITLE ? `${text.slice(0, LONGEST_TITLE)}…` : text;
}
