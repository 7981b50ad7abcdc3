import type { MeasureName } from '../../../src/ask/measures/measures.ts';
import type { Language } from '../../../src/model/core/message.ts';
import type { ActionType } from '../../../src/model/resources/actions.ts';

/** Questions that mean the same, with what is to be understood of each of them. */
export interface AskedIntent {
  readonly intent: MeasureName;
  /** `barn_1`, `flock_1`; several are compared. */
  readonly barns?: readonly string[];
  readonly flocks?: readonly string[];
  /** Both days included; leave it out where the question names no time. */
  readonly period?: readonly [from: string, to: string];
  /** Checked where it is given. */
  readonly aggregation?: string;
  /** Slots of the measure, such as `category: 'feed'`. */
  readonly slots?: Readonly<Record<string, string>>;
  readonly questions: readonly string[];
}

/** Sentences that order the same. */
export interface AskedOrder {
  readonly action: ActionType;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly questions: readonly string[];
}

/** What must not be answered as if it were understood, or must be answered all the same. */
export interface Negative {
  readonly kind:
    | 'out_of_domain'
    | 'ambiguous'
    | 'foreign_farm'
    | 'injection'
    | 'missing_data'
    | 'typing_error';
  readonly question: string;
  /** What it is understood as; `unclear` where it has to be asked back or refused. */
  readonly expected: MeasureName | 'unclear';
}

/** All that is asked in a language. */
export interface QuestionSet {
  readonly language: Language;
  readonly intents: readonly AskedIntent[];
  readonly orders: readonly AskedOrder[];
  readonly negatives: readonly Negative[];
}
