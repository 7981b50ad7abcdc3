import { en } from '../../i18n/en.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { type Message, message } from '../../model/core/message.ts';

/** All checks. */
export type CheckName =
  | 'configuration'
  | 'profile'
  | 'server'
  | 'key'
  | 'serverClock'
  | 'signIn'
  | 'folder'
  | 'permissions'
  | 'database'
  | 'replica'
  | 'schema'
  | 'integrity'
  | 'commits'
  | 'synchronous'
  | 'auditLog'
  | 'outbox'
  | 'files'
  | 'references'
  | 'secrets'
  | 'integrations'
  | 'notices'
  | 'log'
  | 'disk'
  | 'backups'
  | 'clock'
  | 'runtime'
  | 'openFiles';

/** Result of a check; `skipped` if there was nothing to check. */
export const checkStates = ['ok', 'warning', 'failed', 'skipped'] as const;

export type CheckState = (typeof checkStates)[number];

/** The finding of one check. */
export interface Finding {
  readonly check: CheckName;
  readonly state: CheckState;
  /** The observation, on one line, in English. */
  readonly finding: string;
  /** The remedy; empty if none is needed. */
  readonly whatToDo: string;
  /** The same as translatable messages. */
  readonly messages: { readonly finding: Message; readonly whatToDo?: Message };
}

const english: Translator = { language: 'en', texts: en };

function findingOf(check: CheckName, state: CheckState, messages: Finding['messages']): Finding {
  const { finding, whatToDo } = messages;
  const remedy = whatToDo ? renderMessage(english, whatToDo) : '';
  return { check, state, finding: renderMessage(english, finding), whatToDo: remedy, messages };
}

export function passed(check: CheckName, finding: Message): Finding {
  return findingOf(check, 'ok', { finding });
}

export function skipped(check: CheckName, finding: Message): Finding {
  return findingOf(check, 'skipped', { finding });
}

export function warned(check: CheckName, finding: Message, whatToDo: Message): Finding {
  return findingOf(check, 'warning', { finding, whatToDo });
}

/** Without `whatToDo` there is no remedy. */
export function failed(check: CheckName, finding: Message, whatToDo?: Message): Finding {
  return findingOf(check, 'failed', whatToDo ? { finding, whatToDo } : { finding });
}

/** The message of another program or the system, untranslated. */
export function foreign(text: string): Message {
  return message('fault.foreign', { text });
}
