import { FarmError, type Issue } from '../../model/core/errors.ts';

/** A photo, and the media item that it becomes. */
export interface OutboxPhoto {
  readonly content: Blob;
  readonly media: Readonly<Record<string, unknown>>;
}

/** A write as it is sent. */
export interface OutboxCall {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Version of the record that the change was made from. */
  readonly version?: number;
  /** The changed fields as they were when the change was made. */
  readonly base?: Readonly<Record<string, unknown>>;
  /** A photo that is stored beside the record once the service has it. */
  readonly photo?: OutboxPhoto;
  /** Whether the service refuses values that are not plausible, so that they are asked about. */
  readonly isStrict?: boolean;
}

/** Why an entry was not accepted. */
export interface OutboxProblem {
  readonly kind: 'duplicate' | 'changed' | 'implausible' | 'refused';
  readonly message: string;
  readonly issues: readonly Issue[];
}

/** A write that is kept on the device until the service has answered it. */
export interface OutboxEntry {
  /** Also its `Idempotency-Key`: sent again, the service answers as before and writes nothing. */
  readonly id: string;
  /** Format of the entry; one of another format is never sent. */
  readonly format: typeof OUTBOX_FORMAT;
  readonly userId: string;
  readonly sequence: number;
  readonly createdAt: string;
  /** Entries about the same record, which are sent one after the other. */
  readonly lane: string;
  readonly title: string;
  readonly call: OutboxCall;
  readonly attempts: number;
  /** Present while somebody has to decide. */
  readonly problem?: OutboxProblem;
}

const OUTBOX_FORMAT = 1;

/** What is known of a write before it is kept. */
export type OutboxDraft = Pick<OutboxEntry, 'lane' | 'title' | 'call'> & {
  /** The key under which it may have been sent already. */
  readonly id?: string;
};

/** Where entries are kept; each method resolves once the device has stored what it was given. */
export interface OutboxStore {
  all(): Promise<readonly OutboxEntry[]>;
  put(entry: OutboxEntry): Promise<void>;
  /** Stores an entry in place of another one, both or neither. */
  replace(id: string, entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
}

/** What the outbox needs of its surroundings. */
export interface OutboxTools {
  readonly store: OutboxStore;
  /** Sends an entry; throws what became of it otherwise. */
  send(entry: OutboxEntry): Promise<unknown>;
  /** Whether an error says that nothing is known yet, and the same entry is to be sent again. */
  isPassing(error: unknown): boolean;
  /** Runs work while no other window of the browser does work of the same name. */
  exclusively<T>(name: 'edit' | 'send', work: () => Promise<T>): Promise<T>;
  newId(): string;
  now(): Date;
}

/** What became of an attempt to send everything. */
export type Delivery = 'sent' | 'later' | 'signedOut';

/** Writes that wait for the service, sent in their order, each exactly once. */
export class Outbox {
  readonly #tools: OutboxTools;
  readonly #listeners = new Set<() => void>();

  constructor(tools: OutboxTools) {
    this.#tools = tools;
  }

  /** Calls a function after each change; returns what ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The entries of a user, the oldest first. */
  async list(userId: string): Promise<readonly OutboxEntry[]> {
    return entriesOf(await this.#tools.store.all(), userId);
  }

  /**
   * Keeps a write; resolves once it is stored. It takes the place of an undecided one of its lane,
   * which somebody has corrected by it.
   */
  async add(userId: string, draft: OutboxDraft): Promise<OutboxEntry> {
    return this.#tools.exclusively('edit', async () => {
      const known = await this.#tools.store.all();
      const entry: OutboxEntry = {
        ...draft,
        id: draft.id ?? this.#tools.newId(),
        format: OUTBOX_FORMAT,
        userId,
        sequence: Math.max(0, ...known.map(({ sequence }) => sequence)) + 1,
        createdAt: this.#tools.now().toISOString(),
        attempts: 0,
      };
      const corrected = known.find(
        (one) => one.problem && one.userId === userId && one.lane === draft.lane,
      );
      if (corrected) await this.#tools.store.replace(corrected.id, entry);
      else await this.#tools.store.put(entry);
      this.#tell();
      return entry;
    });
  }

  /** The entries of all users. */
  all(): Promise<readonly OutboxEntry[]> {
    return this.#tools.store.all();
  }

  /** Deletes the entries of a user, who was asked. */
  async forget(userId: string): Promise<void> {
    await this.#tools.exclusively('edit', async () => {
      for (const { id } of await this.list(userId)) await this.#tools.store.remove(id);
      this.#tell();
    });
  }

  /** Decides about an entry: sends it as another call, or drops it. */
  async decide(id: string, decision: OutboxCall | 'drop'): Promise<void> {
    await this.#tools.exclusively('edit', async () => {
      const entry = (await this.#tools.store.all()).find((one) => one.id === id);
      if (!entry?.problem) return;
      if (decision === 'drop') await this.#tools.store.remove(id);
      else {
        const { problem: _, ...kept } = entry;
        // Another request: the answer that the service remembers is that of the first one.
        const next = { ...kept, id: this.#tools.newId(), call: decision, attempts: 0 };
        await this.#tools.store.replace(id, next);
      }
      this.#tell();
    });
  }

  /** Sends what waits, in order; an entry with a problem holds back those of its lane only. */
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
      await send(entry);
    } catch (error) {
      const attempts = entry.attempts + 1;
      if (isUnauthorized(error) || isPassing(error) || !(error instanceof FarmError)) {
        // Nothing that is shown has changed.
        await store.put({ ...entry, attempts });
        return isUnauthorized(error) ? 'signedOut' : 'later';
      }
      await store.put({ ...entry, attempts, problem: problemOf(error) });
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

/** The writes about a record are sent one after the other. */
export function laneOfRecord(resource: string, id: string): string {
  return `${resource} ${id}`;
}

/** The oldest entry that nothing of its lane holds back. */
export function firstSendable(entries: readonly OutboxEntry[]): OutboxEntry | undefined {
  const held = new Set<string>();
  return entries.find((entry) => {
    if (held.has(entry.lane)) return false;
    const isSendable = !entry.problem && entry.format === OUTBOX_FORMAT;
    if (!isSendable) held.add(entry.lane);
    return isSendable;
  });
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof FarmError && error.status === 401;
}

function problemOf({ status, message, issues = [] }: FarmError): OutboxProblem {
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
