import type { Translator } from '../../i18n/render-message.ts';
import { isLanguage } from '../../model/core/message.ts';
import { alerts } from '../../model/resources/alerts.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { findReportedAlerts, type ReportedAlert } from '../../storage/system/notice-incidents.ts';
import { findNotice, type StoredNotice, useNoticeLink } from '../../storage/system/notices.ts';
import { findUserRights, type UserRights } from '../../storage/system/sign-in.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { sha256Hex } from '../../tools/hash.ts';
import { maySeeAlerts } from '../access/farm-people.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { type Actor, systemActor } from '../core/actor.ts';
import { lockForWrites } from '../core/lock-order.ts';
import { findTranslator } from '../core/organisation-setup.ts';
import type { UnsignedRequest } from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { changeRecord } from '../records/write-record.ts';
import type { SecretBox } from '../webhooks/webhook-secrets.ts';
import { readAcknowledgeToken, wordsOf } from './compose-notice.ts';

/** Content of the page of an acknowledgement link. */
export interface AcknowledgePage {
  readonly state: 'open' | 'acknowledged' | 'settled' | 'used' | 'expired';
  readonly translator: Translator;
  readonly farmName: string;
  /** Titles of the alerts that are still open, or were acknowledged by this request. */
  readonly titles: readonly string[];
}

/** A request with an acknowledgement link. */
export interface LinkRequest {
  readonly secrets: SecretBox;
  readonly token: string;
  readonly call: UnsignedRequest;
}

/** A valid link. */
interface OpenLink {
  readonly notice: StoredNotice;
  readonly user: UserRights;
  readonly farmId: string;
  readonly alerts: readonly ReportedAlert[];
  readonly translator: Translator;
}

/** The current content of the link; changes nothing, so any prefetch is harmless. */
export async function readAcknowledgePage(
  { database }: Runtime,
  request: LinkRequest,
): Promise<AcknowledgePage> {
  const link = await openLink(database, request);
  if (!link) return expiredPage(request.call, database);
  if (link.notice.acknowledgedAt !== null) return pageOf(link, 'used', []);
  const open = link.alerts.filter(({ status }) => status === 'open');
  return pageOf(link, open.length > 0 ? 'open' : 'settled', open);
}

/** Acknowledges the open alerts of a message on behalf of its recipient, once. */
export async function acknowledgeByLink(
  runtime: Runtime,
  audit: AuditTrail,
  request: LinkRequest,
): Promise<AcknowledgePage> {
  return runtime.database.transaction(async (transaction) => {
    const link = await openLink(transaction, request);
    if (!link) return expiredPage(request.call, transaction);
    const { notice, user } = link;
    const { call } = request;
    const isFirst = await useNoticeLink(transaction, { id: notice.id, at: formatInstant(call.at) });
    if (!isFirst) return pageOf(link, 'used', []);
    const actor: Actor = {
      ...systemActor(notice.orgId, 'notices'),
      keyId: user.id,
      author: { type: 'user', id: user.id },
    };
    const signed = { ...call, actor, subject: { ...call.subject, farmId: link.farmId } };
    const acknowledged = await acknowledgeAll(runtime, transaction, { link, call: signed });
    await audit.write(transaction, signed, { status: 200, code: 'acknowledged_by_link' });
    return pageOf(link, acknowledged.length > 0 ? 'acknowledged' : 'settled', acknowledged);
  });
}

async function acknowledgeAll(
  runtime: Runtime,
  transaction: Transaction,
  {
    link,
    call,
  }: { readonly link: OpenLink; readonly call: UnsignedRequest & { readonly actor: Actor } },
): Promise<readonly ReportedAlert[]> {
  const { notice, farmId } = link;
  const scope = narrowScope({ orgId: notice.orgId, farmIds: 'all' }, farmId);
  const rows = link.alerts.map(({ id }) => ({ definition: alerts, id }));
  await lockForWrites(transaction, { scope, written: ['alerts'], rows, sent: null });
  const context = await writeContext(runtime, transaction, { call, farmId });
  const acknowledged: ReportedAlert[] = [];
  for (const alert of link.alerts) {
    const json = await findRow(transaction, alerts, { id: alert.id, scope, forUpdate: true });
    const before = json === undefined ? undefined : storedFromJson(json, notice.orgId);
    // The alert may have been changed concurrently.
    if (before?.['status'] !== 'open') continue;
    await changeRecord(alerts, { before, changes: { status: 'acknowledged' } }, context);
    acknowledged.push(alert);
  }
  return acknowledged;
}

async function openLink(
  connection: Connection,
  { secrets, token, call }: LinkRequest,
): Promise<OpenLink | undefined> {
  const read = readAcknowledgeToken(secrets, token);
  if (!read || read.until <= call.at) return undefined;
  const notice = await findNotice(connection, read.noticeId);
  const [user] = notice ? await findUserRights(connection, [notice.userId]) : [];
  if (!notice || !user || notice.farmId === null) return undefined;
  if (!maySeeAlerts(user, notice.farmId, call.at)) return undefined;
  const lang = user.lang ?? '';
  return {
    notice,
    user,
    farmId: notice.farmId,
    alerts: await findReportedAlerts(connection, notice.alertIds),
    translator: await findTranslator(connection, notice.orgId, isLanguage(lang) ? lang : undefined),
  };
}

function pageOf(
  { translator, alerts: all }: OpenLink,
  state: AcknowledgePage['state'],
  alerts: readonly ReportedAlert[],
): AcknowledgePage {
  const titles = alerts.map((alert) => wordsOf(alert, translator).title);
  return { state, translator, farmName: all[0]?.farmName ?? '', titles };
}

async function expiredPage({ language = 'en' }: UnsignedRequest, connection: Connection) {
  const translator = await findTranslator(connection, '', language);
  return { state: 'expired', translator, farmName: '', titles: [] } as const;
}

const CODE_BYTES = 8;
const CODE_RANGE = 100_000_000n;

/** Eight random digits, `4711-0815`. */
export function newCode(fillRandom: (bytes: Uint8Array) => Uint8Array): string {
  const number = Buffer.from(fillRandom(new Uint8Array(CODE_BYTES))).readBigUInt64BE() % CODE_RANGE;
  const digits = String(number).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** The stored hash of a channel's code. */
export function hashCode(channelId: string, code: string): string {
  return sha256Hex(`${channelId} ${code.replaceAll(/\D/g, '')}`);
}
