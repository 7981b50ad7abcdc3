import { CAMERAS_PARTS, camerasOf } from '../../farming/vision/cameras.ts';
import { FarmError, type Issue, validationFailed } from '../../model/core/errors.ts';
import { devices } from '../../model/resources/devices.ts';
import { integrations } from '../../model/resources/integrations.ts';
import { parseCreate } from '../../model/validation/validation.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { findEqualRow, findRow } from '../../storage/records/find-rows.ts';
import { findUnclaimedEvents } from '../../storage/records/vision-events.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { CAMERA_KIND, issueCameraToken } from '../access/credentials.ts';
import { recordChanges } from '../activity/row-history.ts';
import { scopeOf } from '../core/actor.ts';
import { lockRules } from '../core/lock-order.ts';
import {
  jsonResult,
  type RequestContext,
  type Result,
  scopeOfFarm,
  singleParameter,
  unknownParameterIssues,
} from '../core/request-context.ts';
import { requestedFarm, translatorOf } from '../core/requested-farm.ts';
import { writeContext } from '../core/resource-rules.ts';
import { maskSecrets, storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { renderAnswerBody } from '../core/typed-fixes.ts';
import { loadFarmSnapshot } from '../intelligence/farm-snapshot.ts';
import { findOnlyFarm, parseWith, resolveParents } from '../records/create-record.ts';
import { insertRecord } from '../records/write-record.ts';

type Body = Readonly<Record<string, unknown>>;

/** `POST /os/cameras/adopt`: registers a camera for a source that sends unregistered data. */
export async function adoptCamera(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: RequestContext; readonly body: () => unknown },
): Promise<Result> {
  const { call } = input;
  const body = input.body();
  const fields = isRecord(body) ? body : {};
  const { farmId, scope } = await farmOf(transaction, call, fields);
  call.subject.farmId = farmId;
  const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
  const { source, ...values } = await readBody(transaction, scope, { fields, farmId, context });
  await lockRules(context);
  const unclaimed = await findUnclaimedEvents(transaction, { orgId: scope.orgId, farmId, source });
  await requireUnclaimed(transaction, scope, source);
  if (!unclaimed) throw unknownSource(source);
  const camera = { ...values, barnId: values.barnId ?? unclaimed.barnId, sourceKey: source };
  const record = await insertRecord(devices, { values: camera, farmId }, context);
  call.subject.rowId = record.id;
  const { events, firstSeen, lastSeen } = unclaimed;
  const location = `/v1/platform/devices/${record.id}`;
  const adopted = { device: JSON.parse(record.json), events, firstSeen, lastSeen };
  return jsonResult(adopted, { status: 201, headers: { location } });
}

/**
 * The farm of the body or the query, else the only one of the caller, with the scope narrowed to
 * it.
 */
async function farmOf(
  transaction: Transaction,
  { actor, query }: RequestContext,
  body: Body,
): Promise<{ readonly farmId: string; readonly scope: Scope }> {
  const issues = unknownParameterIssues(['farmId'], query.parameters);
  if (issues.length > 0) throw validationFailed(issues);
  const scope = scopeOf(actor);
  const requestedFarmId = body['farmId'] ?? singleParameter(query.parameters, 'farmId');
  if (requestedFarmId !== undefined && typeof requestedFarmId !== 'string') {
    throw validationFailed([
      { path: 'farmId', code: 'wrong_type', message: 'farmId must be a text.' },
    ]);
  }
  const farmId = requestedFarmId || (await findOnlyFarm(transaction, scope));
  if (!farmId) {
    throw validationFailed([
      {
        path: 'farmId',
        code: 'required',
        message: 'farmId is required: the key sees several farms.',
      },
    ]);
  }
  return { farmId, scope: await scopeOfFarm(transaction, scope, farmId) };
}

async function readBody(
  transaction: Transaction,
  scope: Scope,
  {
    fields,
    farmId,
    context,
  }: {
    readonly fields: Body;
    readonly farmId: string;
    readonly context: Parameters<typeof parseCreate>[2];
  },
): Promise<{ readonly source: string; readonly barnId: unknown; readonly name: unknown }> {
  const { source, barnId, name } = fields;
  const parents = await resolveParents(transaction, devices, { body: { barnId }, scope, farmId });
  const missing: Issue[] =
    source === undefined || source === null || source === ''
      ? [{ path: 'source', code: 'required', message: 'source is required.' }]
      : [];
  const device = { kind: 'camera', sourceKey: source, barnId, name };
  const values = parseWith([...parents.issues, ...missing], () =>
    namingSource(() => parseCreate(devices, device, context)),
  );
  return {
    ...values,
    source: String(values['sourceKey']),
    barnId: values['barnId'] ?? null,
    name: values['name'] ?? values['sourceKey'],
  };
}

/** Issues of the device's `sourceKey` are reported for `source`. */
function namingSource<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FarmError) || !error.issues) throw error;
    throw validationFailed(
      error.issues.map((issue) =>
        issue.path === 'sourceKey'
          ? { ...issue, path: 'source', message: issue.message.replace('sourceKey', 'source') }
          : issue,
      ),
    );
  }
}

async function requireUnclaimed(
  transaction: Transaction,
  scope: Scope,
  source: string,
): Promise<void> {
  const existingId = await findEqualRow(transaction, devices, {
    scope,
    fields: { kind: 'camera', sourceKey: source },
    exceptId: '',
    exceptStatus: ['retired'],
  });
  if (existingId === undefined) return;
  throw new FarmError('conflict', {
    code: 'already_registered',
    message: `${JSON.stringify(source)} is already the source of the camera ${existingId} of this farm.`,
  });
}

function unknownSource(source: string): FarmError {
  return validationFailed([
    {
      path: 'source',
      code: 'not_found',
      message: `source: nothing has come from ${JSON.stringify(source)} that belongs to no camera.`,
    },
  ]);
}

/** `GET /os/cameras`: the complete cameras screen of a farm in one request. */
export async function readCameras({ database }: Runtime, call: RequestContext): Promise<Result> {
  const { farmId, scope } = await requestedFarm(database, 'getCameras', call);
  const input = { scope, farmId, now: call.at };
  const snapshot = await loadFarmSnapshot(database, input, CAMERAS_PARTS);
  const masked = snapshot.devices.map((device) => maskSecrets(devices, { ...device }));
  const translator = await translatorOf(call.language, snapshot.language);
  return jsonResult(renderAnswerBody(translator, camerasOf({ ...snapshot, devices: masked })));
}

/**
 * `POST /os/cameras/{integrationId}/token`: a new token, shown once; the old one stops working
 * immediately.
 */
export async function rotateCameraToken(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: RequestContext; readonly id: string },
): Promise<Result> {
  const { call, id } = input;
  const scope = scopeOf(call.actor);
  const json = id.includes('\0')
    ? undefined
    : await findRow(transaction, integrations, { id, scope, forUpdate: true });
  const before = json === undefined ? undefined : storedFromJson(json, scope.orgId);
  if (!before || before['kind'] !== CAMERA_KIND) {
    throw new FarmError('not_found', {
      message: 'There is no such camera connection, or the key may not see it.',
    });
  }
  if (before.farmId !== null) call.subject.farmId = before.farmId;
  const at = formatInstant(Math.max(call.at, Date.parse(before.updatedAt)));
  const integration = { ...before, version: before.version + 1, updatedAt: at };
  const issued = await issueCameraToken(runtime, transaction, { integration, now: call.at });
  const { actor, requestId } = call;
  await recordChanges(integrations, [{ before, after: issued.integration }], {
    runtime,
    transaction,
    actor,
    requestId,
  });
  const description = {
    integrationId: id,
    tokenPrefix: issued.integration.tokenPrefix,
    createdAt: formatInstant(call.at),
  };
  return {
    ...jsonResult({ ...description, cameraToken: issued.token }),
    replayBody: JSON.stringify(description),
  };
}
