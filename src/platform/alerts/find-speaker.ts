import { isLanguage, type Language } from '../../model/languages.ts';
import type { Connection } from '../../storage/database.ts';
import { findOrganisation } from '../../storage/system/organisations.ts';
import { en } from '../../texts/en.ts';
import { es } from '../../texts/es.ts';
import { he } from '../../texts/he.ts';
import type { Speaker } from '../../texts/render-message.ts';
import { th } from '../../texts/th.ts';
import { zh } from '../../texts/zh.ts';

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
