import { en } from '../../i18n/en.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { type Message, message } from '../../model/core/message.ts';

/** Everything that is looked at. */
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

/** How a check came out; `skipped` where there was nothing to look at. */
export const checkStates = ['ok', 'warning', 'failed', 'skipped'] as const;

export type CheckState = (typeof checkStates)[number];

/** What one check found. */
export interface Finding {
  readonly check: CheckName;
  readonly state: CheckState;
  /** What was seen, on one line, in English. */
  readonly finding: string;
  /** What to do about it; empty where nothing needs doing. */
  readonly whatToDo: string;
  /** The same before it has a language. */
  readonly told: { readonly finding: Message; readonly whatToDo?: Message };
}

const english: Translator = { language: 'en', texts: en };

function findingOf(check: CheckName, state: CheckState, told: Finding['told']): Finding {
  const { finding, whatToDo } = told;
  const remedy = whatToDo ? renderMessage(english, whatToDo) : '';
  return { check, state, finding: renderMessage(english, finding), whatToDo: remedy, told };
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

/** Nothing can be done about it where `whatToDo` is left out. */
export function failed(check: CheckName, finding: Message, whatToDo?: Message): Finding {
  return findingOf(check, 'failed', whatToDo ? { finding, whatToDo } : { finding });
}

/** What another program or the system said, in its words. */
export function foreign(text: string): Message {
  return message('fault.foreign', { text });
}

/** Bytes as megabytes for people: `18.4 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
