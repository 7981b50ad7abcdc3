import { ConnectionFailed, type FailedRequest } from './errors.ts';

/** The metadata of a list. */
export interface PageMeta {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly hasMore: boolean;
  readonly nextCursor?: string | null;
}

export interface Page<R> {
  readonly data: readonly R[];
  readonly meta: PageMeta;
}

/** The start of a page. */
export interface PagePosition {
  readonly cursor?: string;
  readonly offset?: number;
}

/**
 * Loads page after page: by cursor if the server provides one, else by offset. Throws
 * `ConnectionFailed` if the list does not end because the server repeats a cursor, an offset or a
 * page.
 */
export async function* walkPages<R>(
  load: (position: PagePosition) => Promise<Page<R>>,
  request: FailedRequest,
): AsyncGenerator<Page<R>> {
  const check = createPageGuard(request);
  let position: PagePosition | undefined = {};
  while (position) {
    const page: Page<R> = await load(position);
    check(page);
    const next = positionAfter(page);
    if (next?.offset !== undefined && next.offset <= (position.offset ?? 0)) {
      throw endless(request, 'it sent the same offset twice');
    }
    yield page;
    position = next;
  }
}

/** Checks that each page advances; throws if one does not. */
export function createPageGuard(
  request: FailedRequest,
): (page: {
  readonly data: readonly unknown[];
  readonly meta: Pick<PageMeta, 'hasMore' | 'nextCursor'>;
}) => void {
  const cursors = new Set<string>();
  let before: string | undefined;
  return ({ data, meta }) => {
    if (data.length === 0) return;
    // Rows have ids: two pages with the same first and last rows are the same page.
    const ends = JSON.stringify([data.length, data[0], data.at(-1)]);
    if (ends === before) throw endless(request, 'it sent the same page twice');
    before = ends;
    const { hasMore, nextCursor } = meta;
    if (!hasMore || typeof nextCursor !== 'string') return;
    if (cursors.has(nextCursor)) throw endless(request, 'it sent the same nextCursor twice');
    cursors.add(nextCursor);
  };
}

/** Iterates over the rows of the pages. */
export async function* rowsOf<R>(pages: AsyncIterable<Page<R>>): AsyncGenerator<R> {
  for await (const page of pages) yield* page.data;
}

function endless(request: FailedRequest, problem: string): ConnectionFailed {
  const detail = `its list does not end: ${problem}`;
  return new ConnectionFailed('not_understood', request, { detail });
}

function positionAfter({ data, meta }: Page<unknown>): PagePosition | undefined {
  // A list with `hasMore` but without rows would never end.
  if (!meta.hasMore || data.length === 0) return undefined;
  if (typeof meta.nextCursor === 'string') return { cursor: meta.nextCursor };
  return { offset: meta.offset + data.length };
}

/** The answer of a list; throws `ConnectionFailed` if it is not one. */
export function expectPage(data: unknown, request: FailedRequest): Page<unknown> {
  const { data: rows, meta } = data as Partial<Record<keyof Page<unknown>, unknown>>;
  if (Array.isArray(rows) && typeof meta === 'object' && meta !== null) {
    return { data: rows, meta: meta as PageMeta };
  }
  const detail = 'a list without data or meta';
  throw new ConnectionFailed('not_understood', request, { detail });
}
