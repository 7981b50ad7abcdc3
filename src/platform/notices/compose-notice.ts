import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { type Message, message } from '../../model/core/message.ts';
import type { NoticeFailure } from '../../model/core/vocabulary.ts';
import type { ReportedAlert } from '../../storage/system/notice-incidents.ts';
import type { StoredNotice } from '../../storage/system/notices.ts';
import { formatInstant, parseInstant } from '../../tools/calendar.ts';
import { textAfterName } from '../../tools/words.ts';
import { translateAlert } from '../core/translate-alerts.ts';
import type { SecretBox } from '../webhooks/webhook-secrets.ts';

/** A message to be sent through a channel. */
export interface ComposedNotice {
  /** Constant for all attempts. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The text without links. */
  readonly brief: string;
  readonly kind: StoredNotice['kind'];
  /** Messages with the same cause replace each other if the channel supports it. */
  readonly cause: string | null;
  /**
   * URL for acknowledging or reading the alerts; empty when the service's public URL is unknown.
   */
  readonly link: string;
  /** Path in the console, which requires a sign-in. */
  readonly path: string;
  readonly severity: string;
  readonly language: string;
  /** A secret of the receiver, which is removed from provider responses. */
  readonly secret?: string | undefined;
}

/** The outcome of an attempt to send a message. */
export type SendOutcome =
  | { readonly isSent: true; readonly status: number | null; readonly response: string | null }
  | FailedOutcome;

/** The outcome of a failed attempt. */
export interface FailedOutcome {
  readonly isSent: false;
  readonly status: number | null;
  readonly response: string | null;
  readonly failure: NoticeFailure;
  /** Whether another attempt is useless. */
  readonly isPermanent: boolean;
  /** Whether the failure counts against the channel, not the operator's server. */
  readonly isOfChannel: boolean;
  /** Whether the provider reports that the channel no longer exists. */
  readonly isGone?: boolean;
  readonly retryAfter?: string | undefined;
}

/** The input of an alert message. */
export interface NoticeFacts {
  readonly notice: StoredNotice;
  /** The alerts that are still open. */
  readonly alerts: readonly ReportedAlert[];
  readonly zone: string;
  readonly translator: Translator;
  /** Public URL of the service, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** Path of the link below that URL. */
  readonly linkPath: string | undefined;
}

const MOST_LISTED = 10;

/** Composes an alert message: one alert in full, several by their titles and count. */
export function composeAlerts(facts: NoticeFacts): ComposedNotice {
  const { notice, alerts, translator, publicUrl, linkPath } = facts;
  const [first] = alerts;
  const t = (text: Message) => renderMessage(translator, text);
  const count = alerts.length;
  const farm = first?.farmName ?? '';
  const severity = t(message(`notice.severity.${notice.severity ?? 'critical'}`));
  const texts = alerts.map((alert) => wordsOf(alert, translator));
  const title =
    count === 1
      ? t(message('notice.alert.title', { severity, farm, problem: texts[0]?.title ?? '' }))
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
  const omittedCount = alerts.length - listed.length;
  const since = { instant: alerts[0]?.createdAt ?? '', zone };
  return [
    alerts[0]?.farmName ?? '',
    ...listed.map((alert) => {
      const { title } = wordsOf(alert, translator);
      const isNamed = alert.barnName === null || textAfterName(title, alert.barnName) !== undefined;
      return isNamed ? `- ${title}` : `- ${alert.barnName}: ${title}`;
    }),
    ...(omittedCount > 0
      ? [renderMessage(translator, message('notice.storm.more', { count: omittedCount }))]
      : []),
    renderMessage(translator, message('notice.alert.since', { since })),
  ];
}

/** The texts of an alert in a language; texts written by people are unchanged. */
export function wordsOf(
  alert: Pick<ReportedAlert, 'title' | 'message' | 'source'>,
  translator: Translator,
): { readonly title: string; readonly text: string } {
  const { title, message: text } = translateAlert(alert, translator);
  return { title, text: text ?? '' };
}

/** Composes a message of the service itself, such as a verification code. */
export function composeServiceNotice(
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

/** Titles become e-mail headers, which must be a single line. */
function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const LINK_OWNER = 'notice-link';
const LINK_MILLIS = 24 * 3_600_000;
const SEALED = 'v1.';

/**
 * The path of a message's acknowledgement page, with a token signed by this service. Undefined when
 * the service has no key.
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

/** The content of a token; undefined unless this service has signed it. */
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
