import { evaluationWords } from '../../farming/automations/automation-words.ts';
import { figure } from '../../farming/core/figure.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { FarmError, validationFailed } from '../../model/core/errors.ts';
import { boolean, reference } from '../../model/core/fields.ts';
import type { NamedField } from '../../model/core/resource.ts';
import { automations } from '../../model/resources/automations.ts';
import { barns } from '../../model/resources/barns.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import { missingReference } from '../../model/validation/field-values.ts';
import { parseFields } from '../../model/validation/validation.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { WriteWork } from '../audit/audited-requests.ts';
import { scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { loadOrganisationSetup } from '../core/organisation-setup.ts';
import {
  jsonResult,
  type RequestContext,
  type Result,
  scopeOfFarm,
} from '../core/request-context.ts';
import { translatorOf } from '../core/requested-farm.ts';
import { writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { type AutomationFarm, loadAutomationFarm } from './automation-inputs.ts';
import { type AutomationRun, describePlan, failureWords, refusalOf, roleOf } from './carry-out.ts';
import {
  type EvaluatedAutomation,
  evaluateAutomations,
  planOutcome,
} from './evaluate-automations.ts';
import { runAutomations } from './run-automations.ts';

type Automation = StoredRow & StoredOf<'automations'>;

const BODY: readonly NamedField[] = [
  ['dryRun', boolean()],
  ['barnId', reference('barns')],
];

interface Asked {
  readonly automation: Automation;
  readonly farmId: string;
  readonly translator: Translator;
}

/** `GET /os/automations/{id}/run`: what the automation would do now, per barn, and why. */
export async function readRun(
  { database }: Runtime,
  call: RequestContext,
  id: string,
): Promise<Result> {
  const automation = await findAutomation(database, call, id);
  return jsonResult(await evaluateOnly(database, call, { target: automation, barnIds: 'all' }));
}

/** `POST /os/automations/{id}/run`: the same; with `dryRun: false` it performs due actions. */
export async function runAutomation(
  runtime: Runtime,
  call: RequestContext,
  input: { readonly id: string; readonly body: () => unknown },
): Promise<WriteWork> {
  const { database } = runtime;
  const stored = await findAutomation(database, call, input.id);
  const { dryRun = true, barnId } = readBody(input.body());
  const barnIds = barnId == null ? 'all' : [await requireBarn(database, stored, call, barnId)];
  if (dryRun) {
    const answer = jsonResult(await evaluateOnly(database, call, { target: stored, barnIds }));
    return async () => answer;
  }
  const { automation, farmId } = stored;
  return async (transaction) => {
    const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
    const order = { automations: [automation], barnIds, trigger: 'api' } as const;
    const { requestId, actor } = call;
    const runs = await runAutomations(context, { ...order, requestId, keyId: actor.keyId });
    return jsonResult(answerOf(stored, { runs, dryRun: false, now: call.at, zone: context.zone }));
  };
}

function readBody(body: unknown): { readonly dryRun?: boolean; readonly barnId?: string | null } {
  return parseFields(BODY, body, { zone: 'UTC' });
}

/** The automation, if visible to the caller; foreign and missing ones are treated alike. */
async function findAutomation(
  connection: Connection,
  call: RequestContext,
  id: string,
): Promise<Asked> {
  const parameters = operationParameters(routeOf('judgeAutomation'), call);
  const requestedFarmId = parameters['farmId'] as string | undefined;
  const scope = await scopeOfFarm(connection, scopeOf(call.actor), requestedFarmId);
  const json = id.includes('\0')
    ? undefined
    : await findRow(connection, automations, { id, scope });
  if (json === undefined) throw new FarmError('not_found');
  const automation = storedFromJson(json, scope.orgId) as Automation;
  const farmId = String(automation.farmId);
  call.subject.farmId = farmId;
  const { language } = await loadOrganisationSetup(connection, scope.orgId);
  return { automation, farmId, translator: await translatorOf(parameters['lang'], language) };
}

async function requireBarn(
  connection: Connection,
  { automation, farmId }: Asked,
  { actor }: RequestContext,
  id: string,
): Promise<string> {
  const scope = narrowScope(scopeOf(actor), farmId);
  const isOther = automation.barnId !== null && automation.barnId !== id;
  const row = await findRow(connection, barns, { id, scope });
  if (row !== undefined && !isOther) return id;
  throw validationFailed([missingReference('barnId', reference('barns'), id)]);
}

async function evaluateOnly(
  connection: Connection,
  { actor, at }: RequestContext,
  { target, barnIds }: { readonly target: Asked; readonly barnIds: readonly string[] | 'all' },
) {
  const { automation, farmId } = target;
  const farm = await loadAutomationFarm(connection, { orgId: actor.orgId, farmId, now: at });
  const runs: AutomationRun[] = [];
  for (const evaluated of await evaluateAutomations(farm, [automation], barnIds)) {
    const isDue = evaluated.evaluation.code === 'due';
    const foreseen = isDue ? await foresee(farm, evaluated) : { outcome: null, failure: null };
    runs.push({ ...evaluated, ...foreseen });
  }
  return answerOf(target, { runs, dryRun: true, now: at, zone: farm.zone });
}

/** What a run would do now, or why it is not allowed. */
async function foresee(
  farm: AutomationFarm,
  evaluated: EvaluatedAutomation,
): Promise<Pick<AutomationRun, 'outcome' | 'failure'>> {
  const plan = await planOutcome(farm, evaluated);
  const refusal = refusalOf(await roleOf(farm, evaluated), farm, { evaluated, plan });
  return refusal
    ? { outcome: null, failure: refusal }
    : { outcome: describePlan(plan), failure: null };
}

function answerOf(
  { automation, translator }: Asked,
  result: {
    readonly runs: readonly AutomationRun[];
    readonly dryRun: boolean;
    readonly now: number;
    readonly zone: string;
  },
) {
  const { id, name, mode, enabled } = automation;
  const { runs, dryRun, now, zone } = result;
  return {
    automation: { id, name, mode, enabled: enabled !== false },
    dryRun,
    asOf: formatInstant(now),
    barns: runs.map((run) => ({
      ...whyOf(run, translator, zone),
      outcome: run.outcome && { ...run.outcome, text: renderMessage(translator, run.outcome.text) },
      error: run.failure && renderMessage(translator, failureWords(run.failure)),
      errorCode: run.failure?.code ?? null,
    })),
  };
}

function whyOf(run: AutomationRun, translator: Translator, zone: string) {
  const { barn, evaluation, trigger, depth, outcome }: EvaluatedAutomation & AutomationRun = run;
  const { code, newest, since, minutes } = evaluation;
  return {
    barnId: barn.id,
    barn: barn.name,
    code,
    acts: outcome !== null && run.automation.enabled !== false,
    text: renderMessage(translator, evaluationWords(trigger, evaluation, zone)),
    value: newest && figure('ratio', newest.value),
    ts: newest && formatInstant(newest.at),
    since: since === null ? null : formatInstant(since),
    minutes: minutes === null ? null : Math.floor(minutes),
    ageDays: barn.ageDays,
    depth,
  };
}
