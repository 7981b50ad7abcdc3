import { peopleCalled } from '../names/farm-names.ts';
import { gluedPlaces } from '../text/scan.ts';
import { isSpacedLetter, skipBlanks } from '../text/word-edges.ts';
import { readTail } from './free-words.ts';
import type { OrderReading, Partial } from './order-cells.ts';

const HAN = /\p{Script=Han}/u;
const THAI = /\p{Script=Thai}/u;
const UNKNOWN_NAME = /^[\p{L}\p{M}'.-]+/u;

/** A place where a person may be named. */
interface PersonPlace {
  /** The field that the person fills. */
  readonly name: string;
  readonly at: number;
  readonly last: Partial['last'];
}

/**
 * "Bob" of "remind Bob to …" or "give it to Bob", whom nobody knows; a first name in another script is
 * known by its sound.
 */
export function strangersAt(reading: OrderReading, place: PersonPlace, colon: number | undefined) {
  const { view, sentence, context, wordsAt } = reading;
  const { name, at } = place;
  const { text } = sentence.normal;
  const end = at + (UNKNOWN_NAME.exec(text.slice(at))?.[0].length ?? 0);
  const behind = wordsAt(skipBlanks(text, end));
  const isTold =
    view.words?.behindField === name && behind.some(({ values }) => values.includes('that'));
  const mayBeSpoken = isTold || maySpeakName(reading, place, end, colon);
  const ids =
    name === 'assignee' && mayBeSpoken
      ? peopleCalled(text.slice(at, end), context.names.people)
      : [];
  const isNobody = isTold && end > at && wordsAt(at).length === 0;
  if (ids.length === 0 && !isNobody && !isUnknownName(reading, place, end)) return [];
  const value = { kind: 'records', of: 'person', ids, from: at, to: end, isSpoken: true } as const;
  return [{ end, value }];
}

/** At the end of "give the filters to Bob": a word that means nothing else. */
function isUnknownName(
  { view, sentence, context, wordsAt }: OrderReading,
  { name, at, last }: PersonPlace,
  end: number,
): boolean {
  if (view.type !== 'assign_task' || name !== 'assignee' || end <= at) return false;
  const { text } = sentence.normal;
  const isLast = readTail(context.compiled, text, end) === 'nothing';
  const isTo = last === 'for' || HAN.test(text[at] ?? '');
  const { phrases, lexicon } = context.compiled;
  // "השבוע" is known with its first letter only.
  let begin = at;
  while (isSpacedLetter(text[begin - 1])) begin--;
  const places = [
    ...gluedPlaces(text, begin, lexicon.gluedPrefixes),
    ...gluedPlaces(text, at, lexicon.gluedPrefixes),
  ];
  const isKnown = places.some(
    (place) =>
      wordsAt(place).length > 0 ||
      phrases.matchesAt(text, place).length > 0 ||
      sentence.factsAt(place).length > 0,
  );
  return isLast && isTo && !isKnown;
}

/** Where a title could not begin all the same. */
function maySpeakName(
  { view, sentence }: OrderReading,
  { at, last }: PersonPlace,
  end: number,
  colon = 0,
): boolean {
  const { text } = sentence.normal;
  const isThai = THAI.test(text[at] ?? '');
  // Thai does not part words: a name stands behind a word for whom, or a blank.
  if (isThai && last !== 'for' && text[at - 1] !== ' ') return false;
  return view.type === 'assign_task' || at < colon || (isThai && text[end] === ' ');
}
