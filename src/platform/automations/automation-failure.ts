import type { EditorRefusal } from '../../farming/automations/editor-rights.ts';
import { type Message, type MessageValue, message } from '../../model/message.ts';

/** Why an automation did not do what was due. */
export interface AutomationFailure {
  readonly code: EditorRefusal['code'] | 'failed';
  /** In words; of what was not foreseen the text of the error. */
  readonly text: MessageValue;
}

/** An automation that may not do what it is to do. */
export class AutomationRefused extends Error {
  readonly refusal: EditorRefusal;

  constructor(refusal: EditorRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** A failure in words. */
export function failureWords({ text }: AutomationFailure): Message {
  return message('automation.named', { name: text });
}

/** What is told of an error that ended a run. */
export function failureOf(error: unknown): AutomationFailure {
  if (error instanceof AutomationRefused) return error.refusal;
  return { code: 'failed', text: error instanceof Error ? error.message : String(error) };
}
