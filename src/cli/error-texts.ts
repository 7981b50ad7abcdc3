import { ConnectionFailed } from '../client/errors.ts';
import { type Labels, labelOf } from '../i18n/labels.ts';
import { renderMessage, type Speaker } from '../i18n/render-message.ts';
import { FarmError, type Issue } from '../model/errors.ts';
import { type Message, message } from '../model/message.ts';
import { CliError } from './errors.ts';
import { kebabCase } from './kebab-case.ts';

/** A language with what it calls fields. */
export interface Phrases {
  readonly speaker: Speaker;
  readonly labels: Labels;
}

/**
 * What went wrong, in a language: by the codes of the error, as messages of the service are English.
 * Where a code has no text, the message stays as it came.
 */
export function errorText(error: unknown, speaker: Speaker): string {
  const own = error instanceof Error ? error.message : String(error);
  if (speaker.language === 'en') return own;
  if (error instanceof CliError) {
    const parts = error.text?.map((part) => renderMessage(speaker, part));
    return parts?.join('; ') ?? own;
  }
  const found = messageOf(error, speaker);
  return found ? renderMessage(speaker, found) : own;
}

function messageOf(error: unknown, { texts }: Speaker): Message | undefined {
  if (error instanceof ConnectionFailed) {
    return message(`failure.${error.kind}`, { server: error.request.server });
  }
  if (!(error instanceof FarmError)) return undefined;
  const { slug, code, issues = [] } = error;
  const refusal = `refusal.${code}`;
  if (slug === 'action_refused' && code !== undefined) {
    return Object.hasOwn(texts, refusal) ? message(refusal) : undefined;
  }
  return message(`error.${slug}`, { count: issues.length });
}

/** One issue in a language: the label of its field, what is wrong by its code, what is allowed. */
export function translateIssue(issue: Issue, { speaker, labels }: Phrases): string {
  const { path, code, suggestion, allowed } = issue;
  const name = path.split(/[.[]/).findLast((part) => /^[A-Za-z]\w*$/.test(part)) ?? path;
  const field = `${labelOf(labels, name)} (--${kebabCase(name)})`;
  const key = `issue.${code}`;
  const parts = [
    Object.hasOwn(speaker.texts, key)
      ? renderMessage(speaker, message(key, { field }))
      : issue.message,
  ];
  if (suggestion !== undefined) {
    parts.push(renderMessage(speaker, message('issue.suggestion', { suggestion })));
  } else if (allowed && allowed.length <= MOST_ALLOWED) {
    parts.push(renderMessage(speaker, message('issue.allowed', { allowed: allowed.join(', ') })));
  }
  return parts.join(' ');
}

const MOST_ALLOWED = 12;
