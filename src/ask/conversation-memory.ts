import type { QueryForm } from '../model/answers/query-form.ts';
import type { Language } from '../model/core/message.ts';
import type { NamedRecord } from './lexicon/lexicon.ts';
import type { AskedScope, Fact, MeasureQuestion, Period } from './measure.ts';
import { type MeasureName, measures } from './measures/measures.ts';
import type { FarmNames } from './names/farm-names.ts';
import { type ViewName, views } from './query/views.ts';

/** The last understood question of a conversation; its scope is one of the farm. */
export type AskedBefore = {
  readonly farmId: string;
  readonly language: Language;
  /** Whether it was asked back and not answered: the next sentence may only confirm it. */
  readonly isSuggested?: true;
  readonly told?: Told;
} & (
  | { readonly intent: MeasureName; readonly question: MeasureQuestion }
  | { readonly view: ViewName; readonly form: QueryForm }
);

/** What the answer named, of each kind only where it was one: the ids of a person, a barn, a task. */
export interface Told {
  readonly personId?: string;
  readonly barnId?: string;
  readonly taskId?: string;
}

export type MeasureBefore = Extract<AskedBefore, { intent: MeasureName }>;
export type RecordsBefore = Extract<AskedBefore, { view: ViewName }>;

/** The places that the question before was about. */
export function scopeBefore(before: AskedBefore): AskedScope {
  if ('question' in before) return before.question.scope;
  const { barns, flocks } = before.form.scope;
  return {
    ...(barns.length > 0 ? { barnIds: barns } : {}),
    ...(flocks.length > 0 ? { flockIds: flocks } : {}),
  };
}

/** The only person and the only barn that an answer names, and the only task it is made from. */
export function toldBy(
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

/** The longest names first: "Barn 1" is not named by "Barn 10". */
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

/** The same question of the whole of another farm. */
export function withoutPlaces({ told: _, ...before }: AskedBefore): AskedBefore {
  if ('question' in before) return { ...before, question: { ...before.question, scope: {} } };
  return { ...before, form: { ...before.form, scope: { farms: [], barns: [], flocks: [] } } };
}

/** The days that it was about. */
export function periodBefore(before: AskedBefore): Period | undefined {
  return 'question' in before ? before.question.period : before.form.period;
}

/** The form of what is stored; what another form wrote is forgotten. */
const FORM = 2;
const LONGEST_MEMORY = 8000;

/** The text in which a conversation remembers a question; null for one that is too long to keep. */
export function writeMemory(before: AskedBefore): string | null {
  const text = JSON.stringify({ memory: FORM, ...before });
  return text.length > LONGEST_MEMORY ? null : text;
}

/** The question that a conversation remembers; undefined for none, and for another form. */
export function readMemory(text: string | null): AskedBefore | undefined {
  if (text === null) return undefined;
  const { memory, ...before } = JSON.parse(text) as AskedBefore & { readonly memory: unknown };
  const isKnown = 'intent' in before ? before.intent in measures : before.view in views;
  return memory === FORM && isKnown ? before : undefined;
}
