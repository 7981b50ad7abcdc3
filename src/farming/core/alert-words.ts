import { isMessage, type Message, type StoredMessage } from '../../model/core/message.ts';
import { alerts } from '../../model/resources/alerts.ts';
import type { StoredOf } from '../../model/resources/registry.ts';

/** The texts of an alert that rules write. */
export const alertTextFields = alerts.translated;
export type AlertTextField = (typeof alertTextFields)[number];

/**
 * The texts of an alert before they got a language, kept in `source.words`. The fields themselves
 * have the language of the organisation; a field that a person has written has no words.
 */
export type AlertWords = { readonly [F in AlertTextField]?: Message };

type Alert = Pick<StoredOf<'alerts'>, AlertTextField | 'source'>;

/** The words of an alert; none of one that people wrote. */
export function alertWords({ source }: { readonly source?: unknown }): AlertWords {
  const { words } = Object(source) as { readonly words?: unknown };
  return Object(words);
}

/** The title of an alert, in whatever language it will be told. */
export function alertTitle(alert: Pick<Alert, 'title' | 'source'>): StoredMessage | Alert['title'] {
  return alertText(alert, 'title');
}

/** A text of an alert, in whatever language it will be told. */
export function alertText<F extends AlertTextField>(
  alert: Pick<Alert, F | 'source'>,
  field: F,
): StoredMessage | Alert[F] {
  const otherwise = alert[field] as Alert[F];
  const stored = alertWords(alert)[field];
  return isMessage(stored) && typeof otherwise === 'string' ? { stored, otherwise } : otherwise;
}
