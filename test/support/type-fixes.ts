import { speakers } from '../../src/platform/core/organisation-setup.ts';
import { renderAnswerBody } from '../../src/platform/core/typed-fixes.ts';

/** An answer in English as it is sent, with the type that it has. */
export function typeFixes<T>(answer: T): T {
  return renderAnswerBody(speakers.en, answer) as T;
}
