import type { RecordedAnswer } from '../load/serve-bytes.ts';
import { expectedPage, type TaskPage, type TaskQuery, type TaskRow } from '../stages/task-table.ts';

/** A server that holds the table, and how it is asked. */
export interface Contestant {
  readonly name: string;
  readonly baseUrl: string;
  readonly pid: number;
  /** Of its requests in turn. */
  readonly headers: readonly Readonly<Record<string, string>>[];
  listPath(query: TaskQuery): string;
  /** Absent where it has none. */
  readonly recordPath?: (id: string) => string;
  /** Where tasks are created. */
  readonly createPath?: string;
  /** How a peer creates a task; absent where it cannot. */
  readonly creation?: PeerCreation;
  readPage(answer: FetchedAnswer): TaskPage;
  /** The query that it really answers, where it cannot answer every one. */
  readonly nearest?: (query: TaskQuery) => TaskQuery;
}

/** How a task is created in the form of a peer. */
export interface PeerCreation {
  readonly path: string;
  /** The body for the fields of a task; `id` is new. */
  body(fields: object, id: string): unknown;
  /** Of a task that was created. */
  readonly status: number;
}

export interface FetchedAnswer {
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: every contestant answers in a shape of its own.
  readonly body: any;
}

// What a server writes of itself on every answer.
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/** Fails unless the contestant answers these queries with the right rows in the right order. */
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

/** Asks a contestant once; any status but 200 fails. */
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

/** What a contestant answers to each path, without the headers that a server writes itself. */
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
