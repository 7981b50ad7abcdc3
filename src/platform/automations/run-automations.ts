import { judgementWords } from '../../farming/automations/automation-words.ts';
import { renderMessage } from '../../i18n/render-message.ts';
import { message } from '../../model/core/message.ts';
import { agentRuns } from '../../model/resources/agent-runs.ts';
import { automations as definition } from '../../model/resources/automations.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { replaceRow } from '../../storage/records/write-rows.ts';
import {
  type AutomationState,
  keepAutomationState,
  type WatchingAutomation,
} from '../../storage/system/automations.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { authorOf, systemActor } from '../core/actor.ts';
import { lockRules } from '../core/lock-order.ts';
import { findSpeaker } from '../core/organisation-setup.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import { insertRecord } from '../records/write-record.ts';
import { type AutomationFarm, loadAutomationFarm } from './automation-inputs.ts';
import {
  type ActingDesk,
  type AutomationDesk,
  type AutomationRun,
  carryOut,
  closeAlert,
} from './carry-out.ts';
import { failureOf, failureWords, requireRights, roleOf } from './editor-rights.ts';
import { type JudgedAutomation, judgeAutomations, planOutcome } from './evaluate-automations.ts';

/** Which automations are to be run, where, and on whose behalf. */
export interface AutomationOrder {
  readonly automations: readonly WatchingAutomation[];
  readonly barnIds: readonly string[] | 'all';
  readonly trigger: 'api' | 'schedule';
  readonly requestId?: string;
  readonly keyId?: string;
}

type FarmContext = RuleContext & { readonly farmId: string };

const { max: LONGEST_RESULT } = definition.fields.lastResult;
/** What ends a condition that was acted on; a reading that is too old tells nothing. */
const ENDINGS: readonly string[] = ['not_met', 'no_flock', 'outside_age', 'not_usable'];

/**
 * Judges automations and does what is due, in the transaction of `context`. Each acts once until its
 * condition has ended; one that fails is undone by itself, and said so. The order of calls of a farm
 * is that of its lock: no condition is acted on twice.
 */
export async function runAutomations(
  context: FarmContext,
  order: AutomationOrder,
): Promise<readonly AutomationRun[]> {
  const { transaction, farmId, now } = context;
  const { orgId } = context.actor;
  await lockRules(context);
  const farm = await loadAutomationFarm(transaction, { orgId, farmId, now });
  const judged = await judgeAutomations(farm, order.automations, order.barnIds);
  const desk = {
    context: { ...context, actor: systemActor(orgId, 'automations') },
    speaker: await findSpeaker(transaction, orgId),
  };
  const runs: AutomationRun[] = [];
  for (const one of judged) {
    if (one.judgement.code === 'due' && one.automation.enabled !== false) {
      runs.push(await act(desk, { farm, judged: one, order }));
    } else {
      if (one.state?.isFired && ENDINGS.includes(one.judgement.code)) {
        await end(await actingDesk(desk, farm, one), one);
      }
      runs.push({ ...one, outcome: null, failure: null });
    }
  }
  return runs;
}

interface Occasion {
  readonly farm: AutomationFarm;
  readonly judged: JudgedAutomation;
  readonly order: AutomationOrder;
}

async function act(desk: AutomationDesk, occasion: Occasion): Promise<AutomationRun> {
  const { judged, farm } = occasion;
  const { transaction } = desk.context;
  const acting = await actingDesk(desk, farm, judged);
  try {
    const outcome = await transaction.savepoint(async () => {
      const plan = await planOutcome(farm, judged);
      requireRights(acting.role, farm, { judged, plan });
      const done = await carryOut(acting, judged, plan);
      await note(acting, occasion, { outcome: done, failure: null });
      return done;
    });
    return { ...judged, outcome, failure: null };
  } catch (error) {
    const failure = failureOf(error);
    await transaction.savepoint(() => note(acting, occasion, { outcome: null, failure }));
    return { ...judged, outcome: null, failure };
  }
}

/** The desk at which the automation itself is the author of all that is written. */
async function actingDesk(
  desk: AutomationDesk,
  farm: AutomationFarm,
  judged: JudgedAutomation,
): Promise<ActingDesk> {
  const role = await roleOf(farm, judged);
  const actor = { ...desk.context.actor, author: role.author };
  return { ...desk, context: { ...desk.context, actor }, role };
}

/** Keeps that the automation has acted: in the barn, on itself, and among the agent runs. */
async function note(
  desk: ActingDesk,
  { judged, order, farm }: Occasion,
  end: Pick<AutomationRun, 'outcome' | 'failure'>,
): Promise<void> {
  const { context, speaker } = desk;
  const { automation, barn, judgement, depth, trigger } = judged;
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
    since: judgement.since === null ? null : formatInstant(judgement.since),
  });
  const error = failure && renderMessage(speaker, failureWords(failure));
  const said = renderMessage(
    speaker,
    outcome?.text ?? message('automation.failed', { error: error ?? '' }),
  );
  await noteOnAutomation(context, automation.id, { at, lastResult: `${barn.name}: ${said}` });
  const reason = renderMessage(speaker, judgementWords(trigger, judgement, farm.zone));
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
 * Counts the run on the automation, and tells of it. Its own fields are not checked again: that it
 * does not work any more must be said as well.
 */
async function noteOnAutomation(
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

/** The condition is over: the next one is acted on again. */
async function end(desk: ActingDesk, judged: JudgedAutomation): Promise<void> {
  const { state } = judged;
  if (!state) return;
  await keep(desk.context, { ...state, isFired: false, since: null });
  await closeAlert(desk, judged);
}

function keep({ transaction, actor, farmId }: FarmContext, state: AutomationState): Promise<void> {
  return keepAutomationState(transaction, { orgId: actor.orgId, farmId }, state);
}
