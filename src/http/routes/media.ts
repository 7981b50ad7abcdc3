import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { type MediaKind, mediaTypeName, mediaTypes } from '../../model/media-types.ts';
import type { RouteId } from '../../model/routes/route-table.ts';
import { executeWrite } from '../../platform/audit/audited-requests.ts';
import type { RequestContext } from '../../platform/core/request-context.ts';
import { analyzeMedia } from '../../platform/media/analyze-media.ts';
import { createImageWork } from '../../platform/media/image-findings.ts';
import { readContent } from '../../platform/media/read-content.ts';
import { requireSize } from '../../platform/media/receive-content.ts';
import { type MediaRuntime, prepareContent } from '../../platform/media/store-content.ts';
import type { AppDependencies, Exchange } from '../core/app-dependencies.ts';
import { arrivingChunks, createSlots, sendContinue } from '../core/request-limits.ts';
import type { RouteHandler } from '../core/router.ts';
import { callOf, idempotencyOf, idOf, preparedRoute, sendAnswer } from '../core/run-call.ts';

/** Handlers of the files of media rows and of image analysis by a model. */
export function mediaHandlers(deps: AppDependencies) {
  const runtime: MediaRuntime = { ...deps.runtime, images: createImageWork() };
  const slots = createSlots({
    what: 'uploads',
    total: limits.uploadsUnderWay,
    perKey: limits.uploadsUnderWayPerKey,
  });
  return {
    // The body is not read before sender and target are checked.
    putMediaContent: {
      body: 'stream',
      config: { isTransfer: true, readsBodyLate: true },
      handler: async (request, reply) => {
        const release = slots.take(callOf(request).actor.keyId);
        try {
          return await takeContent(deps, runtime, { request, reply });
        } finally {
          release();
        }
      },
    },
    getMediaContent: {
      config: { isTransfer: true },
      handler: (request, reply) => sendContent(deps, runtime, { request, reply }),
    },
    analyzeMedia: preparedRoute(deps, (call, request) =>
      analyzeMedia(runtime, call, idOf(request)),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

async function takeContent(
  deps: AppDependencies,
  runtime: MediaRuntime,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const { audit } = deps;
  const requested = callOf(request);
  const { headers } = request;
  requirePlain(request);
  const content = await prepareContent(runtime, requested, {
    id: idOf(request),
    contentType: headers['content-type'],
    announcedSha256: announcedSha256(headers['content-digest']),
    isRepeatable: idempotencyOf(request) !== undefined,
    chunks: requestedChunks({ request, reply }),
  });
  try {
    const idempotency = idempotencyOf(request, content.sha256);
    const call: RequestContext = { ...requested, ...(idempotency ? { idempotency } : {}) };
    return sendAnswer(reply, await executeWrite({ runtime, audit, call }, content.work));
  } finally {
    await content.release();
  }
}

/** Throws if the headers already show that the content is too large or compressed. */
function requirePlain({ headers }: FastifyRequest): void {
  const packing = headers['content-encoding'];
  if (packing !== undefined && packing.trim().toLowerCase() !== 'identity') {
    throw new FarmError('unsupported_media_type', {
      code: 'content_encoding',
      message: 'Send the file as it is, without Content-Encoding.',
    });
  }
  requireSize(kindSaid(headers['content-type']), Number(headers['content-length'] ?? 0));
}

/** The media kind of a Content-Type; without one, the kind with the largest size limit. */
function kindSaid(contentType: string | undefined): MediaKind {
  const name = mediaTypeName(contentType ?? '');
  return (name === undefined ? undefined : mediaTypes[name]?.kind) ?? 'video';
}

const SHA256 = /(?:^|,)\s*sha-256\s*=\s*:([A-Za-z0-9+/]{43}=):/;

/** The digest of RFC 9530, if it uses a supported algorithm. */
function announcedSha256(header: string | string[] | undefined): string | undefined {
  const digest = SHA256.exec([header].flat().join(','))?.[1];
  return digest === undefined ? undefined : Buffer.from(digest, 'base64').toString('hex');
}

async function* requestedChunks({ request, reply }: Exchange): AsyncGenerator<Uint8Array> {
  sendContinue(request, reply);
  yield* arrivingChunks(bodyOf(request));
}

function bodyOf({ body }: FastifyRequest): Readable {
  return body instanceof Readable ? body : Readable.from([]);
}

async function sendContent(
  { audit }: AppDependencies,
  runtime: MediaRuntime,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const call = callOf(request);
  const { range, 'if-range': ifRange } = request.headers;
  const answer = await readContent(runtime, call, {
    id: idOf(request),
    range,
    ifRange: [ifRange].flat()[0],
  });
  audit.note(call, { status: answer.status });
  reply.code(answer.status).headers(answer.headers);
  if (!answer.chunks) return reply.send();
  // HEAD describes the file without reading it.
  const chunks = request.method === 'HEAD' ? [] : answer.chunks;
  return reply.send(Readable.from(chunks, { objectMode: false }));
}
