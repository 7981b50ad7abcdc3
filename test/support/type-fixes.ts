import { loadLanguage } from '../../src/i18n/load-language.ts';
import { renderAnswerBody } from '../../src/platform/core/typed-fixes.ts';

const english = await loadLanguage('en');

/** A response in English as sent, with its type. */
export function typeFixes<T>(answer: T): T {
  return renderAnswerBody(english, answer) as T;
}
