import { type Issue, validationFailed } from '../../model/errors.ts';
import type { Connection } from '../../storage/database.ts';
import {
  type AuditQuery,
  CHAIN_START,
  chainHash,
  listAuditEntries,
  listSealedEntries,
} from '../../storage/system/audit-log.ts';
import { findAuditMark } from '../../storage/system/audit-pruning.ts';
import { requireScope } from '../access/actor.ts';
import { organisationZone } from '../farms/farm-zone.ts';
import { instantEdge } from '../records/instant-edge.ts';
import { readPage } from '../records/page.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';

const FILTERS = ['keyId', 'farmId', 'method', 'path', 'status', 'from', 'to'] as const;
const ENTRIES_AT_ONCE = 1000;

/** `GET /os/audit`: the calls of the organisation, the newest first. */
export async function listAudit(runtime: Runtime, call: Call): Promise<Answer> {
  call.subject.resource = 'audit';
  requireScope(call.actor, 'admin:*');
  const page = readPage(call.query.parameters, FILTERS);
  const zone = await organisationZone(runtime.database, call.actor.orgId);
  const filters = readFilters(new Map(call.query.parameters), zone);
  const query = { ...filters, ...page, orgId: call.actor.orgId };
  const { entries, total } = await listAuditEntries(runtime.database, query);
  const { limit, offset } = page;
  const meta = { total, limit, offset, hasMore: offset + entries.length < total };
  return jsonAnswer({ data: entries.map(({ orgId: _, ...entry }) => entry), meta });
}

/** `GET /os/audit/verify`: walks the chain of hashes and says where it is broken, if it is. */
export async function verifyAudit(runtime: Runtime, call: Call): Promise<Answer> {
  call.subject.resource = 'audit';
  requireScope(call.actor, 'admin:*');
  readPage(call.query.parameters);
  return jsonAnswer(await verifyChain(runtime.database));
}

/** What a walk along the chain found. */
export interface ChainState {
  readonly ok: boolean;
  readonly checked: number;
  /** The first entry that is not what it was when it was sealed. */
  readonly firstBroken: { readonly position: number; readonly id: string } | null;
  /** The entries that were forgotten as settled, with when the last of them was made; if any were. */
  readonly pruned?: { readonly entries: number; readonly lastAt: string };
}

/** Computes every hash of the audit log anew, from where it was last pruned. */
export async function verifyChain(connection: Connection): Promise<ChainState> {
  const mark = await findAuditMark(connection);
  const start = mark?.position ?? 0;
  const pruned = mark ? { pruned: { entries: mark.position, lastAt: mark.at } } : {};
  let position = start;
  let hash = mark?.hash ?? CHAIN_START;
  for (;;) {
    const entries = await listSealedEntries(connection, {
      afterPosition: position,
      limit: ENTRIES_AT_ONCE,
    });
    if (entries.length === 0) {
      return { ok: true, checked: position - start, firstBroken: null, ...pruned };
    }
    for (const entry of entries) {
      hash = chainHash(hash, entry);
      const isWhole = entry.position === position + 1 && entry.hash === hash;
      if (!isWhole) {
        const firstBroken = { position: position + 1, id: entry.id };
        return { ok: false, checked: position - start, firstBroken, ...pruned };
      }
      position += 1;
    }
  }
}

function readFilters(
  values: ReadonlyMap<string, string>,
  zone: string,
): Omit<AuditQuery, 'orgId' | 'limit' | 'offset'> {
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
