/** A page of a list, with the cursor of the next one. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly nextCursor: string | null };
}

/** Reads pages of a list until it ends or there are so many rows. */
export async function collectPages<Row>(
  readPage: (cursor: string | undefined) => Promise<Page<Row>>,
  most: number,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; rows.length < most && cursor !== null; ) {
    const { data, meta }: Page<Row> = await readPage(cursor);
    rows.push(...data);
    cursor = meta.nextCursor;
  }
  return rows;
}
