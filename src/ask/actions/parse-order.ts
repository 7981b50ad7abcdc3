import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import type { OrderWord } from '../lexicon/lexicon.ts';
import { originalText } from '../text/normalise.ts';
import { prefixEnds } from '../text/scan.ts';
import { isEdge } from '../text/word-edges.ts';
import { countWork } from '../text/work-limit.ts';
import { memoize } from '../time/time-reader.ts';
import {
  endOfColon,
  isInDate,
  isInMention,
  isMinus,
  mayBeFreeText,
  readFreeText,
  readReason,
  readTail,
  SILENT,
  skipCourtesies,
} from './free-words.ts';
import { isNoBeginning, isPastForm, orderWordsIn, wordGroups } from './is-one-order.ts';
import { isDoing, isVerb, matchesAny, type OrderView, orderViews, VERBS } from './order-views.ts';
import {
  ADJACENT_WORDS,
  EMPTY_ORDER,
  firstPerEnd,
  getFields,
  isOneRecord,
  isUnfilled,
  keepCheapest,
  mayBeDay,
  type OrderReading,
  type PartialOrder,
  readActionSlot,
  type SlotValue,
  type Step,
  type WordsAt,
} from './read-slot.ts';
import { type PersonPlace, readUnknownNameAt } from './unknown-names.ts';

/** A whole sentence that is an order. */
export interface ParsedOrder {
  readonly view: OrderView;
  readonly fields: Readonly<Record<string, SlotValue>>;
  /** Number of letters taken verbatim; a lower number is a better match. */
  readonly freeLetters: number;
  readonly cost: number;
  /** Whether a word at the end turns it into a question. */
  readonly isQuestion: boolean;
  /** The words after a comma or a dash that give the reason of the order. */
  readonly reason?: { readonly from: number; readonly to: number };
}

/** Cost of storing a partial order and of reading a value, in steps of the work limit. */
const STEP_COST = 3;
const THAI = /\p{Script=Thai}/u;
/** `Barn 5`, `5号舍`: a kind of place with its number. */
const NUMBERED = /(?:^|[\s\p{Script=Han}])\d+[^\d\s]{0,3}$/u;
/** All ways to read a whole sentence as an order. */
export function parseOrders(sentence: ReadSentence, context: SentenceContext): ParsedOrder[] {
  const { text } = sentence.normal;
  const start = skipCourtesies(context.compiled, text, 0);
  const wordsAt = memoize((at) => context.compiled.orders.matchesAt(text, at));
  const orderWords = orderWordsIn(sentence, context, wordsAt);
  return orderViews
    .filter(({ patterns }) => patterns.some((words) => words.every((word) => orderWords.has(word))))
    .flatMap((view) => {
      const parser = new OrderParser({ view, sentence, context, wordsAt });
      // "请" of "请Ann检查风机" is a courtesy elsewhere.
      const starts = view.words?.isFirst ? new Set([0, start]) : [start];
      return [...starts].flatMap((from) => parser.parse(from));
    });
}

/**
 * Reads a sentence as one kind of order, with a chart whose cells hold the parts filled up to each
 * position.
 */
class OrderParser {
  readonly #view: OrderView;
  readonly #wordsAt: WordsAt;
  readonly #sentence: ReadSentence;
  readonly #context: SentenceContext;
  readonly #text: string;
  /** Where the words after a colon begin, if there is one. */
  readonly #colon: number | undefined;
  readonly #allowed: ReadonlySet<OrderWord>;
  readonly #readings = new Map<string, ReturnType<typeof readActionSlot>>();

  constructor({ view, sentence, context, wordsAt }: OrderReading) {
    this.#view = view;
    this.#wordsAt = wordsAt;
    this.#sentence = sentence;
    this.#context = context;
    this.#text = sentence.normal.text;
    this.#colon = endOfColon(this.#text);
    this.#allowed = new Set([...view.patterns.flat(), ...(view.also ?? []), 'filler', 'for']);
  }

  parse(start: number): ParsedOrder[] {
    const length = this.#text.length + 1;
    const cells = Array.from({ length }, () => new Map<string, PartialOrder>());
    cells[start]?.set('', EMPTY_ORDER);
    const found: ParsedOrder[] = [];
    for (let index = start; index < length; index++) {
      const partials = [...(cells[index]?.values() ?? [])];
      if (partials.length === 0 || !isEdge(this.#text, index)) continue;
      found.push(...this.#complete(partials, index));
      for (const partial of partials) {
        const steps = this.#stepsFrom(partial, index);
        countWork(1);
        for (const { to, partial: grown } of steps) {
          countWork(STEP_COST);
          keepCheapest(cells[to], grown);
        }
      }
    }
    return found;
  }

  #complete(partials: readonly PartialOrder[], index: number): ParsedOrder[] {
    const tail = readTail(this.#context.compiled, this.#text, index);
    const mayExplain = tail === undefined && this.#view.target === 'alert';
    const reason = mayExplain ? readReason(this.#context, this.#sentence, index) : undefined;
    if (tail === undefined && reason === undefined) return [];
    // Of two readings the one with fewer words in its reason is better.
    const reasonCost = reason ? reason.to - index : 0;
    return partials
      .filter((partial) => this.#isComplete(partial))
      .map(({ fields, freeLetters, cost }) => ({
        view: this.#view,
        fields,
        freeLetters,
        cost: cost + reasonCost,
        isQuestion: tail === 'asking',
        ...(reason ? { reason } : {}),
      }));
  }

  #isComplete({ orderWords, fields, figure, number, last }: PartialOrder): boolean {
    const { patterns, needs, oneOfEach } = this.#view;
    if (figure !== undefined || number !== undefined || last === 'for') return false;
    if (!matchesAny(patterns, orderWords)) return false;
    const isNamed = (names: readonly string[]) => names.some((name) => fields[name]);
    if (oneOfEach && !oneOfEach.every(isNamed)) return false;
    return needs.every((name) => fields[name] !== undefined);
  }

  #stepsFrom(partial: PartialOrder, index: number): Step[] {
    const isSilent = SILENT.test(this.#text[index] ?? '') && !isMinus(this.#text, index);
    const silent = isSilent ? [{ to: index + 1, partial }] : [];
    const { gluedPrefixes } = this.#context.compiled.lexicon;
    const matches = prefixEnds(this.#text, index, gluedPrefixes).flatMap((at, glued) => [
      ...this.#wordSteps(partial, at, glued),
      ...this.#slotSteps(partial, at, glued),
      ...(glued === 0 ? this.#numberSteps(partial, at) : []),
    ]);
    return [...silent, ...matches, ...this.#freeSteps(partial, index)];
  }

  #wordSteps(partial: PartialOrder, at: number, glued: number): Step[] {
    if (partial.cost === 0 && isNoBeginning(this.#wordsAt(at))) return [];
    const matches = this.#wordsAt(at);
    const { normal } = this.#sentence;
    const { compiled } = this.#context;
    // Names are not separated from a word in its middle: "โรงเรือน" is not "โรง" with a name.
    const found = this.#view.words?.isName ? matches.slice(-1) : matches;
    return found.flatMap(({ end, values }) => {
      // A word never consists of glued letters only.
      if ((glued > 0 && end - at === 1) || isPastForm(originalText(normal, at, end), compiled))
        return [];
      const words = values.filter((word) => this.#allowed.has(word));
      const cost = partial.cost + 1 + 0.2 * glued;
      return this.#placeWords(partial, words).map((grown) => ({
        to: end,
        partial: { ...grown, cost },
      }));
    });
  }

  /** The words that a phrase may mean: those of one kind are used together. */
  #placeWords(partial: PartialOrder, words: readonly OrderWord[]): PartialOrder[] {
    const { last, ...next } = partial;
    const { patterns, words: free, figures = {} } = this.#view;
    const behind = free?.behind ?? [];
    const taken = words.filter((word) => !partial.isBehind || behind.includes(word));
    const plain = taken.filter((word) => word !== 'for' && word !== 'filler' && !figures[word]);
    const isAnnouncing = (word: OrderWord) => free?.mayPrecedeVerb === true && word === 'mark';
    const needed = plain.filter(
      (word) => isAnnouncing(word) || patterns.some((set) => set.includes(word)),
    );
    // "Remind me to record …": the second verb belongs to the title.
    const isSecond = free !== undefined && needed.some(isDoing) && partial.orderWords.some(isDoing);
    if (isSecond) return [];
    // "Add" precedes "barn": a sentence that begins with the noun does not order a new one.
    if (free?.isFirst && needed.length > 0 && !isUnfilled(partial)) return [];
    const isEarly = free?.isBehindAll && partial.orderWords.length === 0 && !needed.some(isVerb);
    if (isEarly && needed.length > 0) return [];
    const orderWords = wordGroups(partial.orderWords, needed);
    const isFiller = words.includes('filler') && (!partial.isBehind || last === 'for');
    return [
      ...(plain.length > 0 ? [{ ...next, orderWords }] : []),
      ...taken.flatMap((word) => {
        const field = figures[word];
        const counted = wordGroups(partial.orderWords, [word]);
        return field ? (this.#placeFigure({ ...next, orderWords: counted }, field) ?? []) : [];
      }),
      ...(words.includes('for') ? [{ ...next, last: 'for' } as const] : []),
      ...(isFiller && plain.length === 0 ? [{ ...next, last: last ?? 'filler' } as const] : []),
    ];
  }

  #placeFigure(partial: PartialOrder, field: string): PartialOrder | undefined {
    const { number, figure, ...rest } = partial;
    if (partial.fields[field] !== undefined) return number || figure ? undefined : partial;
    if (figure !== undefined) return figure === field ? partial : undefined;
    if (number === undefined) return { ...rest, figure: field };
    const reading = this.#read(field, number.from).find(({ end }) => end === number.to);
    if (!reading) return undefined;
    return { ...rest, fields: { ...rest.fields, [field]: reading.value } };
  }

  #slotSteps(partial: PartialOrder, at: number, glued: number): Step[] {
    const { slots = [], type } = this.#view;
    const { last: _, ...before } = partial;
    const cost = partial.cost + 1 + 0.2 * glued;
    const filled = slots
      .filter((name) => partial.fields[name] === undefined)
      .flatMap((name) =>
        this.#slotReadings(glued > 0 ? { ...partial, last: 'for' } : partial, name, at).map(
          ({ end, value }): Step => {
            const fields = { ...partial.fields, [name]: value };
            const isParted = before.figure === undefined ? {} : ({ isParted: true } as const);
            return { to: end, partial: { ...before, ...isParted, fields, cost } };
          },
        ),
      );
    if (type !== 'create_barn' || glued > 0) return filled;
    return [...filled, ...this.#mentionSteps(partial, at)];
  }

  #slotReadings({ isBehind, last, orderWords }: PartialOrder, name: string, at: number) {
    const { words } = this.#view;
    // "Tell Joe …" orders, "Joe tells …" and "Joe orders …" do not.
    const isSubject = words?.behindField === name || name === 'supplierId';
    const isEarly = isSubject && orderWords.length === 0 && last !== 'for';
    if (isEarly) return [];
    // "Low" of "alert: water pressure low" and the barn of "clean barn 2" belong to the title.
    if (isBehind && words?.field === 'title' && this.#isOfTitle(name, last, at)) return [];
    const { today } = this.#context.calendar;
    // A due date is never in the past, and an arrival never in the future.
    const isOtherDay = (value: SlotValue) => {
      if (value.kind !== 'value') return false;
      if (name === 'dueDate') return String(value.value) < today;
      if (this.#view.type !== 'create_feed_delivery' || name !== 'date') return false;
      // "Friday" of "delivery of 14 t on Friday" may be the next one unless the sentence is in the
      // past tense.
      const ahead = this.#read('dueDate', at).map((other) => other.value);
      const isOpen = ahead.some((other) => other.kind === 'value' && other.value > today);
      return value.value > today || (isOpen && !matchesAny(patterns.slice(0, -1), orderWords));
    };
    const { takes, patterns } = this.#view;
    const isFilled = (value: SlotValue) =>
      !takes ||
      name !== 'category' ||
      (value.kind === 'value' && takes.includes(String(value.value)));
    const matches = this.#read(name, at);
    const readings = (
      matches.length > 0 ? matches : this.#unknownNameAt({ name, at, last, orderWords })
    ).filter(({ value }) => !isOtherDay(value) && isFilled(value));
    const isWord = getFields(this.#view.type).get(name)?.type === 'word';
    // A word of a closed list has one meaning in a field.
    return isWord ? firstPerEnd(readings) : readings;
  }

  #unknownNameAt(place: PersonPlace) {
    if (this.#view.type === 'complete_task') return [];
    const reading = { view: this.#view, sentence: this.#sentence, context: this.#context };
    const found = readUnknownNameAt({ ...reading, wordsAt: this.#wordsAt }, place, this.#colon);
    return this.#view.words?.isFirst ? found.filter(({ value }) => isOneRecord(value)) : found;
  }

  #isOfTitle(name: string, last: PartialOrder['last'], at: number): boolean {
    const type = getFields(this.#view.type).get(name)?.type;
    // ", urgent" follows the title.
    const isLabelled = this.#wordsAt(at).some(({ values }) => values.includes('severity'));
    if (type === 'word') return !isLabelled && !/[,，、;] ?$/u.test(this.#text.slice(0, at));
    // Thai uses places without a preposition.
    return type === 'reference' && last !== 'for' && !THAI.test(this.#text);
  }

  /** "Barn 5" of an order to add a barn is its name. */
  #mentionSteps(partial: PartialOrder, at: number): Step[] {
    if (partial.fields['name'] !== undefined) return [];
    const ends = this.#sentence
      .mentionsAt(at)
      .filter(
        ({ end, sense }) =>
          sense.kind === 'nobody' &&
          sense.of === 'barn' &&
          NUMBERED.test(this.#text.slice(at, end)),
      )
      .map(({ end }) => end);
    return [...new Set(ends)].map((to): Step => {
      const value = { kind: 'text', from: at, to, isQuoted: true } as const;
      const orderWords = wordGroups(partial.orderWords, ['barn']);
      const fields = { ...partial.fields, name: value };
      const cost = partial.cost + 1;
      return { to, partial: { ...partial, orderWords, fields, cost, isBehind: true } };
    });
  }

  #numberSteps(partial: PartialOrder, at: number): Step[] {
    const { figures = {}, bare = [], type } = this.#view;
    const { last: _, figure, isParted, ...before } = partial;
    const next = { ...before, cost: partial.cost + 1 };
    const setting = (field: string, rest: PartialOrder): Step[] =>
      this.#read(field, at).map(({ end, value }) => ({
        to: end,
        partial: { ...rest, fields: { ...rest.fields, [field]: value } },
      }));
    if (partial.number !== undefined || isInDate(this.#text, at)) return [];
    // "Barn 1" is a place, not a barn for one bird.
    const places = type === 'create_barn' ? undefined : (['record'] as const);
    if (isInMention(this.#sentence, at, places)) return [];
    if (this.#text[at] === '-' && !isMinus(this.#text, at)) return [];
    if (figure !== undefined) {
      return setting(figure, next).filter(
        (step) => !isParted || !mayBeDay(this.#view, step.partial.fields[figure]),
      );
    }
    const free = bare.find((field) => partial.fields[field] === undefined);
    if (type === 'create_barn' && !matchesAny([['barn']], partial.orderWords)) return [];
    const plain = free === undefined ? [] : setting(free, next);
    const ends = Object.values(figures)
      .filter((field) => partial.fields[field] === undefined)
      .flatMap((field) => this.#read(field, at).map(({ end }) => end));
    const numbers = [...new Set(ends)].map((to) => ({
      to,
      partial: { ...next, number: { from: at, to } },
    }));
    return [...plain, ...numbers];
  }

  /** The values of a field at a position, read once for all partial orders that reach it. */
  #read(name: string, at: number) {
    const key = `${name} ${at}`;
    const matches = this.#readings.get(key);
    if (matches) return matches;
    const field = getFields(this.#view.type).get(name) ?? ADJACENT_WORDS[name];
    const source = { sentence: this.#sentence, context: this.#context };
    const found = field ? readActionSlot(source, { name, field }, at) : [];
    countWork(STEP_COST);
    this.#readings.set(key, found);
    return found;
  }

  #mayBeginFree(
    partial: PartialOrder,
    index: number,
    words: NonNullable<OrderView['words']>,
  ): boolean {
    const { fields, orderWords, last, figure, number, isBehind } = partial;
    if (isBehind || fields[words.field] !== undefined || figure || number) return false;
    if (SILENT.test(this.#text[index] ?? ' ')) return false;
    if (this.#colon === undefined ? words.needsColon : index !== this.#colon) return false;
    // A name requires a verb before it, or a word that announces one: "把".
    const verbs: readonly OrderWord[] = words.mayPrecedeVerb ? [...VERBS, 'mark'] : VERBS;
    if (words.isName && !verbs.some((verb) => matchesAny([[verb]], orderWords))) return false;
    if (words.isBehindAll && !matchesAny(this.#view.patterns, orderWords)) return false;
    if (words.behindField && fields[words.behindField] === undefined) return false;
    return words.field !== 'title' || last === undefined || this.#view.target !== undefined;
  }

  /** Reads the free words of an order: one stretch, up to where only slots follow. */
  #freeSteps(partial: PartialOrder, index: number): Step[] {
    const { words } = this.#view;
    if (!words || !this.#mayBeginFree(partial, index, words)) return [];
    if (words.isName && isInMention(this.#sentence, index)) return [];
    const { last: _, ...before } = partial;
    return readFreeText(this.#text, index)
      .filter(({ value }) => mayBeFreeText(value, this.#sentence, this.#context, this.#view))
      .map(({ to, value }) => ({
        to,
        partial: {
          ...before,
          fields: { ...partial.fields, [words.field]: value },
          freeLetters: value.isQuoted ? 0 : value.to - value.from,
          cost: partial.cost + 1,
          isBehind: true,
        },
      }));
  }
}
