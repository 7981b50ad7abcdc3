import { isOpenAlert } from '../../farming/core/open-items.ts';
import {
  CASE_FILE_FORMAT,
  type CaseFileContent,
  type CaseFileHead,
  caseFileHash,
  caseFileText,
  contentFault,
  type DossierRow,
  FIRST_PREVIOUS_HASH,
  parseCaseFile,
  rowDifferences,
} from '../../model/case-file.ts';
import { FarmError, refused, validationFailed } from '../../model/core/errors.ts';
import { reference, text } from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import { alerts } from '../../model/resources/alerts.ts';
import { farms } from '../../model/resources/farms.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { regItems } from '../../model/resources/reg-items.ts';
import { dossier, getResource, type StoredOf } from '../../model/resources/registry.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import { missingReference } from '../../model/validation/field-values.ts';
import { parseFields } from '../../model/validation/validation.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import { narrowScope, type Scope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { countRows, listRowsByText } from '../../storage/records/list-rows.ts';
import {
  findCaseFile,
  findCaseFileAt,
  findCaseFileOf,
  findLastCaseFile,
  insertCaseFile,
  listCaseFiles,
  markSealed,
  type StoredCaseFile,
  type WholeCaseFile,
} from '../../storage/system/case-files.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { authorOf, scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { lockRules } from '../core/lock-order.ts';
import {
  jsonResult,
  type RequestContext,
  type Result,
  scopeOfFarm,
  scopeOfRequest,
} from '../core/request-context.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';

const flockField = reference('flocks', { required: true });
const FIELDS = [
  ['flockId', flockField],
  ['title', text(200, { required: true })],
] as const;

/**
 * `POST /os/case-files`: seals the dossier of a closed flock. Its rows are written to the case
 * file, whose hash is chained to that of the previous one; the rows become immutable.
 */
export async function sealFlock(
  runtime: Runtime,
  transaction: Transaction,
  { call, body }: { readonly call: RequestContext; readonly body: () => unknown },
): Promise<Result> {
  const scope = await scopeOfRequest(transaction, call);
  const input = parseFields(FIELDS, body(), { zone: 'UTC' });
  const { flockId, title } = input as { readonly flockId: string; readonly title: string };
  // Serialised: each case file is chained to the previous one.
  await transaction.lock(`case-files ${scope.orgId}`);
  const { id, farmId, orgId } = await lockClosedFlock(transaction, scope, flockId);
  call.subject.farmId = farmId;
  const subject = { scope: narrowScope({ orgId, farmIds: 'all' }, farmId), flockId: id };
  await requireSealable(transaction, subject);
  await requireSettledAlerts(transaction, subject);
  const sealedAt = formatInstant(call.at);
  for (const definition of [alerts, regItems]) {
    await markSealed(transaction, definition, { ...subject, column: 'flock_id', at: sealedAt });
  }
  await markSealed(transaction, flocks, { ...subject, column: 'id', at: sealedAt });
  const last = await findLastCaseFile(transaction, orgId);
  const head: CaseFileHead = {
    id: runtime.ids.create('casefile'),
    number: (last?.number ?? 0) + 1,
    ...{ farmId, flockId: id, title, sealedAt },
    sealedBy: authorOf(call.actor),
    previousHash: last?.hash ?? FIRST_PREVIOUS_HASH,
  };
  const file = await writeOut(transaction, head, subject);
  call.subject.rowId = file.id;
  const location = `/v1/platform/os/case-files/${file.id}`;
  return jsonResult(describeCaseFile(file), { status: 201, headers: { location } });
}

/** The flock, locked against changes of it and of its rows. */
async function lockClosedFlock(
  transaction: Transaction,
  scope: Scope,
  flockId: string,
): Promise<StoredRow & { readonly farmId: string }> {
  const flock = await findFlock(transaction, scope, flockId);
  if (flock.farmId !== null) await lockRules({ transaction, farmId: flock.farmId });
  // Lock the farm first: deleting a farm locks it and then cascades to the flock.
  await findRow(transaction, farms, { id: String(flock.farmId), scope, forUpdate: true });
  const lockedFlock = await findFlock(transaction, scope, flockId, true);
  const { orgId, farmId } = lockedFlock;
  if (farmId === null) throw missingFlock(flockId);
  if (lockedFlock['sealed'] === true) {
    const caseFileId = await findCaseFileOf(transaction, {
      orgId,
      farmId,
      flockId: lockedFlock.id,
    });
    throw refused('sealed_case_file', `The flock is sealed already, in ${caseFileId}.`);
  }
  if (lockedFlock['status'] !== 'closed') {
    const message = `Only a closed flock can be sealed; this one is ${lockedFlock['status']}.`;
    throw refused('flock_not_closed', message);
  }
  return { ...lockedFlock, farmId };
}

async function findFlock(
  transaction: Transaction,
  scope: Scope,
  id: string,
  forUpdate = false,
): Promise<StoredRow> {
  const json = await findRow(transaction, flocks, { id, scope, forUpdate });
  if (json === undefined) throw missingFlock(id);
  return storedFromJson(json, scope.orgId);
}

function missingFlock(id: string) {
  return validationFailed([missingReference('flockId', flockField, id)]);
}

async function writeOut(
  transaction: Transaction,
  head: CaseFileHead,
  subject: { readonly scope: Scope; readonly flockId: string },
): Promise<WholeCaseFile> {
  const rows = await loadDossier(transaction, subject);
  const content: CaseFileContent = { format: CASE_FILE_FORMAT, caseFile: head, rows };
  const written = caseFileText(content);
  const file: WholeCaseFile = {
    ...head,
    orgId: subject.scope.orgId,
    counts: Object.fromEntries(Object.entries(rows).map(([name, own]) => [name, own.length])),
    hash: caseFileHash(written),
    content: written,
  };
  await insertCaseFile(transaction, file);
  return file;
}

/** The rows of a case file as stored, by resource, ordered by ID. */
export type DossierRows = Readonly<Record<string, readonly DossierRow[]>>;

/** Reads a flock and all rows of its case file; empty resources are included. */
async function loadDossier(
  connection: Connection,
  { scope, flockId }: { readonly scope: Scope; readonly flockId: string },
): Promise<DossierRows> {
  const flock = await findRow(connection, flocks, { id: flockId, scope });
  const rows: Record<string, readonly DossierRow[]> = {
    flocks: flock === undefined ? [] : [JSON.parse(flock)],
  };
  for (const name of dossier) {
    const texts = [flockId];
    const alertRows = await listRowsByText(connection, getResource(name), {
      ...{ scope, field: 'flockId', texts },
    });
    rows[name] = alertRows.map((row) => JSON.parse(row) as DossierRow);
  }
  return rows;
}

/** Throws `case_file_too_large` when a flock has more rows than a case file may contain. */
async function requireSealable(
  connection: Connection,
  { scope, flockId }: { readonly scope: Scope; readonly flockId: string },
): Promise<void> {
  let total = 1;
  for (const name of dossier) {
    total += await countRows(connection, getResource(name), {
      scope,
      conditions: [{ field: 'flockId', operator: '=', value: flockId }],
      order: 'id',
      direction: 'asc',
      limit: 1,
      offset: 0,
    });
  }
  if (total <= limits.caseFileRows) return;
  throw refused(
    'case_file_too_large',
    `The flock has ${total} rows; a case file holds ${limits.caseFileRows}.`,
  );
}

const MOST_NAMED = 5;

/** Throws `open_alerts` when a flock has open alerts, which cannot be resolved after sealing. */
async function requireSettledAlerts(
  connection: Connection,
  { scope, flockId }: { readonly scope: Scope; readonly flockId: string },
): Promise<void> {
  const query = { scope, field: 'flockId', texts: [flockId] } as const;
  const flockAlerts = await listRowsByText(connection, alerts, query);
  const open = flockAlerts.map((row) => JSON.parse(row) as StoredOf<'alerts'>).filter(isOpenAlert);
  if (open.length === 0) return;
  const listedIds = open.slice(0, MOST_NAMED).map(({ id }) => id);
  if (open.length > listedIds.length) listedIds.push('…');
  throw refused(
    'open_alerts',
    `Alerts of the flock that are neither resolved nor dismissed: ${open.length} (${listedIds.join(', ')}).`,
  );
}

/** A case file in answers, without its content. */
function describeCaseFile(file: StoredCaseFile) {
  const { id, number, farmId, flockId, title, sealedAt, sealedBy, counts } = file;
  const { previousHash, hash } = file;
  const head = { id, number, farmId, flockId, title, sealedAt, sealedBy };
  return { ...head, counts, previousHash, hash };
}

const LONGEST_ID = 80;

/** `GET /os/case-files`: the case files of the farms visible to the key, newest first. */
export async function readCaseFiles({ database }: Runtime, call: RequestContext): Promise<Result> {
  const parameters = operationParameters(routeOf('listCaseFiles'), call);
  const farmId = parameters['farmId'] as string | undefined;
  const flockId = parameters['flockId'] as string | undefined;
  const scope = await scopeOfFarm(database, scopeOf(call.actor), farmId);
  if (farmId !== undefined) call.subject.farmId = farmId;
  const limit = Number(parameters['limit']);
  const offset = Number(parameters['offset']);
  const page = { scope, limit, offset, ...(flockId === undefined ? {} : { flockId }) };
  const { files, total } = await listCaseFiles(database, page);
  const hasMore = offset + files.length < total;
  return jsonResult({ data: files.map(describeCaseFile), meta: { total, limit, offset, hasMore } });
}

/** `GET /os/case-files/{id}`: a case file with its content, as the exact text that was hashed. */
export async function readCaseFile(
  { database }: Runtime,
  call: RequestContext,
  id: string,
): Promise<Result> {
  const file = await findOwnCaseFile(database, call, id);
  const head = JSON.stringify(describeCaseFile(file));
  return { status: 200, headers: {}, body: `${head.slice(0, -1)},"content":${file.content}}` };
}

/** The case file of a path; throws `not_found` alike for missing and foreign ones. */
async function findOwnCaseFile(
  connection: Connection,
  call: RequestContext,
  id: string,
): Promise<WholeCaseFile> {
  const scope = await scopeOfRequest(connection, call);
  const isPossible = id.length <= LONGEST_ID && !id.includes('\0');
  const file = isPossible ? await findCaseFile(connection, scope, id) : undefined;
  if (!file) throw new FarmError('not_found');
  call.subject.farmId = file.farmId;
  return file;
}

/** Faults in the chain links of a case file. */
type ChainFault = 'previous_missing' | 'previous_differs' | 'next_differs';

/**
 * `GET /os/case-files/{id}/verify`: checks that the content matches its hash, that the chain is
 * intact on both sides, and that the current rows equal the sealed ones.
 */
export async function verifyCaseFile(
  { database }: Runtime,
  call: RequestContext,
  id: string,
): Promise<Result> {
  const file = await findOwnCaseFile(database, call, id);
  const content = contentFault(file.content, file);
  const chain = await chainFault(database, file);
  const rows = await compareRows(database, file);
  return jsonResult({
    id: file.id,
    ok: content === null && chain === null && rows.ok,
    checkedAt: formatInstant(call.at),
    hash: file.hash,
    checks: {
      content: { ok: content === null, fault: content },
      chain: { ok: chain === null, fault: chain },
      rows: { ok: rows.ok, checked: rows.checked, differing: rows.differences.length },
    },
    differences: rows.differences.slice(0, limits.caseFileDifferences),
  });
}

/** Neighbours may belong to farms that the key does not see, so only the fault is reported. */
async function chainFault(
  connection: Connection,
  { orgId, number, previousHash, content }: WholeCaseFile,
): Promise<ChainFault | null> {
  const next = await findCaseFileAt(connection, orgId, number + 1);
  if (next && next.previousHash !== caseFileHash(content)) return 'next_differs';
  if (number === 1) return previousHash === FIRST_PREVIOUS_HASH ? null : 'previous_differs';
  const previous = await findCaseFileAt(connection, orgId, number - 1);
  if (!previous) return 'previous_missing';
  return caseFileHash(previous.content) === previousHash ? null : 'previous_differs';
}

async function compareRows(connection: Connection, file: WholeCaseFile) {
  const { orgId, farmId, flockId } = file;
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const today = await loadDossier(connection, { scope, flockId });
  const sealed = parseCaseFile(file.content)?.rows;
  const differences = rowDifferences(sealed ?? {}, today);
  const checked = Object.values(today).reduce((total, rows) => total + rows.length, 0);
  return { ok: sealed !== undefined && differences.length === 0, checked, differences };
}
