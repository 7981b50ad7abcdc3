import { loadLanguage } from '../../i18n/load-language.ts';
import type { Translator } from '../../i18n/render-message.ts';
import { validationFailed } from '../../model/core/errors.ts';
import { isLanguage, type Language } from '../../model/core/message.ts';
import { farms } from '../../model/resources/farms.ts';
import { type RouteId, routeOf } from '../../model/routes/route-table.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { scopeOf } from './actor.ts';
import { operationParameters, type ParameterValues } from './admission.ts';
import type { RequestContext } from './request-context.ts';

/** The farm of a question, and the language of the answer. */
export interface RequestedFarm {
  readonly farmId: string;
  /** The caller's whole scope. */
  readonly scope: Scope;
  readonly parameters: ParameterValues;
}

/** The farm of a question; the key's only farm when none is named. */
export async function requestedFarm(
  connection: Connection,
  operationId: RouteId,
  call: RequestContext,
): Promise<RequestedFarm> {
  const parameters = operationParameters(routeOf(operationId), call);
  const requestedFarmId = parameters['farmId'] as string | undefined;
  const scope = scopeOf(call.actor);
  const farmId = requestedFarmId ?? (await onlyFarm(connection, scope));
  call.subject.farmId = farmId;
  return { farmId, scope, parameters };
}

/** The requested language, else that of the organisation, else English. */
export function translatorOf(
  requested: unknown,
  language: string | undefined,
): Promise<Translator> {
  const supported = [requested, language].find(
    (candidate) => typeof candidate === 'string' && isLanguage(candidate),
  );
  return loadLanguage((supported as Language | undefined) ?? 'en');
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
  const [onlyId] = ids;
  if (onlyId !== undefined && ids.length === 1) return onlyId;
  const hint = onlyId === undefined ? 'the key sees no farm' : `such as ${onlyId}`;
  throw validationFailed([
    {
      path: 'farmId',
      code: 'required',
      message: `farmId is required, since the key does not see exactly one farm; ${hint}.`,
      ...(onlyId === undefined ? {} : { allowed: ids }),
    },
  ]);
}
