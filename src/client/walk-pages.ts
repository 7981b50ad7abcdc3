/** What a list says besides its rows. */
export interface PageMeta {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly hasMore: boolean;
  readonly nextCursor?: string | null;
}

/** One page of a list. */
export interface Page<R> {
  readonly data: readonly R[];
  readonly meta: PageMeta;
}

/** Where a page begins. */
export interface PagePosition {
  readonly cursor?: string;
  readonly offset?: number;
}

/** Loads page after page: by cursor where the server gives one, else by offset. */
export async function* walkPages<R>(
  load: (position: PagePosition) => Promise<Page<R>>,
): AsyncGenerator<Page<R>> {
  let position: PagePosition | undefined = {};
  while (position) {
    const page: Page<R> = await load(position);
    yield page;
    position = positionAfter(page);
  }
}

/** The rows of pages, one by one. */
export async function* rowsOf<R>(pages: AsyncIterable<Page<R>>): AsyncGenerator<R> {
  for await (const page of pages) yield* page.data;
}

function positionAfter({ data, meta }: Page<unknown>): PagePosition | undefined {
  // A list that says it goes on but gives nothing would never end.
  if (!meta.hasMore || data.length === 0) return undefined;
  if (typeof meta.nextCursor === 'string') return { cursor: meta.nextCursor };
  return { offset: meta.offset + data.length };
}
