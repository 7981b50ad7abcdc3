import {
  CASE_FILE_FORMAT,
  type CaseFileContent,
  type CaseFileHead,
  caseFileHash,
  caseFileText,
  FIRST_PREVIOUS_HASH,
} from '../../model/case-file.ts';
import { caseFileRoutes } from '../../model/case-file-routes.ts';
import { refused, validationFailed } from '../../model/errors.ts';
import { reference, text } from '../../model/fields.ts';
import { missingReference } from '../../model/missing-reference.ts';
import { alerts } from '../../model/resources/alerts.ts';
import { farms } from '../../model/resources/farms.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { regItems } from '../../model/resources/reg-items.ts';
import { parseFields } from '../../model/validation.ts';
import type { Transaction } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { narrowScope, type Scope } from '../../storage/records/scope.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import {
  findCaseFileOf,
  findLastCaseFile,
  insertCaseFile,
  markSealed,
  type WholeCaseFile,
} from '../../storage/system/case-files.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { authorOf, requireScope } from '../access/actor.ts';
import { scopeOfRequest } from '../farms/visible-farms.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { describeCaseFile } from './describe-case-file.ts';
import { loadDossier, requireSealable } from './load-dossier.ts';

const flockField = reference('flocks', { required: true });
const FIELDS = [
  ['flockId', flockField],
  ['title', text(200, { required: true })],
] as const;
const [, sealing] = caseFileRoutes;

/**
 * `POST /os/case-files`: seals the dossier of a closed flock. Its rows are written out, their hash
 * is chained to that of the case file before, and none of them changes any more.
 */
export async function sealFlock(
  runtime: Runtime,
  transaction: Transaction,
  { call, body }: { readonly call: Call; readonly body: () => unknown },
): Promise<Answer> {
  call.subject.resource = 'case-files';
  requireScope(call.actor, sealing.scope);
  const scope = await scopeOfRequest(transaction, call);
  const asked = parseFields(FIELDS, body(), { zone: 'UTC' });
  const { flockId, title } = asked as { readonly flockId: string; readonly title: string };
  // One after the other: each is chained to the one before.
  await transaction.lock(`case-files ${scope.orgId}`);
  const { id, farmId, orgId } = await holdClosedFlock(transaction, scope, flockId);
  call.subject.farmId = farmId;
  const subject = { scope: narrowScope({ orgId, farmIds: 'all' }, farmId), flockId: id };
  await requireSealable(transaction, subject);
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
  return jsonAnswer(describeCaseFile(file), { status: 201, headers: { location } });
}

/** The flock, held against every other change of it and of its rows. */
async function holdClosedFlock(
  transaction: Transaction,
  scope: Scope,
  flockId: string,
): Promise<StoredRow & { readonly farmId: string }> {
  const flock = await findFlock(transaction, scope, flockId);
  // The farm first: who deletes it holds it, and would take the flock along.
  await findRow(transaction, farms, { id: String(flock.farmId), scope, forUpdate: true });
  const held = await findFlock(transaction, scope, flockId, true);
  const { orgId, farmId } = held;
  if (farmId === null) throw missingFlock(flockId);
  if (held['sealed'] === true) {
    const caseFileId = await findCaseFileOf(transaction, { orgId, farmId, flockId: held.id });
    throw refused('sealed_case_file', `The flock is sealed already, in ${caseFileId}.`);
  }
  if (held['status'] !== 'closed') {
    const message = `Only a closed flock can be sealed; this one is ${held['status']}.`;
    throw refused('flock_not_closed', message);
  }
  return { ...held, farmId };
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
