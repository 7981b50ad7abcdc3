import { limits } from '../../model/core/limits.ts';

/** A page of a list, with the cursor of the next one; the last page has none. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly nextCursor?: string };
}

/** Reads pages of a list until its end or a maximum number of rows, and joins them. */
export async function collectPages<P extends Page<unknown>>(
  readPage: (cursor: string | undefined) => Promise<P>,
  most: number,
): Promise<P> {
  let page = await readPage(undefined);
  const rows = [...page.data];
  while (page.meta.nextCursor !== undefined && rows.length < most) {
    page = await readPage(page.meta.nextCursor);
    rows.push(...page.data);
  }
  return { ...page, data: rows };
}

/** Reads pages by the index of their first row, and joins them. */
export function collectAt<P extends { data: readonly unknown[]; meta: { hasMore: boolean } }>(
  readPage: (query: { readonly limit: number; readonly offset: number }) => Promise<P>,
  most: number,
): Promise<P> {
  const limit = Math.min(most, limits.maxPageSize);
  return collectPages(async (cursor) => {
    const offset = Number(cursor ?? 0);
    const page = await readPage({ limit, offset });
    const next = page.meta.hasMore ? { nextCursor: String(offset + page.data.length) } : {};
    return { ...page, meta: { ...page.meta, ...next } };
  }, most);
}
