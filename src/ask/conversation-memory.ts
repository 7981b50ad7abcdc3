import type { QueryForm } from '../model/answers/query-form.ts';
import type { Language } from '../model/core/message.ts';
import { type OrderType, orders } from '../model/resources/record-orders.ts';
import type { CompiledLexicon } from './lexicon/compile-lexicon.ts';
import type { NamedRecord } from './lexicon/lexicon.ts';
import type { AskedScope, Fact, MeasureQuestion, Period } from './measure.ts';
import { type MeasureName, measures } from './measures/measures.ts';
import type { FarmNames } from './names/farm-names.ts';
import { type ViewName, views } from './query/views.ts';
import { unmarkedText } from './text/normalise.ts';

/** The last understood question of a conversation; its scope is within the farm. */
export type AskedBefore = {
  readonly farmId: string;
  readonly language: Language;
  /** Whether it was only suggested, not answered: the next sentence can only confirm it. */
  readonly isSuggested?: true;
  readonly told?: Told;
} & (
  | { readonly intent: MeasureName; readonly question: MeasureQuestion }
  | { readonly view: ViewName; readonly form: QueryForm }
);

/** The id of the person, barn and task in the answer, each only where there was exactly one. */
export interface Told {
  readonly personId?: string;
  readonly barnId?: string;
  readonly taskId?: string;
}

export type MeasureBefore = Extract<AskedBefore, { intent: MeasureName }>;
export type RecordsBefore = Extract<AskedBefore, { view: ViewName }>;

/** The places of the previous question. */
export function scopeBefore(before: AskedBefore): AskedScope {
  if ('question' in before) return before.question.scope;
  const { barns, flocks } = before.form.scope;
  return {
    ...(barns.length > 0 ? { barnIds: barns } : {}),
    ...(flocks.length > 0 ? { flockIds: flocks } : {}),
  };
}

/** The only person and barn in an answer, and the only task it is based on. */
export function subjectOfAnswer(
  { answer, facts }: { readonly answer: string; readonly facts: readonly Fact[] },
  { people, barns }: Pick<FarmNames, 'people' | 'barns'>,
): Told {
  const [personId, barnId] = [onlyNamed(answer, people), onlyNamed(answer, barns)];
  const tasks = new Set(
    facts.flatMap(({ source }) =>
      source?.resource === 'tasks' && 'ids' in source ? (source.ids ?? []) : [],
    ),
  );
  const [taskId] = tasks.size === 1 ? tasks : [];
  return {
    ...(personId ? { personId } : {}),
    ...(barnId ? { barnId } : {}),
    ...(taskId ? { taskId } : {}),
  };
}

/** The longest names first: "Barn 10" does not contain the name "Barn 1". */
function onlyNamed(text: string, records: readonly NamedRecord[]): string | undefined {
  let rest = text;
  const named = records
    .toSorted((a, b) => b.name.length - a.name.length)
    .filter(({ name }) => {
      const isNamed = name !== '' && rest.includes(name);
      if (isNamed) rest = rest.replaceAll(name, ' ');
      return isNamed;
    });
  return named.length === 1 ? named[0]?.id : undefined;
}

/** The same question for the whole of another farm. */
export function withoutPlaces({ told: _, ...before }: AskedBefore): AskedBefore {
  if ('question' in before) return { ...before, question: { ...before.question, scope: {} } };
  return { ...before, form: { ...before.form, scope: { farms: [], barns: [], flocks: [] } } };
}

/** The days of the previous question. */
export function periodBefore(before: AskedBefore): Period | undefined {
  return 'question' in before ? before.question.period : before.form.period;
}

/**
 * An action that an answer proposed but did not run: the next sentence may confirm or decline it.
 */
export interface Proposed {
  readonly farmId: string;
  readonly language: Language;
  readonly type: OrderType;
  /** As stated in the answer, with the ids of all records. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The digest of the proposal as stated in the answer, with the values that it replaces. */
  readonly told: string;
  /** ISO 8601. */
  readonly at: string;
}

/** State of a conversation: the previous question, and the action that the last answer proposed. */
export interface Memory {
  readonly before?: AskedBefore | undefined;
  readonly proposed?: Proposed | undefined;
}

/** Whether a sentence is only a yes or a no, and in which language. */
export function replyIn(
  lexicons: readonly CompiledLexicon[],
  sentence: string,
): { readonly reply: 'yes' | 'no'; readonly language: Language } | undefined {
  const said = unmarkedText(sentence);
  for (const { assents, dissents, lexicon } of lexicons) {
    const { language } = lexicon;
    if (assents.has(said)) return { reply: 'yes', language };
    if (dissents.has(said)) return { reply: 'no', language };
  }
  return undefined;
}

/** Version of the stored form; other versions are ignored. */
const FORM = 2;
const LONGEST_MEMORY = 8000;

/** The serialised conversation; null where it is empty or too large. */
export function writeMemory({ before, proposed }: Memory): string | null {
  if (before === undefined && proposed === undefined) return null;
  const text = JSON.stringify({ memory: FORM, ...before, ...(proposed ? { proposed } : {}) });
  return text.length > LONGEST_MEMORY ? null : text;
}

/** Reads a stored conversation; empty for another version. */
export function readMemory(text: string | null): Memory {
  if (text === null) return {};
  const { memory, proposed, ...before } = JSON.parse(text) as AskedBefore & {
    readonly memory: unknown;
    readonly proposed?: Proposed;
  };
  if (memory !== FORM) return {};
  const isKnown = 'intent' in before ? before.intent in measures : before.view in views;
  return {
    before: isKnown ? (before as AskedBefore) : undefined,
    proposed: proposed && proposed.type in orders ? proposed : undefined,
  };
}
