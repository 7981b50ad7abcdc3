import { LRUCache } from 'lru-cache';
import { tablesRead, tablesWritten } from '../core/query-cache.ts';
import type { SentStatement, StatementResult } from './exchange.ts';
import { isRead } from './line.ts';

/** Maximum size of the remembered queries in bytes, as far as their texts account for it. */
const MEMORY_BYTES = 4 * 1024 * 1024;
/** Maximum number of remembered queries per transaction. */
const MOST_NOTED = 16;
/** Maximum number of queries sent ahead per transaction. */
const MOST_AHEAD = 8;
/** Longer queries, including their values, are not remembered. */
const LONGEST = 4000;

type Keyed = ReadonlyMap<string, SentStatement>;

/**
 * Queries of the transactions of one kind: those of the last one, and those common to the last two.
 */
interface Asked {
  readonly last: Keyed;
  readonly steady: Keyed;
}

/** The recurring queries of transactions, by kind. */
export type ReadMemory = LRUCache<string, Asked>;

export function createReadMemory(): ReadMemory {
  const bytesOf = (query: Keyed) => [...query.keys()].reduce((sum, key) => sum + 2 * key.length, 1);
  return new LRUCache({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ last, steady }) => bytesOf(last) + bytesOf(steady),
  });
}

type Send = (statement: SentStatement) => Promise<StatementResult>;

/**
 * Prefetches queries that the last two transactions of a kind ran with the same values: they are
 * sent together with the first statement, and their results are used when the transaction runs
 * them. Such a result could have been read at that moment anyway, because other transactions may
 * commit at any time. Results are discarded once the transaction has locked or changed something,
 * which may have made it wait, or once it inserts into a table that the query reads.
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
    // A repeated query is sent again.
    this.#answers.delete(key);
    return answer ?? this.#send(statement);
  }

  /** Processes a posted statement: drops prefetched results that it changes. */
  note({ text }: SentStatement): void {
    if (this.#answers.size === 0) return;
    const written = tablesWritten(text);
    for (const key of this.#answers.keys()) {
      if (tablesRead(key).some((table) => written.includes(table))) this.#answers.delete(key);
    }
  }

  /** Remembers the queries once the transaction has been committed. */
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
      // The failure is reported to the caller that uses the result.
      answer.catch(() => {});
      this.#answers.set(key, answer);
    }
  }
}

/** The identity of a query; undefined if it is not prefetched. */
function keyOf({ text, values }: SentStatement): string | undefined {
  if (!isRead(text)) return undefined;
  const key = `${text}\n${JSON.stringify(values)}`;
  return key.length > LONGEST ? undefined : key;
}
