import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderMessage } from '../../i18n/render-message.ts';
import { limits } from '../../model/core/limits.ts';
import { message } from '../../model/core/message.ts';
import type { RouteId, ServiceRouteId } from '../../model/routes/route-table.ts';
import {
  type AcknowledgePage,
  acknowledgeByLink,
  readAcknowledgePage,
} from '../../platform/notices/acknowledge.ts';
import { readDigestTime, setDigestTime } from '../../platform/notices/digests.ts';
import { escapeHtml } from '../../platform/notices/mail.ts';
import {
  createChannel,
  readPushKey,
  removeChannel,
  resendCode,
  sendTest,
  verifyChannel,
} from '../../platform/notices/manage-channels.ts';
import {
  clearDuty,
  getDuty,
  listFarmDuties,
  setDuty,
  simulateFarmNotices,
} from '../../platform/notices/manage-duties.ts';
import { listOwnChannels, listOwnNotices } from '../../platform/notices/read-notices.ts';
import type { AppDependencies } from '../core/app-dependencies.ts';
import { addressOf } from '../core/authenticate-call.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { idOf, readRoute, writeRoute } from '../core/run-call.ts';
import { takeAttempt, unsignedCall } from './sign-in.ts';

/** What answers the routes about notifications. */
export function noticeHandlers(deps: AppDependencies) {
  const { runtime, webhooks: settings } = deps;
  const body = (request: FastifyRequest) => () => bodyOf(request);
  return {
    listNotices: readRoute(deps, (call) => listOwnNotices(runtime, call)),
    testNotice: writeRoute(deps, (transaction, call, request) =>
      sendTest(runtime, transaction, { call, body: body(request) }),
    ),
    simulateNotices: readRoute(deps, (call) => simulateFarmNotices(runtime, call)),
    getNoticeDigest: readRoute(deps, (call) => readDigestTime(runtime, call)),
    setNoticeDigest: writeRoute(deps, (transaction, call, request) =>
      setDigestTime(runtime, transaction, { call, body: body(request) }),
    ),
    listNoticeChannels: readRoute(deps, (call) => listOwnChannels(runtime, call)),
    createNoticeChannel: writeRoute(deps, (transaction, call, request) =>
      createChannel(runtime, transaction, { call, settings, body: body(request) }),
    ),
    getPushKey: readRoute(deps, async () => readPushKey(settings)),
    verifyNoticeChannel: writeRoute(deps, (transaction, call, request) =>
      verifyChannel(transaction, { call, id: idOf(request), body: body(request) }),
    ),
    sendNoticeCode: writeRoute(deps, (transaction, call, request) =>
      resendCode(runtime, transaction, { call, id: idOf(request), settings }),
    ),
    deleteNoticeChannel: writeRoute(deps, (transaction, call, request) =>
      removeChannel(transaction, { call, id: idOf(request) }),
    ),
    listDuties: readRoute(deps, (call) => listFarmDuties(runtime, call)),
    getDuty: readRoute(deps, (call, request) => getDuty(runtime, call, idOf(request))),
    setDuty: writeRoute(deps, (transaction, call, request) =>
      setDuty(transaction, { call, id: idOf(request), body: body(request) }),
    ),
    clearDuty: writeRoute(deps, (transaction, call, request) =>
      clearDuty(transaction, { call, id: idOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  // The address of the page is the right to acknowledge.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** What answers the links in messages: a page with a button, and the button. */
export function acknowledgeHandlers(deps: AppDependencies) {
  const { runtime, audit, webhooks } = deps;
  const requestOf = async (request: FastifyRequest) => {
    const attempts = `acknowledge ${addressOf(request)}`;
    await takeAttempt(deps, attempts, limits.acknowledgementsPerMinute);
    const { token } = request.params as { token: string };
    const call = unsignedCall(deps, request, 'alerts');
    return { secrets: webhooks.secrets, token, call };
  };
  return {
    showAcknowledgement: {
      handler: async (request, reply) => {
        const page = await readAcknowledgePage(runtime, await requestOf(request));
        recordVisit(deps, request, statusOf(page));
        return sendPage(reply, page);
      },
    },
    acknowledgeByLink: {
      handler: async (request, reply) => {
        const page = await acknowledgeByLink(runtime, audit, await requestOf(request));
        if (page.state === 'expired' || page.state === 'used') {
          recordVisit(deps, request, statusOf(page));
        }
        return sendPage(reply, page);
      },
    },
  } satisfies Partial<Record<ServiceRouteId, RouteHandler>>;
}

function recordVisit({ audit }: AppDependencies, request: FastifyRequest, status: number): void {
  audit.noteStranger({
    method: request.method,
    route: request.routeOptions.url ?? '(unknown)',
    ip: addressOf(request),
    requestId: request.id,
    status,
    code: null,
    orgId: null,
    keyId: null,
    durationMs: Math.round(performance.now() - request.startedAt),
  });
}

function sendPage(reply: FastifyReply, page: AcknowledgePage): FastifyReply {
  return reply
    .code(statusOf(page))
    .headers(PAGE_HEADERS)
    .type('text/html; charset=utf-8')
    .send(htmlOf(page));
}

const GONE = 410;

function statusOf({ state }: AcknowledgePage): number {
  return state === 'expired' || state === 'used' ? GONE : 200;
}

const STYLE =
  'body{font-family:sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem;line-height:1.5}' +
  'button{font-size:1.25rem;padding:.75rem 1.5rem}';

function htmlOf({ state, translator, farmName, titles }: AcknowledgePage): string {
  const { language } = translator;
  const t = (text: Parameters<typeof renderMessage>[1]) =>
    escapeHtml(renderMessage(translator, text));
  const button = `<form method="post"><button>${t(message('notice.page.button'))}</button></form>`;
  return [
    `<!doctype html><html lang="${language}" dir="${language === 'he' ? 'rtl' : 'ltr'}"><head>`,
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${t(message('notice.page.title'))}</title><style>${STYLE}</style></head><body>`,
    `<h1>${t(message('notice.page.title'))}</h1>`,
    `<p>${escapeHtml(farmName)}</p>`,
    `<ul>${titles.map((title) => `<li>${escapeHtml(title)}</li>`).join('')}</ul>`,
    state === 'open' ? button : `<p>${t(message(`notice.page.${state}`))}</p>`,
    '</body></html>',
  ].join('\n');
}
