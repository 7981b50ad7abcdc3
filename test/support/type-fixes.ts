import { loadLanguage } from '../../src/i18n/load-language.ts';
import { renderAnswerBody } from '../../src/platform/core/typed-fixes.ts';

const english = await loadLanguage('en');

/** An answer in English as it is sent, with the type that it has. */
export function typeFixes<T>(answer: T): T {
  return renderAnswerBody(english, answer) as T;
}
