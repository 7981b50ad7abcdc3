import { loadLanguage } from '../../src/i18n/load-language.ts';
import { renderMessage } from '../../src/i18n/render-message.ts';
import type { Language, Message } from '../../src/model/core/message.ts';

/** The texts of messages in a language, with plain blanks and without direction marks. */
export async function rendered(language: Language, messages: readonly Message[]) {
  const translator = await loadLanguage(language);
  return messages.map((each) =>
    renderMessage(translator, each)
      .replace(/[\u00a0\u202f]/g, ' ')
      .replace(/[\u200e\u200f]/g, ''),
  );
}
