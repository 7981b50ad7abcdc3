import { evaluationWords } from '../../farming/automations/automation-words.ts';
import { endingCodes } from '../../farming/automations/trigger.ts';
import { figure } from '../../farming/core/figure.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { FarmError, validationFailed } from '../../model/core/errors.ts';
import { boolean, reference } from '../../model/core/fields.ts';
import { message } from '../../model/core/message.ts';
import type { NamedField } from '../../model/core/resource.ts';
import { agentRuns } from '../../model/resources/agent-runs.ts';
import { automations, automations as definition } from '../../model/resources/automations.ts';
import { barns } from '../../model/resources/barns.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import { missingReference } from '../../model/validation/field-values.ts';
import { parseFields } from '../../model/validation/validation.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { replaceRow } from '../../storage/records/write-rows.ts';
import {
  type AutomationState,
  storeAutomationState,
  type WatchingAutomation,
} from '../../storage/system/automations.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { recordActivity } from '../activity/record-activity.ts';
import type { WriteWork } from '../audit/audited-requests.ts';
import { authorOf, scopeOf, systemActor } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { translatorOf } from '../core/asked-farm.ts';
import { lockRules } from '../core/lock-order.ts';
import {
  type FarmContext,
  findTranslator,
  loadOrganisationSetup,
} from '../core/organisation-setup.ts';
import {
  jsonResult,
  type RequestContext,
  type Result,
  scopeOfFarm,
} from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { insertRecord } from '../records/write-record.ts';
import { type AutomationFarm, loadAutomationFarm } from './automation-inputs.ts';
import {
  type ActingContext,
  type AutomationContext,
  type AutomationRun,
  carryOut,
  closeAlert,
  describePlan,
  failureOf,
  failureWords,
  refusalOf,
  requireRights,
  roleOf,
} from './carry-out.ts';
import {
  type EvaluatedAutomation,
  evaluateAutomations,
  planOutcome,
} from './evaluate-automations.ts';

/** The automations to run, their barns, and the requester. */
interface AutomationOrder {
  readonly automations: readonly WatchingAutomation[];
  readonly barnIds: readonly string[] | 'all';
  readonly trigger: 'api' | 'schedule';
  readonly requestId?: string;
  readonly keyId?: string;
}

const { max: LONGEST_RESULT } = definition.fields.lastResult;

/**
 * Evaluates automations and performs due actions, in the transaction of `context`. Each acts once
 * until its condition ends; a failing one is rolled back separately and reported. Runs are
 * serialised by the lock of the farm, so no condition is acted on twice.
 */
export async function runAutomations(
  context: FarmContext,
  order: AutomationOrder,
): Promise<readonly AutomationRun[]> {
  const { transaction, farmId, now } = context;
  const { orgId } = context.actor;
  await lockRules(context);
  const farm = await loadAutomationFarm(transaction, { orgId, farmId, now });
  const evaluated = await evaluateAutomations(farm, order.automations, order.barnIds);
  const automationContext = {
    context: { ...context, actor: systemActor(orgId, 'automations') },
    translator: await findTranslator(transaction, orgId),
  };
  const runs: AutomationRun[] = [];
  for (const one of evaluated) {
    if (one.evaluation.code === 'due' && one.automation.enabled !== false) {
      runs.push(await act(automationContext, { farm, evaluated: one, order }));
    } else {
      if (one.state?.isFired && endingCodes.includes(one.evaluation.code)) {
        await end(await actingContext(automationContext, farm, one), one);
      }
      runs.push({ ...one, outcome: null, failure: null });
    }
  }
  return runs;
}

interface Occasion {
  readonly farm: AutomationFarm;
  readonly evaluated: EvaluatedAutomation;
  readonly order: AutomationOrder;
}

async function act(
  automationContext: AutomationContext,
  occasion: Occasion,
): Promise<AutomationRun> {
  const { evaluated, farm } = occasion;
  const { transaction } = automationContext.context;
  const acting = await actingContext(automationContext, farm, evaluated);
  try {
    const outcome = await transaction.savepoint(async () => {
      const plan = await planOutcome(farm, evaluated);
      requireRights(acting.role, farm, { evaluated, plan });
      const done = await carryOut(acting, evaluated, plan);
      await note(acting, occasion, { outcome: done, failure: null });
      return done;
    });
    return { ...evaluated, outcome, failure: null };
  } catch (error) {
    const failure = failureOf(error);
    await transaction.savepoint(() => note(acting, occasion, { outcome: null, failure }));
    return { ...evaluated, outcome: null, failure };
  }
}

/** A context in which the automation is the author of all writes. */
async function actingContext(
  automationContext: AutomationContext,
  farm: AutomationFarm,
  evaluated: EvaluatedAutomation,
): Promise<ActingContext> {
  const role = await roleOf(farm, evaluated);
  const actor = { ...automationContext.context.actor, author: role.author };
  return { ...automationContext, context: { ...automationContext.context, actor }, role };
}

/** Records that the automation has acted: for the barn, on the automation and as an agent run. */
async function note(
  acting: ActingContext,
  { evaluated, order, farm }: Occasion,
  end: Pick<AutomationRun, 'outcome' | 'failure'>,
): Promise<void> {
  const { context, translator } = acting;
  const { automation, barn, evaluation, depth, trigger } = evaluated;
  const { outcome, failure } = end;
  const at = formatInstant(context.now);
  const commandId = outcome?.kind === 'command' ? outcome.id : null;
  await keep(context, {
    ...{
      automationId: automation.id,
      barnId: barn.id,
      isFired: true,
      firedAt: at,
      depth,
      commandId,
    },
    since: evaluation.since === null ? null : formatInstant(evaluation.since),
  });
  const error = failure && renderMessage(translator, failureWords(failure));
  const text = renderMessage(
    translator,
    outcome?.text ?? message('automation.failed', { error: error ?? '' }),
  );
  await recordOnAutomation(context, automation.id, { at, lastResult: `${barn.name}: ${text}` });
  const reason = renderMessage(translator, evaluationWords(trigger, evaluation, farm.zone));
  const values = {
    kind: 'automation',
    trigger: order.trigger,
    status: outcome ? 'succeeded' : 'failed',
    actionType: outcome?.command ?? outcome?.kind ?? null,
    actionStatus: outcome?.status ?? 'none',
    input: { automationId: automation.id, barnId: barn.id, mode: automation.mode },
    output: outcome
      ? { resource: outcome.resource, id: outcome.id, depth, reason }
      : { code: failure?.code ?? null, reason },
    error: error?.slice(0, agentRuns.fields.error.max) ?? null,
    durationMs: 0,
    requestId: order.requestId ?? null,
    keyId: order.keyId ?? null,
    startedAt: at,
    finishedAt: at,
  };
  await insertRecord(agentRuns, { values, farmId: context.farmId }, context);
}

/**
 * Counts the run on the automation and records it in the activity log. Its fields are not validated
 * again: a failure of an automation that has become invalid must be recorded too.
 */
async function recordOnAutomation(
  context: FarmContext,
  id: string,
  { at, lastResult }: { readonly at: string; readonly lastResult: string },
): Promise<void> {
  const { runtime, transaction, actor, farmId, now } = context;
  const scope = { orgId: actor.orgId, farmIds: [farmId] };
  const json = await findRow(transaction, definition, { id, scope, forUpdate: true });
  if (json === undefined) return;
  const before = storedFromJson(json, actor.orgId);
  const after = {
    ...before,
    lastRunAt: at,
    lastResult: lastResult.slice(0, LONGEST_RESULT),
    runs: Number(before['runs'] ?? 0) + 1,
    version: before.version + 1,
    updatedAt: formatInstant(Math.max(now, Date.parse(before.updatedAt))),
  };
  await replaceRow(transaction, definition, after);
  await recordActivity(runtime, transaction, {
    definition,
    before,
    after,
    now,
    actor: authorOf(actor),
  });
}

/** Resets a condition that has ended, so that the next one is acted on. */
async function end(acting: ActingContext, evaluated: EvaluatedAutomation): Promise<void> {
  const { state } = evaluated;
  if (!state) return;
  await keep(acting.context, { ...state, isFired: false, since: null });
  await closeAlert(acting, evaluated);
}

function keep({ transaction, actor, farmId }: FarmContext, state: AutomationState): Promise<void> {
  return storeAutomationState(transaction, { orgId: actor.orgId, farmId }, state);
}

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
  const asked = await findAutomation(database, call, id);
  return jsonResult(await evaluateOnly(database, call, { asked, barnIds: 'all' }));
}

/** `POST /os/automations/{id}/run`: the same; with `dryRun: false` it performs due actions. */
export async function runAutomation(
  runtime: Runtime,
  call: RequestContext,
  input: { readonly id: string; readonly body: () => unknown },
): Promise<WriteWork> {
  const { database } = runtime;
  const asked = await findAutomation(database, call, input.id);
  const { dryRun = true, barnId } = readBody(input.body());
  const barnIds = barnId == null ? 'all' : [await requireBarn(database, asked, call, barnId)];
  if (dryRun) {
    const answer = jsonResult(await evaluateOnly(database, call, { asked, barnIds }));
    return async () => answer;
  }
  const { automation, farmId } = asked;
  return async (transaction) => {
    const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
    const order = { automations: [automation], barnIds, trigger: 'api' } as const;
    const { requestId, actor } = call;
    const runs = await runAutomations(context, { ...order, requestId, keyId: actor.keyId });
    return jsonResult(answerOf(asked, { runs, dryRun: false, now: call.at, zone: context.zone }));
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
  const named = parameters['farmId'] as string | undefined;
  const scope = await scopeOfFarm(connection, scopeOf(call.actor), named);
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
  const found = await findRow(connection, barns, { id, scope });
  if (found !== undefined && !isOther) return id;
  throw validationFailed([missingReference('barnId', reference('barns'), id)]);
}

async function evaluateOnly(
  connection: Connection,
  { actor, at }: RequestContext,
  { asked, barnIds }: { readonly asked: Asked; readonly barnIds: readonly string[] | 'all' },
) {
  const { automation, farmId } = asked;
  const farm = await loadAutomationFarm(connection, { orgId: actor.orgId, farmId, now: at });
  const runs: AutomationRun[] = [];
  for (const evaluated of await evaluateAutomations(farm, [automation], barnIds)) {
    const isDue = evaluated.evaluation.code === 'due';
    const foreseen = isDue ? await foresee(farm, evaluated) : { outcome: null, failure: null };
    runs.push({ ...evaluated, ...foreseen });
  }
  return answerOf(asked, { runs, dryRun: true, now: at, zone: farm.zone });
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
