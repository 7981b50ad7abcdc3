import { LRUCache } from 'lru-cache';
import { tablesRead, tablesWritten } from '../core/query-cache.ts';
import type { SentStatement, StatementResult } from './exchange.ts';
import { isRead } from './line.ts';

/** Bytes of what is remembered, as far as texts take them. */
const MEMORY_BYTES = 4 * 1024 * 1024;
/** Queries of one transaction that are remembered. */
const MOST_NOTED = 16;
/** Queries that are sent ahead in one transaction. */
const MOST_AHEAD = 8;
/** Longer queries, with their values, are not remembered. */
const LONGEST = 4000;

type Keyed = ReadonlyMap<string, SentStatement>;

/** What the transactions of one kind asked: the last one, and all of the last two. */
interface Asked {
  readonly last: Keyed;
  readonly steady: Keyed;
}

/** The queries that transactions of a kind ask each time, by kind. */
export type ReadMemory = LRUCache<string, Asked>;

export function createReadMemory(): ReadMemory {
  const bytesOf = (asked: Keyed) => [...asked.keys()].reduce((sum, key) => sum + 2 * key.length, 1);
  return new LRUCache({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ last, steady }) => bytesOf(last) + bytesOf(steady),
  });
}

type Send = (statement: SentStatement) => Promise<StatementResult>;

/**
 * Sends queries that the last two transactions of a kind have asked, with the same values, together
 * with the first statement of this one: what they answer is used where the transaction asks for it.
 * It could have been read at that moment, as other transactions may commit at any time. Nothing of
 * it is used once the transaction has locked or changed something, which may have made it wait, or
 * once it inserts into a table that the query reads.
 */
export class ReadAhead {
  readonly #send: Send;
  readonly #memory: ReadMemory;
  readonly #kind: string;
  readonly #asked = new Map<string, SentStatement>();
  readonly #answers = new Map<string, Promise<StatementResult>>();
  #isFirst = true;

  constructor(send: Send, memory: ReadMemory, kind: string) {
    this.#send = send;
    this.#memory = memory;
    this.#kind = kind;
  }

  send(statement: SentStatement): Promise<StatementResult> {
    const key = keyOf(statement);
    if (key === undefined) {
      this.#answers.clear();
      const sent = this.#send(statement);
      this.#sendAhead();
      return sent;
    }
    if (this.#asked.size < MOST_NOTED) this.#asked.set(key, statement);
    this.#sendAhead();
    const answer = this.#answers.get(key);
    // A second time it is asked for what it is then.
    this.#answers.delete(key);
    return answer ?? this.#send(statement);
  }

  /** Notes a statement that is posted: answers that it changes are dropped. */
  note({ text }: SentStatement): void {
    if (this.#answers.size === 0) return;
    const written = tablesWritten(text);
    for (const key of this.#answers.keys()) {
      if (tablesRead(key).some((table) => written.includes(table))) this.#answers.delete(key);
    }
  }

  /** Remembers what was asked, once the transaction has been committed. */
  finish(): void {
    const last = this.#memory.get(this.#kind)?.last;
    const steady = new Map([...this.#asked].filter(([key]) => last?.has(key)).slice(0, MOST_AHEAD));
    this.#memory.set(this.#kind, { last: this.#asked, steady });
  }

  #sendAhead(): void {
    if (!this.#isFirst) return;
    this.#isFirst = false;
    for (const [key, statement] of this.#memory.get(this.#kind)?.steady ?? []) {
      const answer = this.#send(statement);
      // Whoever asks for it is told of its failure.
      answer.catch(() => {});
      this.#answers.set(key, answer);
    }
  }
}

/** What makes a query the same as another one; undefined for what is not sent ahead. */
function keyOf({ text, values }: SentStatement): string | undefined {
  if (!isRead(text)) return undefined;
  const key = `${text}\n${JSON.stringify(values)}`;
  return key.length > LONGEST ? undefined : key;
}
