import { caseFileHash, FIRST_PREVIOUS_HASH } from '../../model/case-file.ts';
import { contentFault, parseCaseFile, rowDifferences } from '../../model/case-file-checks.ts';
import { limits } from '../../model/limits.ts';
import type { Connection } from '../../storage/database.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import { findCaseFileAt, type WholeCaseFile } from '../../storage/system/case-files.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { loadDossier } from './load-dossier.ts';
import { findOwnCaseFile } from './read-case-files.ts';

/** What can be wrong with the place of a case file in the chain. */
type ChainFault = 'previous_missing' | 'previous_differs' | 'next_differs';

/**
 * `GET /os/case-files/{id}/verify`: whether the content has its hash, the chain holds on both sides,
 * and the rows of today are those that were sealed.
 */
export async function verifyCaseFile(
  { database }: Runtime,
  call: Call,
  id: string,
): Promise<Answer> {
  const file = await findOwnCaseFile(database, call, id);
  const content = contentFault(file.content, file);
  const chain = await chainFault(database, file);
  const rows = await compareRows(database, file);
  return jsonAnswer({
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

/** The neighbours may be of farms that the key does not see; nothing of them is told. */
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
