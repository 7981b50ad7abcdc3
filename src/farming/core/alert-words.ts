import { isMessage, type Message, type StoredMessage } from '../../model/core/message.ts';
import { alerts } from '../../model/resources/alerts.ts';
import type { StoredOf } from '../../model/resources/registry.ts';

/** The alert texts that rules write. */
export const alertTextFields = alerts.translated;
export type AlertTextField = (typeof alertTextFields)[number];

/**
 * The untranslated texts of an alert, stored in `source.words`. The fields themselves contain the
 * organisation's language; a field edited by a person has no words.
 */
export type AlertWords = { readonly [F in AlertTextField]?: Message };

type Alert = Pick<StoredOf<'alerts'>, AlertTextField | 'source'>;

/** The words of an alert; empty for an alert written by people. */
export function alertWords({ source }: { readonly source?: unknown }): AlertWords {
  const { words } = Object(source) as { readonly words?: unknown };
  return Object(words);
}

/** The title of an alert, as a message when it can be translated. */
export function alertTitle(alert: Pick<Alert, 'title' | 'source'>): StoredMessage | Alert['title'] {
  return alertText(alert, 'title');
}

/** A text of an alert, as a message when it can be translated. */
export function alertText<F extends AlertTextField>(
  alert: Pick<Alert, F | 'source'>,
  field: F,
): StoredMessage | Alert[F] {
  const otherwise = alert[field] as Alert[F];
  const stored = alertWords(alert)[field];
  return isMessage(stored) && typeof otherwise === 'string' ? { stored, otherwise } : otherwise;
}
