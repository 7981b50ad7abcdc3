import { dueScan } from '../../farming/alert-rules/evaluate-farm.ts';
import { FarmError } from '../../model/core/errors.ts';
import { reference } from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import type { NamedField } from '../../model/core/resource.ts';
import { agentRuns } from '../../model/resources/agent-runs.ts';
import { farms } from '../../model/resources/farms.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { parseFields } from '../../model/validation/validation.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { findLastScans } from '../../storage/system/farm-scans.ts';
import { listOrganisations } from '../../storage/system/organisations.ts';
import { findStoredAnswer } from '../../storage/system/request-state.ts';
import { formatInstant, HOUR_MILLIS } from '../../tools/calendar.ts';
import type { WriteWork } from '../audit/audited-requests.ts';
import { scopeOf, systemActor } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import {
  everyFarm,
  loadOrganisationSetup,
  type OrganisationSetup,
} from '../core/organisation-setup.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import type { ChangedFarm, Runtime } from '../core/runtime.ts';
import { insertRecord } from '../records/write-record.ts';
import { scanFarm } from './scan-farm.ts';
import type { FarmScan, ScanOrder } from './scan-reports.ts';

/** Options of a round of farm scans. */
export interface RoundOptions {
  readonly signal?: AbortSignal;
  readonly monotonicMillis: () => number;
  /** Called for every farm or rule that failed. */
  readonly onFailure: (farmId: string, task: string, error: unknown) => void;
}

/**
 * Number of farms scanned concurrently. PostgreSQL reads one farm while this process evaluates
 * another; SQLite has a single writer.
 */
const FARMS_AT_ONCE = { sqlite: 1, postgres: 4 };

/**
 * Scans all farms of all organisations that are due by their own schedule; a failing farm does not
 * stop the others. Returns the scans made.
 */
export async function scanDueFarms(
  runtime: Runtime,
  options: RoundOptions,
): Promise<readonly FarmScan[]> {
  const { database } = runtime;
  const scans: FarmScan[] = [];
  for (const { id: orgId } of await listOrganisations(database)) {
    const setup = await loadOrganisationSetup(database, orgId);
    const farmIds = everyFarm(database, orgId);
    const work = async () => {
      for await (const farmId of farmIds) {
        if (options.signal?.aborted) return;
        const kindOf = (now: number) => dueKind(runtime, { orgId, farmId, setup }, now);
        const scan = await visit(runtime, { orgId, farmId, kindOf }, options);
        if (scan) scans.push(scan);
      }
    };
    await Promise.all(Array.from({ length: FARMS_AT_ONCE[database.dialect.name] }, work));
  }
  return scans;
}

/** Evaluates all rules for a changed farm, regardless of its last scan. */
export async function evaluateChangedFarm(
  runtime: Runtime,
  farm: ChangedFarm,
  options: RoundOptions,
): Promise<void> {
  if (options.signal?.aborted) return;
  await visit(runtime, { ...farm, kindOf: async () => 'rules' }, options);
}

/** Evaluates a farm before it is read: completely when a scan is due, else only by the rules. */
export async function evaluateReadFarm(
  runtime: Runtime,
  farm: ChangedFarm,
  options: RoundOptions,
): Promise<void> {
  const kindOf = async (now: number) => {
    const setup = await loadOrganisationSetup(runtime.database, farm.orgId);
    const due = await dueKind(runtime, { ...farm, setup }, now);
    return due === 'air' ? 'rules' : due;
  };
  await visit(runtime, { ...farm, kindOf }, options);
}

type Visit = ChangedFarm & {
  readonly kindOf: (now: number) => Promise<ScanOrder['kind']>;
};

async function visit(
  runtime: Runtime,
  { orgId, farmId, kindOf }: Visit,
  { monotonicMillis, onFailure }: RoundOptions,
): Promise<FarmScan | undefined> {
  const startedAt = monotonicMillis();
  const order = {
    orgId,
    farmId,
    at: runtime.clock.now(),
    trigger: 'schedule',
    elapsedMillis: () => monotonicMillis() - startedAt,
    onFailure: (task: string, error: unknown) => onFailure(farmId, task, error),
  } as const;
  let kind: ScanOrder['kind'] = 'air';
  try {
    kind = await kindOf(order.at);
    return await scanFarm(runtime, { ...order, kind });
  } catch (error) {
    onFailure(farmId, 'scan', error);
    // Failing to record the failed scan must not hide the original error.
    await recordFailedScan(runtime, { ...order, kind }, error).catch(() => {});
    return undefined;
  }
}

async function dueKind(
  { database }: Runtime,
  farm: { readonly orgId: string; readonly farmId: string; readonly setup: OrganisationSetup },
  now: number,
): Promise<ScanOrder['kind']> {
  const { orgId, farmId, setup } = farm;
  const scope = { orgId, farmIds: 'all' } as const;
  const [last, row] = await Promise.all([
    findLastScans(database, { orgId, farmId }),
    findRow(database, farms, { id: farmId, scope }),
  ]);
  const place = row === undefined ? undefined : (JSON.parse(row) as StoredOf<'farms'>);
  const zone = setup.zoneOf(place ?? { latitude: null, longitude: null });
  return dueScan({ ...last, now, zone, thresholds: setup.thresholds });
}

/** Called for every farm or rule that failed. */
export type ReportScanFailure = (farmId: string, task: string, error: unknown) => void;

interface FailedScan {
  readonly farmId: string;
  readonly error: { readonly message: string };
}

const FIELDS: readonly NamedField[] = [['farmId', reference('farms')]];

/**
 * `POST /os/brain/scan`: scans one farm, or all farms visible to the key, in one transaction each;
 * the returned function stores the answer. A repeated request gets the first answer without another
 * scan.
 */
export async function runBrainScan(
  runtime: Runtime,
  call: RequestContext,
  input: { readonly body: () => unknown; readonly reportFailure: ReportScanFailure },
): Promise<WriteWork> {
  operationParameters({}, call);
  const { farmId } = parseFields(FIELDS, input.body(), { zone: 'UTC' }) as {
    readonly farmId?: string;
  };
  if (await isAnswered(runtime, call)) return async () => jsonResult({});
  const answer =
    farmId === undefined
      ? await scanAll(runtime, call, input.reportFailure)
      : await scanOne(runtime, { call, farmId }, input.reportFailure);
  return async () => answer;
}

async function isAnswered({ database, clock }: Runtime, call: RequestContext): Promise<boolean> {
  if (!call.idempotency) return false;
  const since = formatInstant(clock.now() - limits.idempotencyHours * HOUR_MILLIS);
  const { key: idempotencyKey } = call.idempotency;
  const { keyId } = call.actor;
  return (await findStoredAnswer(database, { keyId, idempotencyKey, since })) !== undefined;
}

async function scanOne(
  runtime: Runtime,
  { call, farmId }: { readonly call: RequestContext; readonly farmId: string },
  reportFailure: ReportScanFailure,
): Promise<Result> {
  const scope = scopeOf(call.actor);
  const row = await findRow(runtime.database, farms, { id: farmId, scope });
  if (row === undefined) {
    throw new FarmError('farm_forbidden', {
      message: 'farmId names no farm that the key may touch.',
    });
  }
  call.subject.farmId = farmId;
  const scan = await scanFarm(runtime, orderOf(call, farmId, reportFailure));
  return jsonResult({ scans: [scan], failed: [] });
}

async function scanAll(
  runtime: Runtime,
  call: RequestContext,
  reportFailure: ReportScanFailure,
): Promise<Result> {
  const scans: FarmScan[] = [];
  const failed: FailedScan[] = [];
  for (const farmId of await listFarms(runtime, call)) {
    const order = orderOf(call, farmId, reportFailure);
    try {
      scans.push(await scanFarm(runtime, order));
    } catch (error) {
      reportFailure(farmId, 'scan', error);
      await recordFailedScan(runtime, order, error).catch(() => {});
      failed.push({ farmId, error: { message: 'The farm could not be looked through.' } });
    }
  }
  return jsonResult({ scans, failed });
}

async function listFarms({ database }: Runtime, call: RequestContext): Promise<readonly string[]> {
  const rows = await listRows(database, farms, {
    scope: scopeOf(call.actor),
    conditions: [],
    order: 'name',
    direction: 'asc',
    limit: limits.brainScanFarms + 1,
    offset: 0,
  });
  if (rows.length > limits.brainScanFarms) {
    throw new FarmError('action_refused', {
      code: 'too_many_farms',
      message: `The key sees more than ${limits.brainScanFarms} farms; name one with farmId.`,
    });
  }
  return rows.map((row) => (JSON.parse(row) as StoredOf<'farms'>).id);
}

function orderOf(call: RequestContext, farmId: string, reportFailure: ReportScanFailure) {
  const { actor, at, requestId } = call;
  const startedAt = call.elapsedMillis();
  return {
    orgId: actor.orgId,
    farmId,
    at,
    kind: 'full',
    trigger: 'api',
    elapsedMillis: () => call.elapsedMillis() - startedAt,
    requestId,
    keyId: actor.keyId,
    language: call.language,
    onFailure: (task: string, error: unknown) => reportFailure(farmId, task, error),
  } as const;
}

/** Records a scan that failed as a whole among the agent runs; the error itself is only logged. */
function recordFailedScan(runtime: Runtime, order: ScanOrder, error: unknown): Promise<void> {
  const { orgId, farmId, kind, at, trigger, requestId, keyId } = order;
  const durationMs = Math.round(order.elapsedMillis());
  return runtime.database.transaction(async (transaction) => {
    const call = { actor: systemActor(orgId, 'brain'), at };
    const context = await writeContext(runtime, transaction, { call, farmId });
    const values = {
      kind: 'brain_scan',
      trigger,
      status: 'failed',
      input: { kind },
      error: error instanceof Error ? error.name : 'unknown',
      durationMs,
      requestId: requestId ?? null,
      keyId: keyId ?? null,
      startedAt: formatInstant(at),
      finishedAt: formatInstant(at + durationMs),
    };
    await insertRecord(agentRuns, { values, farmId }, context);
  });
}
