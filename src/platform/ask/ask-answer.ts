import type { Choice } from '../../ask/grammar/understanding.ts';
import type { Fact } from '../../ask/measure.ts';
import type { Language } from '../../model/languages.ts';
import type { UndoDescriptor } from '../actions/parse-descriptor.ts';

/** What became of an action that a question asks for. */
export interface AskedAction {
  readonly status: 'executed' | 'suppressed' | 'proposed' | 'refused';
  readonly type: string;
  /** The body that `POST /actions` takes. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly reason?: string;
  readonly undo?: UndoDescriptor;
}

/** The answer of `POST /ask`. */
export interface AskAnswer {
  readonly answer: string;
  readonly lang: Language;
  readonly mode: 'deterministic' | 'model';
  readonly understood: Readonly<Record<string, unknown>>;
  readonly confidence: number;
  readonly facts: readonly Fact[];
  readonly clarify?: readonly Choice[];
  readonly missing?: readonly unknown[];
  /** Scopes that the key lacks to be told the answer. */
  readonly needs?: readonly string[];
  readonly action?: AskedAction;
  /** A model should have been asked, but did not answer as it must; this is the engine's answer. */
  readonly degraded?: true;
  /** The conversation that the next question may continue. */
  readonly conversationId?: string;
}
