import { createHash } from 'node:crypto';
import { type ClientResponse, ConnectionFailed, type Transport } from '../../../client/errors.ts';
import { sendWithRetries, wait } from '../../../client/retry.ts';
import { FarmError, type Issue } from '../../../model/core/errors.ts';
import { type Message, message } from '../../../model/core/message.ts';
import { groupBy } from '../../../tools/collections.ts';
import { absolutePath } from '../../config/config-paths.ts';
import { readKeyFile, type Settings } from '../../config/settings.ts';
import { usageError } from '../../core/errors.ts';
import { withSource } from '../../core/setting-source.ts';
import { attemptReporter, type CommandContext, openTransport } from '../../session/context.ts';
import { type Batch, type InputLine, type Reject, rejectOf } from './push-lines.ts';
import type { PushTotals } from './push-progress.ts';

/** The service's response to the events of a call. */
export interface IngestAnswer {
  readonly stored: number;
  readonly duplicates: number;
}

/** Sends events to one camera connection. */
export interface VisionSender {
  /** For messages and checkpoints. */
  readonly server: string;
  /**
   * Sends events, each as JSON text; `place` distinguishes calls with identical events. Retries if
   * useful. Throws `FarmError` or `ConnectionFailed`.
   */
  send(events: readonly string[], place: string): Promise<IngestAnswer>;
  close(): Promise<void>;
}

export interface SenderOptions {
  readonly settings: Settings;
  readonly integrationId: string;
  readonly token: string;
  /** Whether this run resumes an earlier one, so that responses to its last calls are counted. */
  readonly isContinued: () => boolean;
}

const MOST_CONFLICTS = 5;
const CONFLICT_MILLIS = 500;

/** Creates a sender. After a signal, calls in progress are completed, but retry waits end. */
export async function openVisionSender(
  context: Pick<CommandContext, 'io' | 'now' | 'program' | 'note' | 'report'>,
  options: SenderOptions,
): Promise<VisionSender> {
  const { settings, integrationId, token, isContinued } = options;
  const transport = await openTransport(settings);
  const { io, now, program } = context;
  const report = await attemptReporter(settings, context);
  const path = `/v1/os-ingest/${encodeURIComponent(integrationId)}/vision`;
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': program,
    authorization: `Bearer ${token}`,
  };

  async function post(body: string, key: string): Promise<IngestAnswer> {
    let attempts = 0;
    const request = { method: 'POST', path, body, headers: { ...headers, 'idempotency-key': key } };
    const response = await sendWithRetries(transport, request, {
      clock: now,
      random: Math.random,
      sleep: (millis) => wait(millis, io.interruption),
      maxWaitMs: settings.maxWaitMs,
      onAttempt: (attempt) => {
        attempts = attempt.number;
        report(attempt);
      },
    });
    const answer = readAnswer(response, { method: 'POST', path, server: transport.server });
    return isRepetition(response) && attempts === 1 && !isContinued()
      ? asDuplicates(answer)
      : answer;
  }

  return {
    server: transport.server,
    async send(events, place) {
      const body = `{"events":[${events.join(',')}]}`;
      const key = keyOf([integrationId, place, body]);
      for (let conflicts = 0; ; conflicts++) {
        try {
          return await post(body, key);
        } catch (error) {
          if (
            !(error instanceof FarmError && error.slug === 'conflict') ||
            conflicts === MOST_CONFLICTS
          )
            throw error;
          // The service is still processing the same call from the interrupted run.
          await wait(CONFLICT_MILLIS * 2 ** conflicts, io.interruption);
        }
      }
    },
    close: () => transport.close(),
  };
}

function keyOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest('hex');
}

/** Whether the response is replayed from an earlier call with the same key. */
function isRepetition({ headers }: ClientResponse): boolean {
  return headers['idempotent-replayed'] === 'true';
}

function asDuplicates({ stored, duplicates }: IngestAnswer): IngestAnswer {
  return { stored: 0, duplicates: stored + duplicates };
}

function readAnswer(
  { body }: ClientResponse,
  request: { readonly method: string; readonly path: string } & Pick<Transport, 'server'>,
): IngestAnswer {
  const { stored, duplicates = 0 } = parseObject(body);
  if (isCount(stored) && isCount(duplicates)) return { stored, duplicates };
  throw new ConnectionFailed('not_understood', request, { detail: 'an answer without "stored"' });
}

function parseObject(text: string): { readonly stored?: unknown; readonly duplicates?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

export interface PushFlags {
  readonly integration?: string;
  readonly tokenFile?: string;
  readonly resume?: true;
  readonly rejects?: string;
  readonly follow?: true;
  readonly concurrency?: string;
}

export interface PushOptions {
  /** Absolute path; undefined for standard input. */
  readonly file: string | undefined;
  readonly integrationId: string;
  readonly token: string;
  readonly isResumed: boolean;
  readonly isFollowed: boolean;
  /** Absolute path of the rejects file. */
  readonly rejectsPath: string | undefined;
  readonly concurrency: number;
  /** Problems that do not stop the command but should be reported. */
  readonly warnings: readonly Message[];
}

const DEFAULT_CONCURRENCY = 4;
const MOST_CONCURRENCY = 8;

/** Parses the flags and settings of a push; throws usage errors before anything is read or sent. */
export async function readPushOptions(
  { io }: Pick<CommandContext, 'io'>,
  typed: string,
  { flags, settings }: { readonly flags: PushFlags; readonly settings: Settings },
): Promise<PushOptions> {
  const places = { base: io.cwd, home: io.home };
  const file = typed === '-' ? undefined : absolutePath(typed, places);
  const rejectsPath = flags.rejects === undefined ? undefined : absolutePath(flags.rejects, places);
  if (file === undefined && flags.resume) {
    throw usageError(message('fault.inputNotResumable'), {
      hint: message('hint.fileOrNoResume'),
    });
  }
  if (file === undefined && flags.follow) {
    throw usageError(message('fault.followInput'));
  }
  if (flags.rejects === '-' || (rejectsPath !== undefined && rejectsPath === file)) {
    throw usageError(message('cli.ownFile', { flag: '--rejects' }));
  }
  return {
    file,
    rejectsPath,
    integrationId: chooseIntegration(flags, settings),
    ...(await chooseToken(flags, settings, places)),
    isResumed: flags.resume ?? false,
    isFollowed: flags.follow ?? false,
    concurrency: parseConcurrency(flags.concurrency),
  };
}

function chooseIntegration(flags: PushFlags, settings: Settings): string {
  const id = flags.integration ?? settings.cameraIntegration;
  if (id === undefined) {
    throw usageError(message('fault.cameraConnectionMissing'), {
      hint: message('hint.nameCameraConnection'),
    });
  }
  if (!/^[\w-]{1,80}$/.test(id)) throw usageError(message('fault.integrationNotAnId', { id }));
  return id;
}

async function chooseToken(
  { tokenFile }: PushFlags,
  { cameraToken, sources }: Settings,
  places: { readonly base: string; readonly home: string },
): Promise<Pick<PushOptions, 'token' | 'warnings'>> {
  if (tokenFile !== undefined) {
    const { key, warnings } = await readKeyFile(
      absolutePath(tokenFile, places),
      message('source.flag', { name: '--token-file' }),
    );
    return { token: key, warnings };
  }
  if (cameraToken !== undefined) return { token: cameraToken, warnings: [] };
  const missing = message('fault.cameraTokenMissing');
  throw usageError(withSource(missing, sources['cameraToken']), {
    hint: message('hint.giveCameraToken'),
  });
}

function parseConcurrency(text: string | undefined): number {
  if (text === undefined) return DEFAULT_CONCURRENCY;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MOST_CONCURRENCY) return count;
  throw usageError(
    message('cli.wholeBetween', { flag: '--concurrency', least: 1, most: MOST_CONCURRENCY }),
  );
}

interface BatchOutcome extends Omit<PushTotals, 'lines' | 'rejected'> {
  /** Lines rejected locally or by the service. */
  readonly rejects: readonly Reject[];
}

const INDEX = /^events\[(\d+)\]\.?/;

/**
 * Sends the events of a batch. If the service rejects some, the others are sent again; if it does
 * not identify them, the batch is bisected until the rejected ones are found. Throws errors that
 * affect all calls, such as an unknown token.
 */
export async function sendBatch(sender: VisionSender, batch: Batch): Promise<BatchOutcome> {
  const rejects = [...batch.rejects];
  const sums = { sent: 0, stored: 0, duplicates: 0, calls: 0 };
  const waiting: (readonly InputLine[])[] = [batch.events];
  for (let events = waiting.pop(); events !== undefined; events = waiting.pop()) {
    const [first] = events;
    if (!first) continue;
    const answer = await sendEvents(sender, events, `${first.number}`);
    if ('issues' in answer) {
      const sorted = sortOut(events, answer.issues);
      rejects.push(...sorted.rejects);
      waiting.push(...sorted.again);
      continue;
    }
    sums.sent += events.length;
    sums.stored += answer.stored;
    sums.duplicates += answer.duplicates;
    sums.calls++;
  }
  return { ...sums, rejects: rejects.toSorted((left, right) => left.line - right.line) };
}

async function sendEvents(sender: VisionSender, events: readonly InputLine[], place: string) {
  const texts = events.map(({ text }) => text.trim());
  try {
    return await sender.send(texts, place);
  } catch (error) {
    if (error instanceof FarmError && error.slug === 'validation_failed') {
      return { issues: error.issues ?? [refusalOf(error)] };
    }
    throw error;
  }
}

function refusalOf({ message }: FarmError): Issue {
  return { path: '', code: 'invalid_format', message };
}

/** Rejects of the events named by the issues, and the remaining parts to send again. */
function sortOut(events: readonly InputLine[], issues: readonly Issue[]) {
  const byIndex = groupBy(issues, ({ path }) => INDEX.exec(path)?.[1] ?? '');
  const rejects = events.flatMap((line, index) => {
    const ownIssues = byIndex.get(`${index}`);
    return ownIssues ? [rejectOf(line, ownIssues.map(withoutIndex))] : [];
  });
  if (rejects.length > 0) {
    return { rejects, again: [events.filter((_line, index) => !byIndex.has(`${index}`))] };
  }
  const [only, ...others] = events;
  if (only && others.length === 0) return { rejects: [rejectOf(only, issues)], again: [] };
  const middle = Math.ceil(events.length / 2);
  return { rejects, again: [events.slice(middle), events.slice(0, middle)] };
}

function withoutIndex(issue: Issue): Issue {
  const { path, message } = issue;
  const field = path.replace(INDEX, '');
  return { ...issue, path: field, message: message.replace(path, field || 'the event') };
}
