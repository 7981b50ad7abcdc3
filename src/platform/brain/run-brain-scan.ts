import { brainRoutes } from '../../model/brain-routes.ts';
import { FarmError } from '../../model/errors.ts';
import { reference } from '../../model/fields.ts';
import { limits } from '../../model/limits.ts';
import type { StoredOf } from '../../model/registry.ts';
import type { NamedField } from '../../model/resource-fields.ts';
import { farms } from '../../model/resources/farms.ts';
import { parseFields } from '../../model/validation.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { findKeptAnswer } from '../../storage/system/idempotency.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { requireScope, scopeOf } from '../access/actor.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { WriteWork } from '../requests/execute-write.ts';
import { operationParameters } from '../requests/operation-parameters.ts';
import type { Runtime } from '../runtime.ts';
import type { FarmScan } from './farm-scan.ts';
import { noteFailedScan } from './note-failed-scan.ts';
import { scanFarm } from './scan-farm.ts';

/** Told of every farm or rule that failed. */
export type ReportScanFailure = (farmId: string, what: string, error: unknown) => void;

interface FailedScan {
  readonly farmId: string;
  readonly error: { readonly message: string };
}

const [scanRoute] = brainRoutes;
const FIELDS: readonly NamedField[] = [['farmId', reference('farms')]];
const HOUR_MILLIS = 3_600_000;

/**
 * `POST /os/brain/scan`: looks through one farm, or all that the key sees, one transaction each;
 * what is returned keeps the answer. A repeated request is given the first answer and scans nothing.
 */
export async function runBrainScan(
  runtime: Runtime,
  call: Call,
  input: { readonly body: () => unknown; readonly reportFailure: ReportScanFailure },
): Promise<WriteWork> {
  call.subject.resource = scanRoute.operationId;
  requireScope(call.actor, scanRoute.scope);
  operationParameters({}, call);
  const { farmId } = parseFields(FIELDS, input.body(), { zone: 'UTC' }) as {
    readonly farmId?: string;
  };
  if (await isAnswered(runtime, call)) return async () => jsonAnswer({});
  const answer =
    farmId === undefined
      ? await scanAll(runtime, call, input.reportFailure)
      : await scanOne(runtime, { call, farmId }, input.reportFailure);
  return async () => answer;
}

async function isAnswered({ database, clock }: Runtime, call: Call): Promise<boolean> {
  if (!call.idempotency) return false;
  const since = formatInstant(clock.now() - limits.idempotencyHours * HOUR_MILLIS);
  const { key: idempotencyKey } = call.idempotency;
  const { keyId } = call.actor;
  return (await findKeptAnswer(database, { keyId, idempotencyKey, since })) !== undefined;
}

async function scanOne(
  runtime: Runtime,
  { call, farmId }: { readonly call: Call; readonly farmId: string },
  reportFailure: ReportScanFailure,
): Promise<Answer> {
  const scope = scopeOf(call.actor);
  const row = await findRow(runtime.database, farms, { id: farmId, scope });
  if (row === undefined) {
    throw new FarmError('farm_forbidden', {
      message: 'farmId names no farm that the key may touch.',
    });
  }
  call.subject.farmId = farmId;
  const scan = await scanFarm(runtime, orderOf(call, farmId, reportFailure));
  return jsonAnswer({ scans: [scan], failed: [] });
}

async function scanAll(
  runtime: Runtime,
  call: Call,
  reportFailure: ReportScanFailure,
): Promise<Answer> {
  const scans: FarmScan[] = [];
  const failed: FailedScan[] = [];
  for (const farmId of await listFarms(runtime, call)) {
    const order = orderOf(call, farmId, reportFailure);
    try {
      scans.push(await scanFarm(runtime, order));
    } catch (error) {
      reportFailure(farmId, 'scan', error);
      await noteFailedScan(runtime, order, error).catch(() => {});
      failed.push({ farmId, error: { message: 'The farm could not be looked through.' } });
    }
  }
  return jsonAnswer({ scans, failed });
}

async function listFarms({ database }: Runtime, call: Call): Promise<readonly string[]> {
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

function orderOf(call: Call, farmId: string, reportFailure: ReportScanFailure) {
  const { actor, at, requestId } = call;
  const began = call.elapsedMillis();
  return {
    orgId: actor.orgId,
    farmId,
    at,
    kind: 'full',
    trigger: 'api',
    elapsedMillis: () => call.elapsedMillis() - began,
    requestId,
    keyId: actor.keyId,
    onFailure: (what: string, error: unknown) => reportFailure(farmId, what, error),
  } as const;
}
