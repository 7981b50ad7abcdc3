import type { Field } from '../../model/core/fields.ts';
import { message } from '../../model/core/message.ts';
import {
  type ActionDefinition,
  type ActionType,
  actionFields,
  actions,
} from '../../model/resources/actions.ts';
import { trimEndOf } from '../../tools/text.ts';
import { isModifier } from '../grammar/concepts.ts';
import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import type { Understanding } from '../grammar/understanding.ts';
import type { Sense } from '../lexicon/sense.ts';
import { type Capture, findMatch, startingAt, type TemplateMatch } from '../text/match-template.ts';
import { typedBetween } from '../text/normalise.ts';
import { fillDefaults } from './fill-defaults.ts';
import { foreignCurrency } from './foreign-currency.ts';
import { isOneOrder } from './is-one-order.ts';
import { readActionSlot } from './read-slot.ts';
import { readTail, skipCourtesies } from './skip-courtesies.ts';
import type { SlotValue } from './slot-values.ts';

/** A sentence that is an action from its first word to its last. */
interface MatchedAction {
  readonly type: ActionType;
  readonly slots: readonly (readonly [name: string, value: SlotValue])[];
  /** How many letters were taken as they are; the fewer, the better it was understood. */
  readonly freeLetters: number;
  /** Whether a word behind it makes a question of it. */
  readonly isAsked: boolean;
}

const UNDERSTOOD = 0.95;

/** The action that a sentence asks for; undefined where it fits no template as a whole. */
export function understandAction(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding | undefined {
  const [best] = matchActions(sentence, context).sort(
    (a, b) => a.freeLetters - b.freeLetters || nobodiesOf(a) - nobodiesOf(b),
  );
  if (best === undefined) return undefined;
  const unclear = findUnclear(best, sentence, context) ?? findDoubtful(best, sentence, context);
  if (unclear) return unclear;
  const { text } = sentence.normal;
  const fields = Object.fromEntries(
    best.slots.map(([name, value]) => [name, fieldValue(sentence, value)]),
  );
  const filled = fillDefaults(best.type, fields, context.names);
  if (filled === 'which_flock') return whichFlock(context);
  const isAsked = /\?\s*$/.test(text) && skipCourtesies(context.compiled, text, 0) === 0;
  return {
    kind: 'action',
    type: best.type,
    fields: filled,
    isOrder: !isAsked && !best.isAsked,
    confidence: UNDERSTOOD,
  };
}

function matchActions(sentence: ReadSentence, context: SentenceContext): MatchedAction[] {
  const { text } = sentence.normal;
  const start = skipCourtesies(context.compiled, text, 0);
  return startingAt(context.compiled.actions, text, start).flatMap(({ type, path }) => {
    const fields = fieldsOf(type);
    const readSlot = (name: string, index: number) => {
      const field = fields.get(name);
      return field ? readActionSlot({ sentence, context }, { name, field }, index) : [];
    };
    const found: MatchedAction[] = [];
    const isWanted = ({ end, captures }: TemplateMatch) => {
      const tail = readTail(context.compiled, text, end);
      if (tail === undefined || captures.some((one) => isNoName(context, text, one))) return false;
      // Slots of actions are filled with the values read above.
      const slots = captures.map(({ name, value }) => [name, value as SlotValue] as const);
      found.push({ type, slots, freeLetters: freeLettersOf(slots), isAsked: tail === 'asking' });
      return true;
    };
    findMatch(path, start, { text, readSlot, isWanted });
    return found;
  });
}

/** "Which" of "which task is done" is asked for; it is no name. */
function isNoName(
  { compiled: { phrases } }: SentenceContext,
  text: string,
  { from, to, value }: Capture,
): boolean {
  const slot = value as SlotValue;
  if (slot.kind !== 'text' || slot.isQuoted) return false;
  return phrases
    .matchesAt(text, from)
    .some(({ end, values }) => end === to && values.some(isWayOfAsking));
}

function isWayOfAsking(sense: Sense): boolean {
  return sense.kind === 'concept' && isModifier(sense.concept);
}

const fieldsByType = new Map<ActionType, ReadonlyMap<string, Field>>();

function fieldsOf(type: ActionType): ReadonlyMap<string, Field> {
  const definition: ActionDefinition = actions[type];
  const fields = fieldsByType.get(type) ?? new Map(actionFields(definition));
  fieldsByType.set(type, fields);
  return fields;
}

/** Names that nobody has: a way to read the sentence without them is the better one. */
function nobodiesOf({ slots }: MatchedAction): number {
  return slots.filter(([, value]) => value.kind === 'records' && value.ids.length === 0).length;
}

function freeLettersOf(slots: MatchedAction['slots']): number {
  return slots.reduce(
    (sum, [, value]) => sum + (value.kind === 'text' ? value.to - value.from : 0),
    0,
  );
}

function findUnclear(
  { slots }: MatchedAction,
  { normal }: ReadSentence,
  { compiled }: SentenceContext,
): Understanding | undefined {
  for (const [, value] of slots) {
    if (value.kind === 'text' && !value.isQuoted) {
      const typed = normal.text.slice(value.from, value.to);
      if (!isOneOrder(compiled, typed)) return unclear('ask.one_action');
    }
    if (value.kind !== 'records' || value.ids.length === 1) continue;
    if (value.ids.length === 0) return unclear(`ask.no_such_${value.of}`);
    const choices = value.ids.map(({ id, name }) => ({ kind: value.of, id, label: name }));
    return { ...unclear('ask.which_one'), choices };
  }
  return undefined;
}

/** An amount in other money, and a number that is read in two ways, are asked about, not taken. */
function findDoubtful(
  { type, slots }: MatchedAction,
  { normal: { text } }: ReadSentence,
  { compiled, names: { currency } }: SentenceContext,
): Understanding | undefined {
  const numbers = slots.filter(
    ([, value]) => value.kind === 'value' && typeof value.value === 'number',
  );
  const hasMoney = numbers.some(([name]) => fieldsOf(type).get(name)?.type === 'money');
  const isForeign = hasMoney && currency && foreignCurrency(text, currency) !== undefined;
  if (isForeign) return unclear('ask.other_currency', { currency });
  const typed = numbers.length > 0 ? numberOfTwoWays(text, compiled.lexicon.decimal) : undefined;
  return typed === undefined ? undefined : unclear('ask.two_numbers', twoWays(typed));
}

/** Where decimals have a comma, many write thousands with one all the same: `1,240`. */
function numberOfTwoWays(text: string, decimal: '.' | ','): string | undefined {
  if (decimal !== ',') return undefined;
  const typed = (text.match(/[\d.,]+/g) ?? []).map((digits) => trimEndOf(digits, '.,'));
  return typed.find((digits) => /^[1-9]\d{0,2},\d{3}$/.test(digits));
}

function twoWays(typed: string) {
  return { typed, whole: typed.replace(',', ''), part: trimEndOf(typed, '0') };
}

function whichFlock({ names }: SentenceContext): Understanding {
  const choices = names.flocks
    .filter(({ isLive }) => isLive)
    .map(({ id, name }) => ({ kind: 'flock', id, label: name }) as const);
  return { ...unclear('ask.which_flock'), choices };
}

function unclear(reason: string, params: Readonly<Record<string, string>> = {}) {
  return {
    kind: 'unclear',
    intent: null,
    reason: message(reason, params),
    choices: [],
    confidence: UNDERSTOOD,
  } as const;
}

function fieldValue({ normal }: ReadSentence, value: SlotValue): unknown {
  if (value.kind === 'value') return value.value;
  if (value.kind === 'text') return typedBetween(normal, value.from, value.to);
  return value.ids[0]?.id;
}
