import { type Issue, validationFailed } from '../../model/errors.ts';
import { type AuditQuery, listAuditEntries } from '../../storage/system/audit-log.ts';
import { requireScope, scopeOf } from '../access/actor.ts';
import { organisationZone } from '../farms/farm-zone.ts';
import { instantEdge } from '../records/instant-edge.ts';
import { readPage } from '../records/page.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';

const FILTERS = ['keyId', 'farmId', 'method', 'path', 'status', 'from', 'to'] as const;

/** `GET /os/audit`: the calls that the caller may see, the newest first. */
export async function listAudit(runtime: Runtime, call: Call): Promise<Answer> {
  call.subject.resource = 'audit';
  requireScope(call.actor, 'admin:*');
  const page = readPage(call.query.parameters, FILTERS);
  const zone = await organisationZone(runtime.database, call.actor.orgId);
  const filters = readFilters(new Map(call.query.parameters), zone);
  const query = { ...filters, ...page, scope: scopeOf(call.actor), ownKeyId: call.actor.keyId };
  const { entries, total } = await listAuditEntries(runtime.database, query);
  const { limit, offset } = page;
  const meta = { total, limit, offset, hasMore: offset + entries.length < total };
  return jsonAnswer({ data: entries.map(({ orgId: _, ...entry }) => entry), meta });
}

function readFilters(
  values: ReadonlyMap<string, string>,
  zone: string,
): Omit<AuditQuery, 'scope' | 'ownKeyId' | 'limit' | 'offset'> {
  const issues: Issue[] = [];
  const keyId = values.get('keyId');
  const farmId = values.get('farmId');
  const method = values.get('method')?.toUpperCase();
  const route = values.get('path');
  const status = statusOf(values.get('status'), issues);
  const from = instantEdge('from', values.get('from'), { zone, issues });
  const to = instantEdge('to', values.get('to'), { zone, issues });
  for (const [name, value] of values) {
    if (!value.includes('\0')) continue;
    issues.push({
      path: name,
      code: 'invalid_character',
      message: `${name} must not hold NUL bytes.`,
    });
  }
  if (issues.length > 0) throw validationFailed(issues);
  return {
    ...(keyId === undefined ? {} : { keyId }),
    ...(farmId === undefined ? {} : { farmId }),
    ...(method === undefined ? {} : { method }),
    ...(route === undefined ? {} : { route }),
    ...(status === undefined ? {} : { status }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function statusOf(value: string | undefined, issues: Issue[]): number | undefined {
  if (value === undefined) return undefined;
  if (/^[1-5]\d\d$/.test(value)) return Number(value);
  issues.push({
    path: 'status',
    code: 'wrong_type',
    message: 'status must be an HTTP status such as 403.',
  });
  return undefined;
}
