import { FarmError, refused } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { media } from '../../model/resources/media.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import {
  countAnalysisTry,
  findContent,
  listUnanalysed,
  type MediaContent,
  type UnanalysedImage,
} from '../../storage/system/media.ts';
import { formatInstant, HOUR_MILLIS, startOfDay } from '../../tools/calendar.ts';
import { createModelQuota, hasStoredAnswer } from '../ask/ask-model.ts';
import type { WriteWork } from '../audit/audited-requests.ts';
import { scopeOf, systemActor } from '../core/actor.ts';
import { loadOrganisationSetup } from '../core/organisation-setup.ts';
import { jsonResult, queryOf, type RequestContext } from '../core/request-context.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import type { Runtime } from '../core/runtime.ts';
import { ModelFailed } from '../outbound/chat-model.ts';
import type { ModelGateway } from '../outbound/model-gateway.ts';
import { entityTag } from '../records/render-page.ts';
import { findRowToChange } from '../records/update-record.ts';
import { changeRecord } from '../records/write-record.ts';
import { requireUnsealed } from '../rules/related-rows.ts';
import {
  type ImageFinding,
  type ImageRun,
  lookAtImage,
  recordFailedImageRun,
  recordImageRun,
} from './image-findings.ts';
import { readPicture } from './read-content.ts';
import type { MediaRuntime } from './store-content.ts';

/**
 * `POST /os/media/{id}/analyze`: has the configured model analyse an image, outside any
 * transaction; the returned function stores the finding inside one. Throws `action_refused` without
 * a model or an image, and `unavailable` when the model does not answer.
 */
export async function analyzeMedia(
  runtime: MediaRuntime,
  call: RequestContext,
  id: string,
): Promise<WriteWork> {
  const { model: gateway } = runtime;
  const subject = await runtime.database.transaction(async (transaction) => {
    const { row, context } = await findRowToChange(runtime, transaction, {
      definition: media,
      call,
      id,
    });
    await requireUnsealed('media', row, context);
    const since = formatInstant(startOfDay(context.today, context.zone));
    return { row, since, content: await contentOf(transaction, call, id) };
  });
  if (!gateway) throw withoutModel();
  // A repeated request gets its stored answer, so the model is not called again.
  if (await hasStoredAnswer(runtime, call)) return () => Promise.reject(new FarmError('conflict'));
  const analysis = await analyseImage(runtime, gateway, { call, ...subject });
  return storeFinding(runtime, { call, id, contentId: subject.content.id, seen: analysis });
}

async function contentOf(
  connection: Parameters<typeof findContent>[0],
  { actor }: RequestContext,
  mediaId: string,
): Promise<MediaContent> {
  const scope = scopeOf(actor);
  const content = await findContent(connection, { mediaId, variant: 'original', scope });
  if (content) return content;
  throw refused('no_content', 'The media item has no file to look at; send one first.');
}

function withoutModel(): FarmError {
  return refused(
    'no_model',
    'The service has no language model; whoever runs it sets FARMCTL_MODEL_URL and FARMCTL_MODEL.',
  );
}

interface Subject {
  readonly call: RequestContext;
  readonly row: StoredRow;
  readonly content: MediaContent;
  /** Start of the current day of its farm. */
  readonly since: string;
}

interface Seen {
  readonly finding: ImageFinding;
  readonly run: ImageRun;
}

async function analyseImage(
  runtime: MediaRuntime,
  gateway: ModelGateway,
  subject: Subject,
): Promise<Seen> {
  const { call, row, content, since } = subject;
  const jpeg = await readPicture(runtime, content, limits.analysisPixels);
  const { language } = await loadOrganisationSetup(runtime.database, row.orgId);
  const run = { model: gateway.name, tokensIn: 0, tokensOut: 0 };
  const onReply = (reply: Pick<typeof run, 'tokensIn' | 'tokensOut'>) => {
    run.tokensIn += reply.tokensIn;
    run.tokensOut += reply.tokensOut;
  };
  try {
    const quota = createModelQuota(runtime, { keyId: call.actor.keyId, since });
    const finding = await gateway.talk(quota, (model, signal) =>
      lookAtImage(model, { jpeg, language }, { signal, onReply }),
    );
    return { finding, run };
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    gateway.report(error);
    await recordFailedImageRun(runtime, { call, row, run, failed: error });
    throw failureOf(error);
  }
}

function failureOf({ failure }: ModelFailed): FarmError {
  if (failure === 'daily_cap') {
    return refused('model_daily_cap', 'The key has asked the model as often today as it may.');
  }
  return new FarmError('unavailable', {
    code: 'model_failed',
    message: `The model gave no answer that can be used (${failure}); try again later.`,
    headers: { 'retry-after': '60' },
  });
}

/** Stores the finding, unless the file was replaced meanwhile. */
function storeFinding(
  runtime: Runtime,
  input: {
    readonly call: RequestContext;
    readonly id: string;
    readonly contentId: string;
    readonly seen: Seen;
  },
): WriteWork {
  const { call, id, contentId, seen } = input;
  return async (transaction) => {
    const request = { definition: media, call, id };
    const { row, context } = await findRowToChange(runtime, transaction, request);
    const content = await contentOf(transaction, call, id);
    if (content.id !== contentId) {
      throw refused('changed_since', 'The file was replaced while it was looked at; ask again.');
    }
    const written = await writeFinding(row, seen.finding, context);
    const agentRunId = await recordImageRun(context, { call, row, ...seen });
    const { severity, summary } = seen.finding;
    const analysis = { severity, summary };
    return jsonResult(
      { media: JSON.parse(written.json), agentRunId, analysis },
      { headers: { etag: entityTag(written.version) } },
    );
  };
}

function writeFinding(before: StoredRow, finding: ImageFinding, context: RuleContext) {
  const analyzedAt = formatInstant(context.now);
  const changes = { aiSeverity: finding.severity, aiSummary: finding.summary, analyzedAt };
  return changeRecord(media, { before, changes }, context);
}

/**
 * Has the model analyse recent images that have not been analysed, one after the other; returns
 * their number. A failed one does not stop the others and is retried a few times.
 */
export async function analyzeNewImages(
  runtime: MediaRuntime,
  options: {
    readonly signal?: AbortSignal;
    readonly onFailure: (mediaId: string, error: unknown) => void;
  },
): Promise<number> {
  const { database, clock } = runtime;
  const { analysisHoursBack, analysisTries: tries, analysesPerRound: limit } = limits;
  const since = formatInstant(clock.now() - analysisHoursBack * HOUR_MILLIS);
  let analysed = 0;
  for (const image of await listUnanalysed(database, { since, tries, limit })) {
    if (options.signal?.aborted) break;
    await countAnalysisTry(database, image.contentId);
    try {
      const work = await analyzeMedia(runtime, callFor(runtime, image), image.mediaId);
      await database.transaction(work);
      analysed += 1;
    } catch (error) {
      options.onFailure(image.mediaId, error);
    }
  }
  return analysed;
}

/** A call by the service itself, without a request. */
function callFor({ clock }: MediaRuntime, { orgId, mediaId }: UnanalysedImage): RequestContext {
  const at = clock.now();
  const startedAt = performance.now();
  return {
    actor: systemActor(orgId, 'image-analysis'),
    requestId: `image-analysis ${mediaId}`,
    at,
    ip: '',
    method: 'POST',
    route: '/v1/platform/os/media/:id/analyze',
    elapsedMillis: () => performance.now() - startedAt,
    query: queryOf([]),
    subject: {},
  };
}
