import type { Transporter } from 'nodemailer';
import type { NoticeFailure } from '../../model/core/vocabulary.ts';
import { parseUrl } from '../../tools/unknown-values.ts';
import type { ComposedNotice, SendOutcome } from './compose-notice.ts';

/** The operator's mail server. */
export interface MailSettings {
  /** `smtps://user:password@host` for TLS, `smtp://…` for STARTTLS. */
  readonly url: string;
  /** The sender: an address, or a name with an address in angle brackets. */
  readonly from: string;
  /** Certificates to trust besides those of Node, as PEM. */
  readonly ca?: string;
}

/** Sends e-mail. */
export interface Mailer {
  send(to: string, notice: ComposedNotice): Promise<SendOutcome>;
  close(): void;
}

const CONNECT_MILLIS = 5000;
const SILENCE_MILLIS = 15_000;
const MOST_CONNECTIONS = 8;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const;

/** Throws a plain error, without the password, for unusable settings. */
export function requireMailFits({ url, from }: MailSettings): void {
  const parsed = parseUrl(url);
  if (!parsed || !Object.hasOwn(PORTS, parsed.protocol) || parsed.hostname === '') {
    throw new Error('FARMCTL_SMTP_URL must be an address: smtps://user:password@host or smtp://…');
  }
  const address = /<([^<>]*)>$/.exec(from)?.[1] ?? from;
  if (/[\r\n]/.test(from) || !/^[^\s@<>]+@[^\s@<>]+$/.test(address)) {
    throw new Error('FARMCTL_MAIL_FROM must be an e-mail address.');
  }
}

/** Creates a mailer; it connects for the first message. */
export function createMailer(settings: MailSettings): Mailer {
  requireMailFits(settings);
  let transport: Promise<Transporter> | undefined;
  const open = () => {
    transport ??= connect(settings);
    return transport;
  };
  return {
    async send(to, notice) {
      try {
        const sent = await (await open()).sendMail(mailOf(settings.from, to, notice));
        const response = String((sent as { response?: unknown }).response ?? '');
        return { isSent: true, status: statusOf(response), response };
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => void transport?.then((transporter) => transporter.close()),
  };
}

async function connect({ url, ca }: MailSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  return createTransport({
    pool: true,
    maxConnections: MOST_CONNECTIONS,
    host: hostname,
    port: Number(port || PORTS[protocol as keyof typeof PORTS]),
    secure: isSecure,
    // Without TLS only on loopback, so that messages and passwords are not exposed.
    requireTLS: !isSecure && !LOOPBACK.includes(hostname),
    connectionTimeout: CONNECT_MILLIS,
    greetingTimeout: CONNECT_MILLIS,
    socketTimeout: SILENCE_MILLIS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(ca === undefined ? {} : { tls: { ca } }),
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  });
}

function mailOf(from: string, to: string, notice: ComposedNotice) {
  const domain = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    // As an object, so that no part of it is read as a further recipient.
    to: { name: '', address: to },
    subject: notice.title,
    text: notice.text,
    html: htmlOf(notice),
    // Constant for all attempts: mail programs then show a repeated message once.
    messageId: `<${notice.id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': notice.language },
    ...(notice.severity === 'critical' ? { priority: 'high' as const } : {}),
  };
}

const ADDRESS = /https?:\/\/\S+/g;
const RIGHT_TO_LEFT = ['he'];

/** The text as a simple HTML page; addresses become links. */
function htmlOf({ title, text, language }: ComposedNotice): string {
  const direction = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
  const lines = text.split('\n').map((line) => {
    const escaped = escapeHtml(line);
    return escaped.replace(ADDRESS, (address) => `<a href="${address}">${address}</a>`);
  });
  return [
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(title)}</title></head>`,
    `<body style="font-family:sans-serif"><p>${lines.join('<br>')}</p></body></html>`,
  ].join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, including quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

function statusOf(response: string): number | null {
  const [digits] = /^\d{3}/.exec(response) ?? [];
  return digits === undefined ? null : Number(digits);
}

const FAILURES: Readonly<Record<string, NoticeFailure>> = {
  ETIMEDOUT: 'timeout',
  EDNS: 'dns',
  ETLS: 'tls',
  ECONNECTION: 'connect',
  ESOCKET: 'connect',
  ECONNREFUSED: 'connect',
  EAUTH: 'sign_in',
};

interface MailError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

const PERMANENT = 500;
/** Errors about the recipient or the message; others concern the connection or the sign-in. */
const REFUSALS = ['EENVELOPE', 'EMESSAGE'];
const OF_SENDER = 'MAIL FROM';

/** Only errors about the recipient or the message count against the channel. */
function failureOf(error: unknown): SendOutcome {
  const { code = '', command, responseCode, response } = error as MailError;
  const isRefusal = responseCode !== undefined && REFUSALS.includes(code);
  const isOfChannel = isRefusal && command !== OF_SENDER;
  return {
    isSent: false,
    status: responseCode ?? null,
    response: response ?? null,
    failure: isRefusal ? 'refused' : (FAILURES[code] ?? 'broken'),
    isPermanent: isOfChannel && responseCode >= PERMANENT,
    isOfChannel,
  };
}
