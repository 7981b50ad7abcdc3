import sql from 'sql-template-tag';
import { agentRuns } from '../../model/resources/agent-runs.ts';
import type { Connection } from '../database.ts';
import { scopePredicate } from '../records/scope.ts';

/** How many questions of a key were put to a model since an instant, on all farms. */
export async function countModelQuestions(
  connection: Connection,
  asked: { readonly orgId: string; readonly keyId: string; readonly since: string },
): Promise<number> {
  const scope = { orgId: asked.orgId, farmIds: 'all' } as const;
  const counted = await connection.first<{ total: number | string }>(sql`
    select count(*) as total from agent_runs record
    where record.key_id = ${asked.keyId} and record.created_at >= ${asked.since}
      and record.model is not null and ${scopePredicate(agentRuns, scope)}`);
  return Number(counted?.total ?? 0);
}
