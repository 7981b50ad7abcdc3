import type { QueryForm } from '../../model/answers/query-form.ts';
import type { Message } from '../../model/core/message.ts';
import type { OrderType } from '../../model/resources/record-orders.ts';
import type { TargetWords } from '../actions/target-words.ts';
import type { Fact, MeasureQuestion } from '../measure.ts';
import type { ViewName } from '../query/views.ts';
import type { MeasureName } from './measure-meanings.ts';

/** A choice offered for an ambiguous question. */
export interface Choice {
  readonly kind: 'barn' | 'flock' | 'person' | 'product' | 'farm' | 'task' | 'alert' | 'question';
  /** The id of the record, or the name of the measure. */
  readonly id: string;
  /** The display name; for a measure, a whole question in the language of the caller. */
  readonly label: string;
}

/** The interpretation of a question. */
export type Understanding =
  | {
      readonly kind: 'question';
      readonly intent: MeasureName;
      readonly question: MeasureQuestion;
      /** Another farm of the caller, if the question names one. */
      readonly farmId?: string;
      /** A second question in the same sentence. */
      readonly also?: AnsweredChoiceKind;
      readonly confidence: number;
    }
  | {
      /** Records of the farm: every word of the question fills a slot of the form. */
      readonly kind: 'records';
      readonly view: ViewName;
      readonly form: QueryForm;
      readonly farmId?: string;
      readonly also?: AnsweredChoiceKind;
      readonly confidence: number;
    }
  | {
      readonly kind: 'action';
      readonly type: OrderType;
      /** The body of the action without `farmId` and `type`. */
      readonly fields: Readonly<Record<string, unknown>>;
      /** Description of the record to change. */
      readonly target?: TargetWords;
      /** The existing task that a sentence may assign instead of creating one. */
      readonly instead?: TargetWords;
      /** False where the sentence asks rather than orders: the action is only proposed. */
      readonly isOrder: boolean;
      /** Whether verbatim words may be more than a name or title: the action is only proposed. */
      readonly isDoubtful: boolean;
      /**
       * Set where a yes confirms a proposal: the digest of that proposal. No other action is run.
       */
      readonly confirms?: string;
      readonly confidence: number;
    }
  | {
      readonly kind: 'unclear';
      /** The measure, where only its scope is ambiguous. */
      readonly intent: MeasureName | null;
      readonly reason: Message;
      readonly choices: readonly Choice[];
      /** The likely meaning, where it is not certain enough to be answered. */
      readonly suggested?: AnsweredChoiceKind;
      /** The order that lacks its place, which the next sentence may name. */
      readonly order?: OpenOrder;
      /** The names used in the reason. */
      readonly facts?: readonly Fact[];
      readonly confidence: number;
    };

/** An order without its place. */
export interface OpenOrder {
  readonly type: OrderType;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly isDoubtful: boolean;
}

type AnsweredChoiceKind = Extract<Understanding, { readonly kind: 'question' | 'records' }>;
