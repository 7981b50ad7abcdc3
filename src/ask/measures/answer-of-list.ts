import type { MissingData } from '../../farming/core/section.ts';
import { type Message, message } from '../../model/core/message.ts';
import type { Fact, MeasureAnswer, MeasureQuestion } from '../measure.ts';
import { type FactFrame, factOf, shown } from './fact-of.ts';

/** One of the things that a question asks for. */
export interface ListItem {
  readonly facts: readonly Fact[];
  readonly lines: readonly Message[];
}

/** What stands above a list. */
export interface ListHead extends FactFrame {
  /** Of the count, in English. */
  readonly label: string;
  /** The text that tells how many there are, none included, by `count`. */
  readonly text: string;
  /** What else the text is filled with: names. */
  readonly params?: Message['params'];
  readonly missing?: readonly MissingData[];
}

const MOST_ITEMS = 10;

/** The answer to what there is of something: how many, then each; only how many where that is asked. */
export function answerOfList(
  items: readonly ListItem[],
  head: ListHead,
  { aggregation }: Pick<MeasureQuestion, 'aggregation'>,
): MeasureAnswer {
  const { label, text, params = {}, missing = [], ...frame } = head;
  const count = factOf(label, items.length, frame);
  const more = factOf(`${label}, not told`, items.length - MOST_ITEMS);
  const isTold = aggregation !== 'count';
  const isLong = isTold && more.value > 0;
  return {
    facts: [
      count,
      ...(isTold ? items.flatMap(({ facts }) => facts) : []),
      ...(isLong ? [more] : []),
    ],
    lines: [
      message(text, { ...params, count: shown(count) }),
      ...(isTold ? items.slice(0, MOST_ITEMS).flatMap(({ lines }) => lines) : []),
      ...(isLong ? [message('ask.more', { count: shown(more) })] : []),
      ...missing.map((each) => each.message),
    ],
    ...(missing.length === 0 ? {} : { missing }),
  };
}
