import { FarmError, type Issue, validationFailed } from '../../model/core/errors.ts';
import type { Connection, Database } from '../../storage/core/database.ts';
import { findAuditMark } from '../../storage/system/audit-anchors.ts';
import {
  type AuditQuery,
  CHAIN_START,
  chainHash,
  hasAuditedCalls,
  listAuditEntries,
  listSealedEntries,
  listUnsealedIds,
} from '../../storage/system/audit-log.ts';
import { scopeOf } from '../core/actor.ts';
import { instantEdge, organisationZone } from '../core/farm-zone.ts';
import { readPage } from '../core/list-query.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import type { AnchorKeeper, KnownAnchors } from './anchors.ts';
import type { AuditTrail } from './audit-trail.ts';
import { UNRECORDED } from './audit-writer.ts';
import {
  type AuditProblem,
  type ChainExtent,
  compareAnchors,
  distinctAnchors,
  type GivenAnchors,
  parseGivenAnchors,
} from './compare-anchors.ts';

const ENTRIES_AT_ONCE = 1000;
const NOTHING_GIVEN: GivenAnchors = { anchors: [], publicKeys: [] };

/** Dependencies of audit log verification. */
export interface AuditTools {
  readonly trail: AuditTrail;
  readonly anchors: Pick<AnchorKeeper, 'known'>;
}

/** `GET /os/audit/verify`: verifies the hash chain and compares it with the known anchors. */
export async function verifyAudit(
  runtime: Runtime,
  call: RequestContext,
  tools: AuditTools,
): Promise<Result> {
  requireAuditor(call);
  return jsonResult(await verifyLog(runtime.database, tools, NOTHING_GIVEN));
}

/** `POST /os/audit/verify`: the same, including anchors supplied by the caller. */
export async function verifyAuditAgainst(
  runtime: Runtime,
  { call, body }: { readonly call: RequestContext; readonly body: () => unknown },
  tools: AuditTools,
): Promise<Result> {
  requireAuditor(call);
  return jsonResult(await verifyLog(runtime.database, tools, parseGivenAnchors(body())));
}

function requireAuditor(call: RequestContext): void {
  requireWholeOrganisation(call);
  readPage(call.query.parameters);
}

async function verifyLog(database: Database, tools: AuditTools, givenAnchors: GivenAnchors) {
  const { unsealed, unwritten } = await flushTrail(database, tools.trail);
  const knownAnchors = await tools.anchors.known();
  const { state, findings, problems } = await verifyAnchored(database, knownAnchors, givenAnchors);
  const ok = state.ok && problems.length === 0 && unsealed === 0 && unwritten === 0;
  const result = { ...state, ok, unsealed, unwritten, problems, anchors: findings };
  return withLostCommits(result, database);
}

/** Verifies the chain and compares it with anchors. */
export async function verifyAnchored(
  connection: Connection,
  knownAnchors: KnownAnchors,
  givenAnchors: GivenAnchors = NOTHING_GIVEN,
) {
  const anchors = distinctAnchors(knownAnchors, givenAnchors);
  const positions = new Set(anchors.map(({ position }) => position));
  const { state, extent } = await walkChain(connection, positions);
  const compared = compareAnchors(anchors, extent, { known: knownAnchors, given: givenAnchors });
  const isEmptied =
    state.checked === 0 && extent.start === 0 && (await hasAuditedCalls(connection));
  const problems = isEmptied ? [...compared.problems, LOG_EMPTY] : compared.problems;
  return { state, findings: compared.findings, problems };
}

const LOG_EMPTY: AuditProblem = {
  code: 'log_empty',
  message: 'The log has no sealed entry, although calls have changed rows of this database.',
};

/** The chain covers all farms and the whole service, so restricted keys are refused. */
function requireWholeOrganisation({ actor }: RequestContext): void {
  if (actor.farmIds === 'all') return;
  throw new FarmError('farm_forbidden', {
    message: 'The audit log is verified as a whole, with a key that is pinned to no farms.',
  });
}

/**
 * Writes and seals all queued entries. Returns the entries that could not be sealed and the calls
 * whose entries could not be written.
 */
async function flushTrail(
  connection: Connection,
  trail: AuditTrail,
): Promise<{ readonly unsealed: number; readonly unwritten: number }> {
  const before = await listUnsealedIds(connection);
  // The trail reports the error itself; its health shows the effect on the log.
  await trail.flush().catch(() => undefined);
  const after = new Set(await listUnsealedIds(connection));
  const { isFailing, waitingCalls, lostCalls } = trail.health();
  return {
    unsealed: before.filter((id) => after.has(id)).length,
    unwritten: lostCalls + (isFailing ? waitingCalls : 0),
  };
}

/** The result of verifying the chain. */
export interface ChainState {
  readonly ok: boolean;
  readonly checked: number;
  /** The first entry that differs from its sealed state. */
  readonly firstBroken: { readonly position: number; readonly id: string } | null;
  /** Entries that replace entries refused by the database. */
  readonly gaps: number;
  /** Entries pruned by the retention settings, if any, with the time of the last of them. */
  readonly pruned?: { readonly entries: number; readonly lastAt: string };
}

interface Walk {
  readonly state: ChainState;
  readonly extent: ChainExtent;
}

/** Recomputes every hash of the audit log, starting at the last pruned entry. */
async function walkChain(connection: Connection, positions: ReadonlySet<number>): Promise<Walk> {
  const mark = await findAuditMark(connection);
  const start = mark?.position ?? 0;
  const startHash = mark?.hash ?? CHAIN_START;
  const prunedPart = mark ? { pruned: { entries: mark.position, lastAt: mark.at } } : {};
  const hashes = new Map<number, string>();
  let end = start;
  let gaps = 0;
  let firstBroken: ChainState['firstBroken'] = null;
  for await (const { entry, hash, position } of sealedEntries(connection, start, startHash)) {
    if (entry.position !== position || entry.hash !== hash) {
      firstBroken = { position, id: entry.id };
      break;
    }
    end = position;
    if (positions.has(position)) hashes.set(position, hash);
    if (entry.code === UNRECORDED) gaps += 1;
  }
  const ok = firstBroken === null;
  return {
    state: { ok, checked: end - start, firstBroken, gaps, ...prunedPart },
    extent: { start, startHash, end, isWhole: ok, hashes },
  };
}

/** The sealed entries, each with its expected position and hash. */
async function* sealedEntries(connection: Connection, start: number, startHash: string) {
  let position = start;
  let hash = startHash;
  for (;;) {
    const entries = await listSealedEntries(connection, {
      afterPosition: position,
      limit: ENTRIES_AT_ONCE,
    });
    if (entries.length === 0) return;
    for (const entry of entries) {
      position += 1;
      hash = chainHash(hash, entry);
      yield { entry, position, hash };
    }
  }
}

/** Acknowledged commits missing from the database, which the chain alone cannot reveal. */
export interface LostCommits {
  readonly lostCommits?: { readonly commits: number; readonly lastAcknowledgedAt: string };
  /** Time since which the marker of earlier commits is missing, so that losses are unknown. */
  readonly unmarkedSince?: string;
}

/** Adds missing acknowledged commits to a result, which is then not ok. */
function withLostCommits<T extends { readonly ok: boolean }>(
  chain: T,
  { condition }: Pick<Database, 'condition'>,
): T & LostCommits {
  const loss = condition?.loss();
  const unmarkedSince = condition?.unmarkedSince();
  const unmarked = unmarkedSince === undefined ? {} : { unmarkedSince };
  if (!loss) return { ...chain, ...unmarked };
  const { commits, lastAcknowledgedAt } = loss;
  return { ...chain, ...unmarked, ok: false, lostCommits: { commits, lastAcknowledgedAt } };
}

const FILTERS = ['keyId', 'farmId', 'method', 'path', 'status', 'from', 'to'] as const;

/** `GET /os/audit`: the calls visible to the caller, newest first. */
export async function listAudit(runtime: Runtime, call: RequestContext): Promise<Result> {
  const page = readPage(call.query.parameters, FILTERS);
  const zone = await organisationZone(runtime.database, call.actor.orgId);
  const filters = readFilters(new Map(call.query.parameters), zone);
  const query = { ...filters, ...page, scope: scopeOf(call.actor), ownKeyId: call.actor.keyId };
  const { entries, total } = await listAuditEntries(runtime.database, query);
  const { limit, offset } = page;
  const meta = { total, limit, offset, hasMore: offset + entries.length < total };
  return jsonResult({ data: entries.map(({ orgId: _, ...entry }) => entry), meta });
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
