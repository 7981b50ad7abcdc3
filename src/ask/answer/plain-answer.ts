import { type Labels, labelOf } from '../../i18n/labels.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { isMessage, type Message, message } from '../../model/core/message.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { Answerable } from '../licence.ts';
import { formOfMeasure, type MeasureAnswer } from '../measure.ts';
import { periodText } from '../measures/days.ts';
import type { MeasureName } from '../measures/measures.ts';
import type { FarmNames } from '../names/farm-names.ts';
import { LAST_DAY } from '../parser/complete-form.ts';
import { views } from '../query/views.ts';

const REASONING_BLOCK = /<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi;
/** The address of a link may contain one pair of round brackets. */
const IMAGE = /!\[[^[\]]*\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g;
const NAMED_LINK = /\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g;
const SCHEME_LINK = /(?<![a-z0-9+.-])[a-z0-9+.-]+:\/\/[^\s<>]*/giu;
const LINK = /\b(?:www\.|(?:mailto|javascript|data):)[^\s<>]*/giu;
/** A host followed by a path, from the beginning of the host. */
const HOST_LINK = /(?<![\p{L}\p{N}.-])[\p{L}\p{N}.-]*\.\p{L}{2,}\/[^\s<>]*/gu;
const TAG = /<\/?[a-z][^<>]*>/gi;
const MARKUP =
  /[`*]+|^\s{0,3}#{1,6}\s+|(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])/gmu;
/** The number of a list item is not a figure of the farm. */
const ITEM_NUMBER = /^[^\S\n\r\u2028\u2029]*\p{Nd}{1,2}[.)]\s+/gmu;
/** Control sequences that move the cursor or set colours of a terminal (ECMA-48). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
const TERMINAL_CODE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[@-_]/g;
// Line breaks are kept; direction marks, joiners and other controls are removed.
const INVISIBLE_CHARACTERS = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;
const SENTENCE_END = /[.!?。！？\n](?=[^.!?。！？\n]*$)/;

/**
 * Externally written text as plain text of at most `longest` characters: without links, markup,
 * control characters and numbers of list items; cut at the end of a sentence where possible.
 */
export function plainAnswer(written: string, longest: number): string {
  const text = written
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(REASONING_BLOCK, '')
    .replace(TERMINAL_CODE, '')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(IMAGE, '')
    .replace(NAMED_LINK, '$1')
    .replace(SCHEME_LINK, '')
    .replace(LINK, '')
    .replace(HOST_LINK, '')
    .replace(TAG, '')
    .replace(ITEM_NUMBER, '- ')
    .replace(MARKUP, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return cutAtSentence(text, longest);
}

function cutAtSentence(text: string, longest: number): string {
  const letters = Array.from(text);
  if (letters.length <= longest) return text;
  const start = letters.slice(0, longest).join('');
  const end = SENTENCE_END.exec(start)?.index;
  return (end === undefined ? start : start.slice(0, end + 1)).trim();
}

const ANY_DIGIT = /\p{Nd}/gu;

/** Converts digits of any script to those from 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(ANY_DIGIT, (digit) => String(digitValue(digit)));
}

/** The digits of a script are consecutive, from 0 to 9 (Unicode, 4.6 "Numeric Value"). */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}

/** The sentences of an answer, then the missing data with the call that adds it. */
export function renderAnswer(
  translator: Translator,
  { lines, missing = [] }: MeasureAnswer,
): string {
  const rendered = lines.map((line) => renderSentence(translator, line));
  const unknown = missing.map((one) => renderSentence(translator, one.message));
  const all = [...rendered, ...unknown.filter((line) => !rendered.includes(line))];
  return all.length > 0 ? all.join('\n') : renderMessage(translator, message('ask.nothing_known'));
}

/** A text that begins with a capital letter, unless it begins with a name or word of a record. */
function renderSentence(translator: Translator, line: Message): string {
  const text = renderMessage(translator, line);
  const isOfRecord = textsIn(line).some((word) => word !== '' && text.startsWith(word));
  return isOfRecord ? text : text.charAt(0).toLocaleUpperCase(translator.language) + text.slice(1);
}

/** The texts among the parameters of a message and of the messages in it. */
function textsIn({ params }: Message): readonly string[] {
  return Object.values(params).flatMap((value) =>
    typeof value === 'string' ? [value] : isMessage(value) ? textsIn(value) : [],
  );
}

/** Names and texts for writing a suggestion. */
export interface SuggestionContext {
  readonly translator: Translator;
  readonly lexicon: Pick<Lexicon, 'examples' | 'words'>;
  readonly labels: Labels;
  readonly names: FarmNames;
  readonly today: CalendarDay;
}

/** A short form of an understood question: measure, aggregation, place and period. */
export function suggestedText(suggested: Answerable, words: SuggestionContext): string {
  const { translator, names, today } = words;
  const isFigure = suggested.kind === 'question';
  const form = isFigure ? formOfMeasure(suggested.intent, suggested.question) : suggested.form;
  const { aggregate: how, period, scope, select } = form;
  const places = [...names.barns, ...names.flocks]
    .filter(({ id }) => scope.barns.includes(id) || scope.flocks.includes(id))
    .map(({ name }) => name);
  const { limit, versus } = isFigure ? suggested.question : {};
  // A question about the future has no last day.
  const isOpen = period?.to === LAST_DAY;
  const days = [isOpen ? undefined : period, versus].flatMap((one) =>
    one ? [periodText(one, today)] : [],
  );
  return [
    isFigure
      ? figureLabel(suggested.intent, words)
      : words.labels.plurals[views[suggested.view].resource],
    select === undefined ? '' : labelOf(words.labels, select),
    renderMessage(translator, message('ask.suggested.how', { how })),
    ...form.filters.map((filter) => filterText(filter, words)),
    limit ? `${limit.side === 'above' ? '>' : '<'} ${limit.value}` : '',
    ...places,
    ...days.map((day) => renderMessage(translator, day)),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Measures of days, whose examples name a day themselves. */
const NAMED_FILTERS: Readonly<Partial<Record<MeasureName, string>>> = {
  ...{ mortality: 'mortality', culls: 'culls', eggs: 'eggs', eggBreakage: 'eggBreakage' },
  ...{ feedEaten: 'feedEaten', waterUsed: 'waterUsed', layingRate: 'layingRate' },
  ...{ feedPerBird: 'feedPerBirdDay', waterPerBird: 'waterPerBird' },
  ...{ temperature: 'temperature', humidity: 'humidity', ammonia: 'ammonia', co2: 'co2' },
  ...{ moneySpent: 'moneySpent', revenue: 'revenue', netMoney: 'netMoney' },
};

function figureLabel(intent: MeasureName, { translator, lexicon }: SuggestionContext): string {
  const name = NAMED_FILTERS[intent];
  return name ? renderMessage(translator, message(`ask.name.${name}`)) : lexicon.examples[intent];
}

/** A kind or person by display name, a value with its direction; lists of states are omitted. */
function filterText(
  { op, value }: { readonly op: string; readonly value: unknown },
  { lexicon, names }: SuggestionContext,
): string {
  if (op === '>' || op === '<') return `${op} ${String(value)}`;
  if (op !== '=' || typeof value !== 'string') return '';
  const named = [...names.people, ...names.products].find(({ id }) => id === value);
  return named?.name ?? lexicon.words[value]?.[0] ?? '';
}
