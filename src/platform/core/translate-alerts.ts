import {
  type AlertTextField,
  alertText,
  alertTextFields,
  connectionFault,
} from '../../farming/core/stored-texts.ts';
import { loadLanguage } from '../../i18n/load-language.ts';
import { renderMessage, renderStored, type Translator } from '../../i18n/render-message.ts';
import { isStoredMessage, type Language } from '../../model/core/message.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { alerts } from '../../model/resources/alerts.ts';
import { integrations } from '../../model/resources/integrations.ts';

/** An alert with its rule texts in a language; texts written by people are unchanged. */
export function translateAlert<A extends { readonly [F in AlertTextField]?: string | null }>(
  alert: A & { readonly source: unknown },
  translator: Translator,
): A {
  const translated: Partial<Record<AlertTextField, string>> = {};
  for (const field of alertTextFields) {
    const text = alertText({ ...NO_TEXTS, ...alert }, field);
    if (isStoredMessage(text))
      translated[field] = renderStored(translator, text).slice(0, alerts.fields[field].max);
  }
  return { ...alert, ...translated };
}

const NO_TEXTS = { title: '', message: null, resolutionNote: null };

/**
 * Translates records (JSON texts); undefined when they have no translatable text or no language was
 * requested.
 */
export async function translateRecords(
  { name, translated }: ResourceDefinition,
  language: Language | undefined,
): Promise<((record: string) => string) | undefined> {
  if (language === undefined || !translated) return undefined;
  const translator = await loadLanguage(language);
  if (name !== alerts.name) return (record) => translateFaults(record, translated, translator);
  return (record) => JSON.stringify(translateAlert(JSON.parse(record), translator));
}

/** A record (JSON text) with its connection errors translated, if the service wrote them. */
function translateFaults(
  record: string,
  fields: readonly string[],
  translator: Translator,
): string {
  const row = JSON.parse(record) as Readonly<Record<string, unknown>>;
  const texts = fields.flatMap((field) => {
    const error = row[field];
    if (typeof error !== 'string') return [];
    const fault = connectionFault(error);
    const text = typeof fault === 'string' ? fault : renderMessage(translator, fault);
    return [[field, text.slice(0, integrations.fields.lastError.max)] as const];
  });
  return texts.length === 0 ? record : JSON.stringify({ ...row, ...Object.fromEntries(texts) });
}
