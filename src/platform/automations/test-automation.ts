import { judgementWords } from '../../farming/automations/automation-words.ts';
import { figure } from '../../farming/core/figure.ts';
import { renderMessage, type Speaker } from '../../i18n/render-message.ts';
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
import { speakerOf } from '../core/asked-farm.ts';
import { loadOrganisationSetup } from '../core/organisation-setup.ts';
import { type Answer, type Call, jsonAnswer, scopeOfFarm } from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { type AutomationFarm, loadAutomationFarm } from './automation-inputs.ts';
import { type AutomationRun, describePlan } from './carry-out.ts';
import { failureWords, refusalOf, roleOf } from './editor-rights.ts';
import { type JudgedAutomation, judgeAutomations, planOutcome } from './evaluate-automations.ts';
import { runAutomations } from './run-automations.ts';

type Automation = StoredRow & StoredOf<'automations'>;

const BODY: readonly NamedField[] = [
  ['dryRun', boolean()],
  ['barnId', reference('barns')],
];

interface Asked {
  readonly automation: Automation;
  readonly farmId: string;
  readonly speaker: Speaker;
}

/** `GET /os/automations/{id}/run`: what the automation would do now, barn by barn, and why. */
export async function readRun({ database }: Runtime, call: Call, id: string): Promise<Answer> {
  const asked = await findAutomation(database, call, id);
  return jsonAnswer(await judgeOnly(database, call, { asked, barnIds: 'all' }));
}

/** `POST /os/automations/{id}/run`: the same; with `dryRun: false` it acts where it is due. */
export async function runAutomation(
  runtime: Runtime,
  call: Call,
  input: { readonly id: string; readonly body: () => unknown },
): Promise<WriteWork> {
  const { database } = runtime;
  const asked = await findAutomation(database, call, input.id);
  const { dryRun = true, barnId } = readBody(input.body());
  const barnIds = barnId == null ? 'all' : [await requireBarn(database, asked, call, barnId)];
  if (dryRun) {
    const answer = jsonAnswer(await judgeOnly(database, call, { asked, barnIds }));
    return async () => answer;
  }
  const { automation, farmId } = asked;
  return async (transaction) => {
    const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
    const order = { automations: [automation], barnIds, trigger: 'api' } as const;
    const { requestId, actor } = call;
    const runs = await runAutomations(context, { ...order, requestId, keyId: actor.keyId });
    return jsonAnswer(answerOf(asked, { runs, dryRun: false, now: call.at, zone: context.zone }));
  };
}

function readBody(body: unknown): { readonly dryRun?: boolean; readonly barnId?: string | null } {
  return parseFields(BODY, body, { zone: 'UTC' });
}

/** The automation, when the caller sees it; a foreign one is as one that does not exist. */
async function findAutomation(connection: Connection, call: Call, id: string): Promise<Asked> {
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
  return { automation, farmId, speaker: await speakerOf(parameters['lang'], language) };
}

async function requireBarn(
  connection: Connection,
  { automation, farmId }: Asked,
  { actor }: Call,
  id: string,
): Promise<string> {
  const scope = narrowScope(scopeOf(actor), farmId);
  const isOther = automation.barnId !== null && automation.barnId !== id;
  const found = await findRow(connection, barns, { id, scope });
  if (found !== undefined && !isOther) return id;
  throw validationFailed([missingReference('barnId', reference('barns'), id)]);
}

async function judgeOnly(
  connection: Connection,
  { actor, at }: Call,
  { asked, barnIds }: { readonly asked: Asked; readonly barnIds: readonly string[] | 'all' },
) {
  const { automation, farmId } = asked;
  const farm = await loadAutomationFarm(connection, { orgId: actor.orgId, farmId, now: at });
  const runs: AutomationRun[] = [];
  for (const judged of await judgeAutomations(farm, [automation], barnIds)) {
    const isDue = judged.judgement.code === 'due';
    const foreseen = isDue ? await foresee(farm, judged) : { outcome: null, failure: null };
    runs.push({ ...judged, ...foreseen });
  }
  return answerOf(asked, { runs, dryRun: true, now: at, zone: farm.zone });
}

/** What a run of now would do, or why it may not. */
async function foresee(
  farm: AutomationFarm,
  judged: JudgedAutomation,
): Promise<Pick<AutomationRun, 'outcome' | 'failure'>> {
  const plan = await planOutcome(farm, judged);
  const refusal = refusalOf(await roleOf(farm, judged), farm, { judged, plan });
  return refusal
    ? { outcome: null, failure: refusal }
    : { outcome: describePlan(plan), failure: null };
}

function answerOf(
  { automation, speaker }: Asked,
  told: {
    readonly runs: readonly AutomationRun[];
    readonly dryRun: boolean;
    readonly now: number;
    readonly zone: string;
  },
) {
  const { id, name, mode, enabled } = automation;
  const { runs, dryRun, now, zone } = told;
  return {
    automation: { id, name, mode, enabled: enabled !== false },
    dryRun,
    asOf: formatInstant(now),
    barns: runs.map((run) => ({
      ...whyOf(run, speaker, zone),
      outcome: run.outcome && { ...run.outcome, text: renderMessage(speaker, run.outcome.text) },
      error: run.failure && renderMessage(speaker, failureWords(run.failure)),
      errorCode: run.failure?.code ?? null,
    })),
  };
}

function whyOf(run: AutomationRun, speaker: Speaker, zone: string) {
  const { barn, judgement, trigger, depth, outcome }: JudgedAutomation & AutomationRun = run;
  const { code, newest, since, minutes } = judgement;
  return {
    barnId: barn.id,
    barn: barn.name,
    code,
    acts: outcome !== null && run.automation.enabled !== false,
    text: renderMessage(speaker, judgementWords(trigger, judgement, zone)),
    value: newest && figure('ratio', newest.value),
    ts: newest && formatInstant(newest.at),
    since: since === null ? null : formatInstant(since),
    minutes: minutes === null ? null : Math.floor(minutes),
    ageDays: barn.ageDays,
    depth,
  };
}
