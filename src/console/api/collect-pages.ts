/** A page of a list, with the cursor of the next one; without one on the last page. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly nextCursor?: string };
}

/** Reads pages of a list until it ends or there are so many rows. */
export async function collectPages<Row>(
  readPage: (cursor: string | undefined) => Promise<Page<Row>>,
  most: number,
): Promise<readonly Row[]> {
  const { data, meta } = await readPage(undefined);
  const rows = [...data];
  for (let { nextCursor } = meta; nextCursor !== undefined && rows.length < most; ) {
    const page: Page<Row> = await readPage(nextCursor);
    rows.push(...page.data);
    nextCursor = page.meta.nextCursor;
  }
  return rows;
}
