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
  /** 0 while no answer has come. */
  readonly status: number;
  readonly rowId: string | undefined;
  readonly millis: number;
}

/** What writers were told, and what they were never told. */
export interface Ledger {
  /** Answered with 2xx. */
  readonly acknowledged: SentWrite[];
  /** Sent, and no answer came: it may be there or not. */
  readonly unanswered: SentWrite[];
  /** Answered with anything else. */
  readonly refused: (SentWrite & { readonly reply: Reply })[];
}

/** Writers at work. */
export interface Load {
  /** Lets what is under way be answered. */
  stop(): Promise<void>;
}

const UNANSWERED_MILLIS = 50;
/** Less than the second that the service asks for: some come while it stops listening. */
const REFUSED_MILLIS = 250;

/** Makes an empty ledger. */
export function createLedger(): Ledger {
  return { acknowledged: [], unanswered: [], refused: [] };
}

/**
 * Sets writers to work at once, each on rows of its own: creates, changes, deletes of all kinds,
 * half of them with an Idempotency-Key. A writer waits for a moment when it gets no answer, or 503.
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
      // A server that is gone, or ends, is not asked as fast as the processor can.
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

/** Sends writes again that were never answered, if their key makes that safe. */
export async function sendAgain(caller: Caller, ledger: Ledger): Promise<void> {
  const keyed = ledger.unanswered.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
  for (const write of keyed) {
    const again = await writeOnce(caller, write);
    if (again.status === 0) continue;
    ledger.unanswered.splice(ledger.unanswered.indexOf(write), 1);
    // A delete that was done finds nothing any more only if its answer was not kept.
    note(ledger, again);
  }
}

interface OwnRow {
  readonly kind: WritableKind;
  readonly id: string;
}

/** A row whose delete was not answered is left alone: it may be there or not. */
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
