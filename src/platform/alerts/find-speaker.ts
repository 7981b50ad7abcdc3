import { en } from '../../i18n/en.ts';
import { es } from '../../i18n/es.ts';
import { he } from '../../i18n/he.ts';
import type { Speaker } from '../../i18n/render-message.ts';
import { th } from '../../i18n/th.ts';
import { zh } from '../../i18n/zh.ts';
import { isLanguage, type Language } from '../../model/languages.ts';
import type { Connection } from '../../storage/database.ts';
import { findOrganisation } from '../../storage/system/organisations.ts';

// All are at hand: what runs in a transaction must not wait for a file.
const SPEAKERS: Readonly<Record<Language, Speaker>> = {
  en: { language: 'en', texts: en },
  he: { language: 'he', texts: he },
  th: { language: 'th', texts: th },
  es: { language: 'es', texts: es },
  zh: { language: 'zh', texts: zh },
};

/**
 * Who says things in the language that was asked for, else in that of the organisation; in English
 * where the service does not speak it.
 */
export async function findSpeaker(
  connection: Connection,
  orgId: string,
  asked?: Language,
): Promise<Speaker> {
  if (asked !== undefined) return SPEAKERS[asked];
  const language = (await findOrganisation(connection, orgId))?.language ?? '';
  return SPEAKERS[isLanguage(language) ? language : 'en'];
}
