import { caseFileRoutes } from '../../model/case-file-routes.ts';
import { FarmError } from '../../model/errors.ts';
import type { Connection } from '../../storage/database.ts';
import {
  findCaseFile,
  listCaseFiles,
  type WholeCaseFile,
} from '../../storage/system/case-files.ts';
import { requireScope, scopeOf } from '../access/actor.ts';
import { scopeOfFarm, scopeOfRequest } from '../farms/visible-farms.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import { operationParameters } from '../requests/operation-parameters.ts';
import type { Runtime } from '../runtime.ts';
import { describeCaseFile } from './describe-case-file.ts';

const [listing] = caseFileRoutes;
const LONGEST_ID = 80;

/** `GET /os/case-files`: the case files of the farms that the key sees, the newest first. */
export async function readCaseFiles({ database }: Runtime, call: Call): Promise<Answer> {
  call.subject.resource = 'case-files';
  requireScope(call.actor, listing.scope);
  const asked = operationParameters(listing, call);
  const farmId = asked['farmId'] as string | undefined;
  const flockId = asked['flockId'] as string | undefined;
  const scope = await scopeOfFarm(database, scopeOf(call.actor), farmId);
  if (farmId !== undefined) call.subject.farmId = farmId;
  const limit = Number(asked['limit']);
  const offset = Number(asked['offset']);
  const page = { scope, limit, offset, ...(flockId === undefined ? {} : { flockId }) };
  const { files, total } = await listCaseFiles(database, page);
  const hasMore = offset + files.length < total;
  return jsonAnswer({ data: files.map(describeCaseFile), meta: { total, limit, offset, hasMore } });
}

/** `GET /os/case-files/{id}`: a case file with its content, in the text of which the hash was taken. */
export async function readCaseFile({ database }: Runtime, call: Call, id: string): Promise<Answer> {
  const file = await findOwnCaseFile(database, call, id);
  const head = JSON.stringify(describeCaseFile(file));
  return { status: 200, headers: {}, body: `${head.slice(0, -1)},"content":${file.content}}` };
}

/** The case file of a path; throws `not_found` alike for a foreign one and a missing one. */
export async function findOwnCaseFile(
  connection: Connection,
  call: Call,
  id: string,
): Promise<WholeCaseFile> {
  call.subject.resource = 'case-files';
  call.subject.rowId = id;
  requireScope(call.actor, listing.scope);
  const scope = await scopeOfRequest(connection, call);
  const isPossible = id.length <= LONGEST_ID && !id.includes('\0');
  const file = isPossible ? await findCaseFile(connection, scope, id) : undefined;
  if (!file) throw new FarmError('not_found');
  call.subject.farmId = file.farmId;
  return file;
}
