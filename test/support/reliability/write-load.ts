import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ask, Caller, Reply } from './caller.ts';
import type { WritableKind } from './stage.ts';

/** A write that was sent. */
export interface SentWrite {
  readonly requestId: string;
  readonly action: 'create' | 'patch' | 'delete';
  readonly kind: WritableKind;
  readonly ask: Ask;
  readonly idempotencyKey: string | undefined;
  /** 0 without a response. */
  readonly status: number;
  readonly rowId: string | undefined;
  readonly millis: number;
}

/** The results of writes as known to the writers. */
export interface Ledger {
  /** Answered with 2xx. */
  readonly acknowledged: SentWrite[];
  /** Sent, but not answered: it may or may not have taken effect. */
  readonly unanswered: SentWrite[];
  /** Answered with any other status. */
  readonly refused: (SentWrite & { readonly reply: Reply })[];
}

/** Running writers. */
export interface Load {
  /** Stops after all pending writes are answered. */
  stop(): Promise<void>;
}

const UNANSWERED_MILLIS = 50;
/** Less than the second that the service requests: some arrive while it stops listening. */
const REFUSED_MILLIS = 250;

/** Makes an empty ledger. */
export function createLedger(): Ledger {
  return { acknowledged: [], unanswered: [], refused: [] };
}

/**
 * Starts writers, each on its own rows, with creates, changes and deletes of all kinds, half of
 * them with an Idempotency-Key. A writer waits for a moment after a missing response or a 503.
 */
export function startWriters(
  caller: Caller,
  input: {
    readonly kinds: readonly WritableKind[];
    readonly ledger: Ledger;
    readonly writers: number;
  },
): Load {
  let isStopped = false;
  const writer = async (index: number) => {
    const rows: OwnRow[] = [];
    for (let step = index; !isStopped; step++) {
      const sent = await writeOnce(caller, choose(input.kinds, rows, step));
      note(input.ledger, sent);
      keepTrack(rows, sent);
      // A stopped or stopping server is not called in a busy loop.
      if (sent.status === 0) await pause(UNANSWERED_MILLIS);
      if (sent.status === 503) await pause(REFUSED_MILLIS);
    }
  };
  const running = Array.from({ length: input.writers }, (_, index) => writer(index));
  return {
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

/** Repeats unanswered writes whose key makes that safe. */
export async function sendAgain(caller: Caller, ledger: Ledger): Promise<void> {
  const keyed = ledger.unanswered.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
  for (const write of keyed) {
    const again = await writeOnce(caller, write);
    if (again.status === 0) continue;
    ledger.unanswered.splice(ledger.unanswered.indexOf(write), 1);
    // A completed delete returns not found only if its response was not stored.
    note(ledger, again);
  }
}

interface OwnRow {
  readonly kind: WritableKind;
  readonly id: string;
}

/** A row with an unanswered delete is left alone: it may or may not exist. */
function keepTrack(rows: OwnRow[], { action, kind, rowId, status }: SentWrite): void {
  if (action === 'delete') rows.shift();
  if (action === 'create' && status === 201 && rowId) rows.push({ kind, id: rowId });
}

type Planned = Pick<SentWrite, 'requestId' | 'action' | 'kind' | 'ask' | 'idempotencyKey'>;

function choose(kinds: readonly WritableKind[], rows: readonly OwnRow[], step: number): Planned {
  const requestId = `load-${randomUUID()}`;
  const idempotencyKey = Math.random() < 0.5 ? `key-${requestId}` : undefined;
  const headers = {
    'x-request-id': requestId,
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
  const [row] = rows;
  const draw = Math.random();
  const path = row && `/v1/platform/${row.kind.definition.name}/${row.id}`;
  if (row && path && draw < 0.2 && row.kind.isDeletable) {
    const ask: Ask = { method: 'DELETE', path, headers };
    return { requestId, idempotencyKey, action: 'delete', kind: row.kind, ask };
  }
  if (row?.kind.patched && path && draw < 0.5) {
    const ask: Ask = {
      method: 'PATCH',
      path,
      headers,
      body: { [row.kind.patched]: requestId.slice(-12) },
    };
    return { requestId, idempotencyKey, action: 'patch', kind: row.kind, ask };
  }
  const kind = kinds[step % kinds.length] as WritableKind;
  const ask: Ask = { method: 'POST', path: kind.path, headers, body: kind.body };
  return { requestId, idempotencyKey, action: 'create', kind, ask };
}

async function writeOnce(caller: Caller, planned: Planned): Promise<SentWrite & { reply: Reply }> {
  const reply = await caller.ask(planned.ask);
  const { status, millis, body } = reply;
  const rowId = planned.action === 'create' ? body?.id : planned.ask.path.split('/').at(-1);
  return { ...planned, status, millis, rowId, reply };
}

function note(ledger: Ledger, { reply, ...sent }: SentWrite & { reply: Reply }): void {
  if (sent.status === 0) ledger.unanswered.push(sent);
  else if (sent.status < 300) ledger.acknowledged.push(sent);
  else ledger.refused.push({ ...sent, reply });
}
