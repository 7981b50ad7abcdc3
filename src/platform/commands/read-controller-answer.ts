import type { OutboundAnswer } from '../outbound/outbound-client.ts';

/** How far a command has come after it was posted. */
export type CommandOutcome =
  | { readonly kind: 'executed'; readonly result: object | null }
  | { readonly kind: 'failed'; readonly error: string; readonly result: object | null }
  /** The controller took it and reports later. */
  | { readonly kind: 'accepted' }
  /** It cannot be sent as the integration is set up: without its secret, or to a blocked address. */
  | { readonly kind: 'unsent'; readonly error: string }
  /** It has surely not arrived. */
  | { readonly kind: 'unreached'; readonly error: string }
  /** Nobody knows whether it was carried out. */
  | { readonly kind: 'unknown'; readonly error: string };

const ACCEPTED = 202;
const LONGEST_ERROR = 1000;
const SUCCEEDED: readonly string[] = ['executed', 'done', 'ok', 'success', 'succeeded'];
const FAILED: readonly string[] = ['failed', 'error', 'rejected', 'refused'];

/**
 * What the answer of a controller says of a command: 202 takes it, another 2xx carries it out unless
 * its body says that it failed, and any other status refuses it.
 */
export function readControllerAnswer({ status, body, isCut }: OutboundAnswer): CommandOutcome {
  const said = parseObject(body);
  const word = typeof said?.['status'] === 'string' ? said['status'].toLowerCase() : undefined;
  const error = errorOf(said);
  if (status < 200 || status > 299) {
    const why = error === undefined ? '' : `: ${error}`;
    return { kind: 'failed', error: `The controller answered ${status}${why}`, result: null };
  }
  const result = isCut ? null : resultOf(said);
  if (word !== undefined && FAILED.includes(word)) {
    return { kind: 'failed', error: error ?? 'The controller could not carry it out.', result };
  }
  if (word !== undefined && SUCCEEDED.includes(word)) return { kind: 'executed', result };
  const isTaken = word === 'accepted' || word === 'queued' || word === 'pending' || word === 'sent';
  return status === ACCEPTED || isTaken ? { kind: 'accepted' } : { kind: 'executed', result };
}

function errorOf(said: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const error = said?.['error'] ?? said?.['message'];
  return typeof error === 'string' && error !== '' ? error.slice(0, LONGEST_ERROR) : undefined;
}

function resultOf(said: Readonly<Record<string, unknown>> | undefined): object | null {
  if (!said) return null;
  const { result } = said;
  if (typeof result === 'object' && result !== null) return result;
  return result === undefined ? null : { value: result };
}

function parseObject(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    // What a controller says is not to be trusted: no database keeps a NUL.
    const parsed: unknown = JSON.parse(body.replaceAll('\0', ''), withoutNul);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

function withoutNul(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
}
