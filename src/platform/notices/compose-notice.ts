import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { type Message, message } from '../../model/core/message.ts';
import type { NoticeFailure } from '../../model/core/vocabulary.ts';
import type { ReportedAlert } from '../../storage/system/notice-incidents.ts';
import type { StoredNotice } from '../../storage/system/notices.ts';
import { formatInstant, parseInstant } from '../../tools/calendar.ts';
import { textAfterName } from '../../tools/words.ts';
import { translateAlert } from '../core/translate-alerts.ts';
import type { SecretBox } from '../webhooks/webhook-secrets.ts';

/** A message as a channel sends it. */
export interface ComposedNotice {
  /** The same in every attempt. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The text without links. */
  readonly brief: string;
  readonly kind: StoredNotice['kind'];
  /** Messages about the same cause replace each other where a channel can do so. */
  readonly cause: string | null;
  /** Where the alerts are acknowledged or read; empty where the service does not know its address. */
  readonly link: string;
  /** Where the console shows it, below its address; only who is signed in can open it. */
  readonly path: string;
  readonly severity: string;
  readonly language: string;
  /** What only the receiver may know; it is taken out of the answers of providers. */
  readonly secret?: string | undefined;
}

/** The outcome of an attempt to send a message. */
export type SendOutcome =
  | { readonly isSent: true; readonly status: number | null; readonly response: string | null }
  | FailedOutcome;

/** The outcome of an attempt that failed. */
export interface FailedOutcome {
  readonly isSent: false;
  readonly status: number | null;
  readonly response: string | null;
  readonly failure: NoticeFailure;
  /** Whether another attempt is useless. */
  readonly isPermanent: boolean;
  /** Whether the failure counts against the channel, rather than against the operator's server. */
  readonly isOfChannel: boolean;
  /** Whether the receiver says that the channel no longer exists. */
  readonly isGone?: boolean;
  readonly retryAfter?: string | undefined;
}

/** What a message about alerts is made of. */
export interface NoticeFacts {
  readonly notice: StoredNotice;
  /** The alerts that are still open. */
  readonly alerts: readonly ReportedAlert[];
  readonly zone: string;
  readonly translator: Translator;
  /** The address of the service for browsers, without a slash at the end. */
  readonly publicUrl: string | undefined;
  /** The part of the link behind that address. */
  readonly linkPath: string | undefined;
}

const MOST_LISTED = 10;

/** The message about alerts: one in full, several with their titles and a count. */
export function composeAlerts(facts: NoticeFacts): ComposedNotice {
  const { notice, alerts, translator, publicUrl, linkPath } = facts;
  const [first] = alerts;
  const t = (text: Message) => renderMessage(translator, text);
  const count = alerts.length;
  const farm = first?.farmName ?? '';
  const severity = t(message(`notice.severity.${notice.severity ?? 'critical'}`));
  const told = alerts.map((alert) => wordsOf(alert, translator));
  const title =
    count === 1
      ? t(message('notice.alert.title', { severity, farm, problem: told[0]?.title ?? '' }))
      : t(message('notice.storm.title', { severity, farm, count }));
  const lines = count === 1 && first ? oneAlert(facts, first) : severalAlerts(facts);
  const alertPath = first ? `records/alerts/${encodeURIComponent(first.id)}` : 'alerts';
  const absolute = (path: string | undefined) =>
    publicUrl === undefined || path === undefined ? '' : publicUrl + path;
  const alertLink = absolute(`/${alertPath}`);
  const acknowledge = absolute(linkPath);
  const text = [
    ...lines,
    ...(alertLink === '' ? [] : ['', t(message('notice.alert.open', { link: alertLink }))]),
    ...(acknowledge === '' ? [] : [t(message('notice.alert.acknowledge', { link: acknowledge }))]),
  ].join('\n');
  return {
    id: notice.id,
    title: onOneLine(title),
    text,
    brief: lines.join('\n'),
    kind: notice.kind,
    cause: notice.incidentId,
    link: acknowledge || alertLink,
    path: count === 1 ? alertPath : `alerts?farm=${encodeURIComponent(notice.farmId ?? '')}`,
    severity: notice.severity ?? '',
    language: translator.language,
    secret: linkPath?.split('/').at(-1),
  };
}

function oneAlert({ translator, zone }: NoticeFacts, alert: ReportedAlert): readonly string[] {
  const { title, text } = wordsOf(alert, translator);
  const since = { instant: alert.createdAt, zone };
  const place = alert.barnName === null ? alert.farmName : `${alert.farmName} · ${alert.barnName}`;
  return [
    place,
    title,
    ...(text === '' ? [] : [text]),
    renderMessage(translator, message('notice.alert.since', { since })),
  ];
}

function severalAlerts({ translator, zone, alerts }: NoticeFacts): readonly string[] {
  const listed = alerts.slice(0, MOST_LISTED);
  const rest = alerts.length - listed.length;
  const since = { instant: alerts[0]?.createdAt ?? '', zone };
  return [
    alerts[0]?.farmName ?? '',
    ...listed.map((alert) => {
      const { title } = wordsOf(alert, translator);
      const isNamed = alert.barnName === null || textAfterName(title, alert.barnName) !== undefined;
      return isNamed ? `- ${title}` : `- ${alert.barnName}: ${title}`;
    }),
    ...(rest > 0 ? [renderMessage(translator, message('notice.storm.more', { count: rest }))] : []),
    renderMessage(translator, message('notice.alert.since', { since })),
  ];
}

/** The texts of an alert in a language; as they are stored where a person wrote them. */
export function wordsOf(
  alert: Pick<ReportedAlert, 'title' | 'message' | 'source'>,
  translator: Translator,
): { readonly title: string; readonly text: string } {
  const { title, message: text } = translateAlert(alert, translator);
  return { title, text: text ?? '' };
}

/** A message of the service itself, such as a verification code. */
export function composeOwn(
  notice: Pick<StoredNotice, 'id' | 'kind'>,
  translator: Translator,
  { title, text }: { readonly title: Message; readonly text: Message | string },
): ComposedNotice {
  const rendered = typeof text === 'string' ? text : renderMessage(translator, text);
  return {
    id: notice.id,
    title: onOneLine(renderMessage(translator, title)),
    text: rendered,
    brief: rendered,
    kind: notice.kind,
    cause: null,
    link: '',
    path: 'notices',
    severity: '',
    language: translator.language,
  };
}

/** A title is a header of an e-mail: it must stay on one line. */
function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const LINK_OWNER = 'notice-link';
const LINK_MILLIS = 24 * 3_600_000;
const SEALED = 'v1.';

/**
 * The path of the page on which a message is acknowledged, with a token that only this service can
 * make. Undefined where the service has no key.
 */
export function acknowledgePath(
  secrets: SecretBox,
  { id, createdAt }: Pick<StoredNotice, 'id' | 'createdAt'>,
): string | undefined {
  const until = formatInstant((parseInstant(createdAt) ?? 0) + LINK_MILLIS);
  try {
    const sealed = secrets.seal(`${id} ${until}`, LINK_OWNER).slice(SEALED.length);
    return `/acknowledge/${Buffer.from(sealed, 'base64').toString('base64url')}`;
  } catch {
    return undefined;
  }
}

/** What a token says; undefined for one that this service has not made. */
export function readAcknowledgeToken(
  secrets: SecretBox,
  token: string,
): { readonly noticeId: string; readonly until: number } | undefined {
  try {
    const sealed = SEALED + Buffer.from(token, 'base64url').toString('base64');
    const [noticeId = '', until = ''] = secrets.open(sealed, LINK_OWNER).split(' ');
    return { noticeId, until: parseInstant(until) ?? 0 };
  } catch {
    return undefined;
  }
}
