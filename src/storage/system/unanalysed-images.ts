import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';

/** An image that nobody has analysed yet. */
export interface UnanalysedImage {
  readonly contentId: string;
  readonly mediaId: string;
  readonly orgId: string;
}

/** Images of all organisations that came since an instant and were not tried too often, oldest first. */
export async function listUnanalysed(
  connection: Connection,
  asked: { readonly since: string; readonly tries: number; readonly most: number },
): Promise<readonly UnanalysedImage[]> {
  const rows = await connection.all<{ id: string; media_id: string; org_id: string }>(sql`
    select content.id, content.media_id, content.org_id
    from media_contents content join media on media.id = content.media_id
    where content.variant = 'original' and content.kept_at >= ${asked.since}
      and content.dropped_at is null and content.analysis_tries < ${asked.tries}
      and content.mime_type like 'image/%'
      and media.deleted_at is null and media.analyzed_at is null
    order by content.kept_at, content.id limit ${asked.most}`);
  return rows.map(({ id, media_id: mediaId, org_id: orgId }) => ({
    contentId: id,
    mediaId,
    orgId,
  }));
}

/** Counts that the analysis of an image was begun, so that one that always fails is given up. */
export async function countAnalysisTry(connection: Connection, contentId: string): Promise<void> {
  await connection.run(sql`
    update media_contents set analysis_tries = analysis_tries + 1 where id = ${contentId}`);
}
