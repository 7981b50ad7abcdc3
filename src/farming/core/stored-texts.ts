import { isMessage, type Message, type StoredMessage } from '../../model/core/message.ts';
import { alerts } from '../../model/resources/alerts.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import faults from './connection-faults.json' with { type: 'json' };

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

interface Form {
  readonly name: string;
  /** The text around the parameters. */
  readonly parts: readonly string[];
  readonly params: readonly string[];
}

/** The English sentences in which connection errors are stored, longest first. */
const FORMS: readonly Form[] = Object.entries(faults).map(([name, sentence]) => ({
  name,
  parts: sentence.split(/\{\w+\}/),
  params: [...sentence.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param),
}));

/**
 * The error of a connection as a message if it is one of the service's own errors, of any version.
 * Errors from devices and other services stay as they are.
 */
export function connectionFault(error: string): Message | string {
  for (const { name, parts, params } of FORMS) {
    const values = valuesBetween(error, parts);
    if (!values) continue;
    const filledParams = Object.fromEntries(
      params.map((param, index) => {
        const value = values[index] ?? '';
        return [param, param === 'reason' ? connectionFault(value) : value];
      }),
    );
    return { text: `connection.${name}`, params: filledParams };
  }
  return error;
}

/** The values between the parts of a text; undefined when the text does not match. */
function valuesBetween(text: string, [first = '', ...remaining]: readonly string[]) {
  if (!text.startsWith(first)) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const [index, part] of remaining.entries()) {
    const isLast = index === remaining.length - 1;
    const end = isLast ? text.length - part.length : text.indexOf(part, at);
    if (end <= at || !text.startsWith(part, end)) return undefined;
    values.push(text.slice(at, end));
    at = end + part.length;
  }
  return at === text.length ? values : undefined;
}
