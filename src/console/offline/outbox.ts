import { FarmError, type Issue } from '../../model/core/errors.ts';

/** A photo with its media item. */
export interface OutboxPhoto {
  readonly content: Blob;
  readonly media: Readonly<Record<string, unknown>>;
}

/** The request of a write. */
export interface OutboxCall {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Version of the record that the change is based on. */
  readonly version?: number;
  /** The previous values of the changed fields. */
  readonly base?: Readonly<Record<string, unknown>>;
  /** A photo to upload for the record after the write succeeds. */
  readonly photo?: OutboxPhoto;
  /** Whether the service rejects implausible values, so that the user is asked. */
  readonly isStrict?: boolean;
}

/** A record as the service returned it after a write. */
export type SentRecord = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly version: number;
};

/** The reason why an entry was rejected. */
export interface OutboxProblem {
  readonly kind: 'duplicate' | 'changed' | 'implausible' | 'refused';
  readonly message: string;
  readonly issues: readonly Issue[];
}

/** A write stored on the device until the service has answered it. */
export interface OutboxEntry {
  /**
   * Also its `Idempotency-Key`: if it is sent again, the service repeats its response and writes
   * nothing.
   */
  readonly id: string;
  /** Format of the entry; entries of another format are never sent. */
  readonly format: typeof OUTBOX_FORMAT;
  readonly userId: string;
  readonly sequence: number;
  readonly createdAt: string;
  /** Entries with the same lane, usually of the same record, are sent one after another. */
  readonly lane: string;
  readonly title: string;
  readonly call: OutboxCall;
  readonly attempts: number;
  /** Set while the user has to decide. */
  readonly problem?: OutboxProblem;
}

const OUTBOX_FORMAT = 1;

/** A write before it is stored. */
export type OutboxDraft = Pick<OutboxEntry, 'lane' | 'title' | 'call'> & {
  /** The key with which it may have been sent already. */
  readonly id?: string;
};

/** Storage of entries; each method resolves after the data is stored. */
export interface OutboxStore {
  all(): Promise<readonly OutboxEntry[]>;
  put(entry: OutboxEntry): Promise<void>;
  /** Replaces an entry with another one in one transaction. */
  replace(id: string, entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Dependencies of the outbox. */
export interface OutboxTools {
  readonly store: OutboxStore;
  /**
   * Sends an entry and resolves with its record; throws if it is not accepted. `stored` is the
   * record after the previous entry of the same lane, which the entry may not include.
   */
  send(entry: OutboxEntry, stored: SentRecord | undefined): Promise<SentRecord>;
  /** Whether an error is temporary, so that the same entry is sent again. */
  isPassing(error: unknown): boolean;
  /** Runs work exclusively among all windows of the browser, by name. */
  exclusively<T>(name: 'edit' | 'send', work: () => Promise<T>): Promise<T>;
  newId(): string;
  now(): Date;
}

/** Result of an attempt to send everything. */
export type Delivery = 'sent' | 'later' | 'signedOut';

/** Unsent writes, sent in order, each exactly once. */
export class Outbox {
  readonly #tools: OutboxTools;
  readonly #listeners = new Set<() => void>();
  readonly #sent = new Map<string, SentRecord>();

  constructor(tools: OutboxTools) {
    this.#tools = tools;
  }

  /** Calls a function after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The entries of a user, the oldest first. */
  async list(userId: string): Promise<readonly OutboxEntry[]> {
    return entriesOf(await this.#tools.store.all(), userId);
  }

  /**
   * Stores a write; resolves after it is stored. It replaces a rejected entry of its lane, which
   * the user has corrected with it.
   */
  async add(userId: string, draft: OutboxDraft): Promise<OutboxEntry> {
    return this.#tools.exclusively('edit', async () => {
      const stored = await this.#tools.store.all();
      const entry: OutboxEntry = {
        ...draft,
        id: draft.id ?? this.#tools.newId(),
        format: OUTBOX_FORMAT,
        userId,
        sequence: Math.max(0, ...stored.map(({ sequence }) => sequence)) + 1,
        createdAt: this.#tools.now().toISOString(),
        attempts: 0,
      };
      const corrected = stored.find(
        (one) => one.problem && one.userId === userId && one.lane === draft.lane,
      );
      if (corrected) await this.#tools.store.replace(corrected.id, entry);
      else await this.#tools.store.put(entry);
      this.#tell();
      return entry;
    });
  }

  /** The record of a lane after the last entry that this window has sent. */
  sent(lane: string): SentRecord | undefined {
    return this.#sent.get(lane);
  }

  /** The entries of all users. */
  all(): Promise<readonly OutboxEntry[]> {
    return this.#tools.store.all();
  }

  /** Deletes the entries of a user, after confirmation. */
  async forget(userId: string): Promise<void> {
    await this.#tools.exclusively('edit', async () => {
      for (const { id } of await this.list(userId)) await this.#tools.store.remove(id);
      this.#tell();
    });
  }

  /** Resolves a rejected entry: sends it as another call, or deletes it. */
  async decide(id: string, decision: OutboxCall | 'drop'): Promise<void> {
    await this.#tools.exclusively('edit', async () => {
      const entry = (await this.#tools.store.all()).find((one) => one.id === id);
      if (!entry?.problem) return;
      if (decision === 'drop') await this.#tools.store.remove(id);
      else {
        const { problem: _, ...rest } = entry;
        // A new key, because the service repeats its stored response for the old one.
        const next = { ...rest, id: this.#tools.newId(), call: decision, attempts: 0 };
        await this.#tools.store.replace(id, next);
      }
      this.#tell();
    });
  }

  /** Sends the entries in order; a rejected entry blocks only its lane. */
  async flush(userId: string): Promise<Delivery> {
    return this.#tools.exclusively('send', async () => {
      for (;;) {
        const next = firstSendable(await this.list(userId));
        if (!next) return 'sent';
        const delivery = await this.#deliver(next);
        if (delivery === 'later' || delivery === 'signedOut') return delivery;
      }
    });
  }

  async #deliver(entry: OutboxEntry): Promise<Delivery | 'problem'> {
    const { store, isPassing, send } = this.#tools;
    try {
      this.#sent.set(entry.lane, await send(entry, this.#sent.get(entry.lane)));
    } catch (error) {
      const attempts = entry.attempts + 1;
      if (isUnauthorized(error) || isPassing(error) || !(error instanceof FarmError)) {
        // Nothing visible has changed.
        await store.put({ ...entry, attempts });
        return isUnauthorized(error) ? 'signedOut' : 'later';
      }
      await store.put({ ...entry, attempts, problem: toProblem(error) });
      this.#tell();
      return 'problem';
    }
    await store.remove(entry.id);
    this.#tell();
    return 'sent';
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The entries of a user, the oldest first. */
export function entriesOf(
  entries: readonly OutboxEntry[],
  userId: string | undefined,
): readonly OutboxEntry[] {
  return entries
    .filter((entry) => entry.userId === userId)
    .toSorted((a, b) => a.sequence - b.sequence);
}

/** Writes of one record are sent one after another. */
export function laneOfRecord(resource: string, id: string): string {
  return `${resource} ${id}`;
}

/** The oldest entry whose lane is not blocked. */
export function firstSendable(entries: readonly OutboxEntry[]): OutboxEntry | undefined {
  const blockedLanes = new Set<string>();
  return entries.find((entry) => {
    if (blockedLanes.has(entry.lane)) return false;
    const isSendable = !entry.problem && entry.format === OUTBOX_FORMAT;
    if (!isSendable) blockedLanes.add(entry.lane);
    return isSendable;
  });
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof FarmError && error.status === 401;
}

function toProblem({ status, message, issues = [] }: FarmError): OutboxProblem {
  const isAll = (code: Issue['code']) =>
    issues.length > 0 && issues.every((issue) => issue.code === code);
  const kinds = [
    ['changed', status === 412],
    ['duplicate', isAll('duplicate')],
    ['implausible', isAll('implausible')],
  ] as const;
  const kind = kinds.find(([, applies]) => applies)?.[0] ?? 'refused';
  return { kind, message, issues: [...issues] };
}
