import type { AuditTrail } from '../audit/audit-trail.ts';
import type { Answer, Call } from './call.ts';

/** Runs a use case that changes nothing and notes the call in the audit log. */
export async function runRead<A extends Answer<string | Buffer>>(
  audit: AuditTrail,
  call: Call,
  work: () => Promise<A>,
): Promise<A> {
  const answer = await work();
  audit.note(call, { status: answer.status });
  return answer;
}
