import { type AlertTextField, alertText, alertTextFields } from '../../farming/core/alert-words.ts';
import { connectionFault } from '../../farming/core/connection-faults.ts';
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
  const told: Partial<Record<AlertTextField, string>> = {};
  for (const field of alertTextFields) {
    const text = alertText({ ...NO_TEXTS, ...alert }, field);
    if (isStoredMessage(text))
      told[field] = renderStored(translator, text).slice(0, alerts.fields[field].max);
  }
  return { ...alert, ...told };
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
  if (name === integrations.name) return (record) => translateConnection(record, translator);
  return (record) => JSON.stringify(translateAlert(JSON.parse(record), translator));
}

/** An integration (JSON text) with its error translated, if the service wrote it. */
function translateConnection(record: string, translator: Translator): string {
  const row = JSON.parse(record) as { readonly lastError?: string | null };
  const { lastError } = row;
  if (typeof lastError !== 'string') return record;
  const fault = connectionFault(lastError);
  const told = typeof fault === 'string' ? fault : renderMessage(translator, fault);
  return JSON.stringify({ ...row, lastError: told.slice(0, integrations.fields.lastError.max) });
}
