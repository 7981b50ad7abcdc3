import type { QueryForm } from '../../model/answers/query-form.ts';
import type { Message } from '../../model/core/message.ts';
import type { OrderType } from '../../model/resources/record-orders.ts';
import type { TargetWords } from '../actions/target-words.ts';
import type { Fact, MeasureQuestion } from '../measure.ts';
import type { ViewName } from '../query/views.ts';
import type { MeasureName } from './measure-meanings.ts';

/** Something to choose from where a question leaves it open. */
export interface Choice {
  readonly kind: 'barn' | 'flock' | 'person' | 'product' | 'farm' | 'task' | 'alert' | 'question';
  /** The id of the record, or the name of the measure. */
  readonly id: string;
  /** As people call it; a whole question in the language that was asked in. */
  readonly label: string;
}

/** What is thought to be meant by a question. */
export type Understanding =
  | {
      readonly kind: 'question';
      readonly intent: MeasureName;
      readonly question: MeasureQuestion;
      /** Another farm of the caller that the question names. */
      readonly farmId?: string;
      /** What the same sentence asks besides. */
      readonly also?: AnsweredKind;
      readonly confidence: number;
    }
  | {
      /** Records of the farm: every word of the question has a slot in the form. */
      readonly kind: 'records';
      readonly view: ViewName;
      readonly form: QueryForm;
      readonly farmId?: string;
      readonly also?: AnsweredKind;
      readonly confidence: number;
    }
  | {
      readonly kind: 'action';
      readonly type: OrderType;
      /** The body of the action besides `farmId` and `type`. */
      readonly fields: Readonly<Record<string, unknown>>;
      /** How the record that it changes is described. */
      readonly target?: TargetWords;
      /** A task that may be there already, where the sentence gives one to somebody. */
      readonly instead?: TargetWords;
      /** False where the sentence asks rather than orders: it is proposed, never run. */
      readonly isOrder: boolean;
      /** Whether words that were taken as typed may hold more than a name or title: it is proposed. */
      readonly isDoubtful: boolean;
      /** Set where a yes confirms a proposal: the digest of that proposal. Nothing else is run. */
      readonly confirms?: string;
      readonly confidence: number;
    }
  | {
      readonly kind: 'unclear';
      /** The measure, where only its scope is open. */
      readonly intent: MeasureName | null;
      readonly reason: Message;
      readonly choices: readonly Choice[];
      /** What it may mean, where that is not certain enough to be answered. */
      readonly suggested?: AnsweredKind;
      /** The names that the reason holds. */
      readonly facts?: readonly Fact[];
      readonly confidence: number;
    };

type AnsweredKind = Extract<Understanding, { readonly kind: 'question' | 'records' }>;
