import type { RecordedAnswer } from '../load/serve-bytes.ts';
import { expectedPage, type TaskPage, type TaskQuery, type TaskRow } from '../stages/task-table.ts';

/** A server with the table, and how to query it. */
export interface Contestant {
  readonly name: string;
  readonly baseUrl: string;
  readonly pid: number;
  /** Used in rotation for its requests. */
  readonly headers: readonly Readonly<Record<string, string>>[];
  listPath(query: TaskQuery): string;
  /** Absent if it has no such route. */
  readonly recordPath?: (id: string) => string;
  /** The path for creating tasks. */
  readonly createPath?: string;
  /** How to create a task on a peer; absent if it cannot. */
  readonly creation?: PeerCreation;
  readPage(answer: FetchedAnswer): TaskPage;
  /** The closest query that it supports, if it does not support every one. */
  readonly nearest?: (query: TaskQuery) => TaskQuery;
}

/** The request that creates a task on a peer. */
export interface PeerCreation {
  readonly path: string;
  /** The body for the fields of a task; `id` is new. */
  body(fields: object, id: string): unknown;
  /** Status of a successful creation. */
  readonly status: number;
}

export interface FetchedAnswer {
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: every contestant has its own response format.
  readonly body: any;
}

// Headers that every server writes itself.
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/** Fails unless the contestant answers these queries with the correct rows in the correct order. */
export async function checkAnswers(
  contestant: Contestant,
  input: { readonly rows: readonly TaskRow[]; readonly queries: readonly TaskQuery[] },
): Promise<void> {
  for (const asked of input.queries) {
    const query = contestant.nearest?.(asked) ?? asked;
    const expected = expectedPage(input.rows, query);
    const { headers, text } = await fetchAnswer(contestant, contestant.listPath(query));
    const page = contestant.readPage({ headers, body: JSON.parse(text) });
    if (JSON.stringify(page) !== JSON.stringify(expected)) {
      const [got, want] = [page, expected].map(
        (it) => `${it.ids.length} of ${it.total}, first ${it.ids[0]}`,
      );
      throw new Error(
        `${contestant.name} answers ${JSON.stringify(query)} wrongly: ${got}, not ${want}`,
      );
    }
  }
}

/** Sends one request to a contestant; fails for any status but 200. */
export async function fetchAnswer(
  { name, baseUrl, headers }: Pick<Contestant, 'name' | 'baseUrl' | 'headers'>,
  path: string,
): Promise<{ readonly headers: Headers; readonly text: string }> {
  const response = await fetch(baseUrl + path, { headers: headers[0] ?? {} });
  const text = await response.text();
  if (response.status !== 200) {
    throw new Error(`${response.status} from ${name} ${path}: ${text.slice(0, 300)}`);
  }
  return { headers: response.headers, text };
}

/**
 * Records the responses of a contestant for each path, without the headers every server writes
 * itself.
 */
export async function recordAnswers(
  contestant: Contestant,
  paths: readonly string[],
): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  for (const path of paths) {
    const { headers: answered, text } = await fetchAnswer(contestant, path);
    const headers = new Headers(answered);
    for (const name of OWN_HEADERS) headers.delete(name);
    answers.push({ path, headers: Object.fromEntries(headers), body: text });
  }
  return answers;
}
