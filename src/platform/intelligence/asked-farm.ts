import { validationFailed } from '../../model/errors.ts';
import { isLanguage, type Language } from '../../model/languages.ts';
import type { Operation, RouteOperation } from '../../model/operation.ts';
import { operations } from '../../model/operations.ts';
import { farms } from '../../model/resources/farms.ts';
import type { Connection } from '../../storage/database.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import type { Scope } from '../../storage/records/scope.ts';
import { findOrganisation } from '../../storage/system/organisations.ts';
import { loadLanguage } from '../../texts/load-language.ts';
import type { Speaker } from '../../texts/render-message.ts';
import { scopeOf } from '../access/actor.ts';
import { scopeOfFarm } from '../farms/visible-farms.ts';
import type { Call } from '../requests/call.ts';
import { operationParameters, type ParameterValues } from '../requests/operation-parameters.ts';

/** What a question about one farm is about, and how it is answered. */
export interface AskedFarm {
  readonly farmId: string;
  /** The farm alone. */
  readonly scope: Scope;
  readonly speaker: Speaker;
  readonly parameters: ParameterValues;
}

/** Reads which farm a question is about; the only one the key sees where it names none. */
export async function askedFarm(
  connection: Connection,
  operationId: string,
  call: Call,
): Promise<AskedFarm> {
  call.subject.resource = operationId;
  const parameters = operationParameters(findOperation(operationId), call);
  const named = parameters['farmId'] as string | undefined;
  const farmId = named ?? (await onlyFarm(connection, scopeOf(call.actor)));
  const scope = await scopeOfFarm(connection, scopeOf(call.actor), farmId);
  call.subject.farmId = farmId;
  const speaker = await speakerOf(connection, call, parameters['lang']);
  return { farmId, scope, speaker, parameters };
}

/** The declaration of an operation of the platform API. */
export function findOperation(operationId: string): RouteOperation {
  const found = (operations as readonly Operation[]).find((one) => one.operationId === operationId);
  if (found?.kind !== 'route') throw new Error(`${operationId} is no operation of its own`);
  return found;
}

/** The language asked for, else the organisation's, else English. */
export async function speakerOf(
  connection: Connection,
  call: Call,
  asked: unknown,
): Promise<Speaker> {
  if (typeof asked === 'string' && isLanguage(asked)) return loadLanguage(asked);
  const organisation = await findOrganisation(connection, call.actor.orgId);
  return loadLanguage(spoken(organisation?.language));
}

function spoken(language: string | undefined): Language {
  return language !== undefined && isLanguage(language) ? language : 'en';
}

const SHOWN_FARMS = 20;

async function onlyFarm(connection: Connection, scope: Scope): Promise<string> {
  const rows = await listRows(connection, farms, {
    scope,
    conditions: [],
    order: 'name',
    direction: 'asc',
    limit: SHOWN_FARMS,
    offset: 0,
  });
  const ids = rows.map((row) => (JSON.parse(row) as { id: string }).id);
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return only;
  const hint = only === undefined ? 'the key sees no farm' : `such as ${only}`;
  throw validationFailed([
    {
      path: 'farmId',
      code: 'required',
      message: `farmId is required, since the key does not see exactly one farm; ${hint}.`,
      ...(only === undefined ? {} : { allowed: ids }),
    },
  ]);
}
