import { createHash } from 'node:crypto';
import { ConnectionFailed } from '../../../client/errors.ts';
import { sendWithRetries } from '../../../client/send-with-retries.ts';
import type { ClientResponse, Transport } from '../../../client/transport.ts';
import { wait } from '../../../client/wait.ts';
import { FarmError } from '../../../model/errors.ts';
import type { Settings } from '../../config/settings.ts';
import { attemptTeller, type CommandContext, openTransport } from '../../context.ts';

/** What the service did with the events of a call. */
export interface IngestAnswer {
  readonly stored: number;
  readonly duplicates: number;
}

/** The way to the ingest of one camera connection. */
export interface VisionSender {
  /** For messages and checkpoints. */
  readonly server: string;
  /**
   * Sends events, each the text of a JSON object; `place` tells calls with the same events apart.
   * Sent again where that may help. Throws `FarmError` or `ConnectionFailed`.
   */
  send(events: readonly string[], place: string): Promise<IngestAnswer>;
  close(): Promise<void>;
}

/** What a sender is made from. */
export interface SenderOptions {
  readonly settings: Settings;
  readonly integrationId: string;
  readonly token: string;
  /** Whether this run goes on with an earlier one: the answers to its last calls count for this one. */
  readonly isContinued: () => boolean;
}

const MOST_CONFLICTS = 5;
const CONFLICT_MILLIS = 500;

/** Opens the way. What is under way when a signal comes is finished, but waits for retries end. */
export async function openVisionSender(
  { io, now, program, note }: Pick<CommandContext, 'io' | 'now' | 'program' | 'note'>,
  options: SenderOptions,
): Promise<VisionSender> {
  const { settings, integrationId, token, isContinued } = options;
  const transport = await openTransport(settings);
  const tell = await attemptTeller(settings, { io, note });
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
        tell(attempt);
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
          if (!isConflict(error) || conflicts === MOST_CONFLICTS) throw error;
          // The same call, sent before the run was cut, is still being worked on.
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

function isConflict(error: unknown): boolean {
  return error instanceof FarmError && error.slug === 'conflict';
}

/** An answer that was kept from an earlier call with the same key. */
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
