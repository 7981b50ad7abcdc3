import { evaluationWords } from '../../farming/automations/automation-words.ts';
import { endingCodes } from '../../farming/automations/trigger.ts';
import { renderMessage } from '../../i18n/render-message.ts';
import { message } from '../../model/core/message.ts';
import { agentRuns } from '../../model/resources/agent-runs.ts';
import { automations as definition } from '../../model/resources/automations.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { replaceRow } from '../../storage/records/write-rows.ts';
import {
  type AutomationState,
  storeAutomationState,
  type WatchingAutomation,
} from '../../storage/system/automations.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { authorOf, systemActor } from '../core/actor.ts';
import { lockRules } from '../core/lock-order.ts';
import { type FarmContext, findTranslator } from '../core/organisation-setup.ts';
import { storedFromJson } from '../core/row-change.ts';
import { insertRecord } from '../records/write-record.ts';
import { type AutomationFarm, loadAutomationFarm } from './automation-inputs.ts';
import {
  type ActingContext,
  type AutomationContext,
  type AutomationRun,
  carryOut,
  closeAlert,
  failureOf,
  failureWords,
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
  for (const item of evaluated) {
    if (item.evaluation.code === 'due' && item.automation.enabled !== false) {
      runs.push(await act(automationContext, { farm, evaluated: item, order }));
    } else {
      if (item.state?.isFired && endingCodes.includes(item.evaluation.code)) {
        await end(await actingContext(automationContext, farm, item), item);
      }
      runs.push({ ...item, outcome: null, failure: null });
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
  const context = await actingContext(automationContext, farm, evaluated);
  try {
    const outcome = await transaction.savepoint(async () => {
      const plan = await planOutcome(farm, evaluated);
      requireRights(context.role, farm, { evaluated, plan });
      const outcome = await carryOut(context, evaluated, plan);
      await note(context, occasion, { outcome, failure: null });
      return outcome;
    });
    return { ...evaluated, outcome, failure: null };
  } catch (error) {
    const failure = failureOf(error);
    await transaction.savepoint(() => note(context, occasion, { outcome: null, failure }));
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
  actingContext: ActingContext,
  { evaluated, order, farm }: Occasion,
  end: Pick<AutomationRun, 'outcome' | 'failure'>,
): Promise<void> {
  const { context, translator } = actingContext;
  const { automation, barn, evaluation, depth, trigger } = evaluated;
  const { outcome, failure } = end;
  const at = formatInstant(context.now);
  const commandId = outcome?.kind === 'command' ? outcome.id : null;
  await storeState(context, {
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
async function end(context: ActingContext, evaluated: EvaluatedAutomation): Promise<void> {
  const { state } = evaluated;
  if (!state) return;
  await storeState(context.context, { ...state, isFired: false, since: null });
  await closeAlert(context, evaluated);
}

function storeState(
  { transaction, actor, farmId }: FarmContext,
  state: AutomationState,
): Promise<void> {
  return storeAutomationState(transaction, { orgId: actor.orgId, farmId }, state);
}
