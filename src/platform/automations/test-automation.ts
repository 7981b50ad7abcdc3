import { evaluationWords } from '../../farming/automations/automation-words.ts';
import { readTrigger, type Trigger } from '../../farming/automations/trigger.ts';
import { figure } from '../../farming/core/figure.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { FarmError, type Issue, issueOf, validationFailed } from '../../model/core/errors.ts';
import { date, json, reference } from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import { type Message, message } from '../../model/core/message.ts';
import type { NamedField } from '../../model/core/resource.ts';
import { automations } from '../../model/resources/automations.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import { missingReference } from '../../model/validation/field-values.ts';
import { parseFields, parseUpdate } from '../../model/validation/validation.ts';
import type { Connection } from '../../storage/core/database.ts';
import { nextTurn } from '../../storage/core/slices.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import {
  findAutomationEditor,
  findEditor,
  type WatchingAutomation,
} from '../../storage/system/automations.ts';
import { addDays, endOfDay, formatInstant, startOfDay } from '../../tools/calendar.ts';
import { authorOf, scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { loadOrganisationSetup } from '../core/organisation-setup.ts';
import {
  jsonResult,
  type RequestContext,
  type Result,
  scopeOfFarm,
} from '../core/request-context.ts';
import { requestedFarm, translatorOf } from '../core/requested-farm.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { actionIssues, triggerIssues } from '../rules/automation-rules.ts';
import { loadBarnFlocks } from '../rules/device-rules.ts';
import { type AutomationFarm, loadAutomationFarm, readBarns } from './automation-inputs.ts';
import { failureWords } from './carry-out.ts';
import {
  MOST_RUNS,
  replayBarn,
  type TestedBarn,
  type TestedPeriod,
  type TestedRun,
  type UntestedCode,
} from './replay-barn.ts';

const BODY: readonly NamedField[] = [
  ['automationId', reference('automations')],
  ['rule', json()],
  ['day', date()],
  ['barnId', reference('barns')],
];

interface TestBody {
  readonly automationId?: string | null;
  readonly rule?: unknown;
  readonly day?: string | null;
  readonly barnId?: string | null;
}

/** A rule under test; the ID is null while it is unsaved. */
type Draft = Omit<WatchingAutomation, 'id'> & { readonly id: string | null };

/**
 * `POST /os/automations/test`: when an automation or a draft would have acted on a day, based on
 * the stored values. Nothing is written.
 */
export async function testAutomation(
  { database }: Runtime,
  call: RequestContext,
  body: () => unknown,
): Promise<Result> {
  const input = parseFields(BODY, body(), { zone: 'UTC' }) as TestBody;
  const { farmId, saved, language } = await findTested(database, call, input.automationId ?? null);
  const farm = await loadAutomationFarm(database, {
    orgId: call.actor.orgId,
    farmId,
    now: call.at,
  });
  const draft = draftOf(saved, input.rule ?? null, farm.zone);
  const day = input.day ?? addDays(farm.today, -1);
  if (day > farm.today) throw validationFailed([futureDay(day)]);
  const period = {
    from: startOfDay(day, farm.zone),
    to: Math.min(endOfDay(day, farm.zone), farm.now),
  };
  const trigger = readTrigger(draft.trigger);
  const tested = trigger
    ? await testBarns(database, {
        farm,
        call,
        draft,
        trigger,
        period,
        barnId: input.barnId ?? null,
      })
    : { barns: [], moreBarns: 0 };
  const setup = await loadOrganisationSetup(database, call.actor.orgId);
  const translator = await translatorOf(language, setup.language);
  return jsonResult(describe({ translator, farm, draft, trigger, day, period }, tested));
}

function futureDay(day: string) {
  const text = `day must not be in the future (got ${day}).`;
  return { path: 'day', code: 'too_large', message: text } as const;
}

/** The farm and the saved automation; foreign and missing ones are treated alike. */
async function findTested(
  connection: Connection,
  call: RequestContext,
  automationId: string | null,
) {
  const parameters = operationParameters(routeOf('testAutomation'), call);
  const requestedFarmId = parameters['farmId'] as string | undefined;
  const farmId =
    automationId === null && requestedFarmId === undefined
      ? (await requestedFarm(connection, 'testAutomation', call)).farmId
      : requestedFarmId;
  const scope = await scopeOfFarm(connection, scopeOf(call.actor), farmId);
  const row =
    automationId === null || automationId.includes('\0')
      ? undefined
      : await findRow(connection, automations, { id: automationId, scope });
  if (automationId !== null && row === undefined) {
    const text = 'automationId: there is no such automation, or the key may not see it.';
    throw validationFailed([issueOf('automationId', 'not_found', text)]);
  }
  const savedRow = row === undefined ? undefined : storedFromJson(row, scope.orgId);
  const testedFarmId = String(savedRow?.farmId ?? farmId);
  call.subject.farmId = testedFarmId;
  return { farmId: testedFarmId, saved: savedRow, language: parameters['lang'] };
}

/** The saved automation with the changes of the draft applied. */
function draftOf(saved: StoredRow | undefined, rule: unknown, zone: string): Draft {
  if (!saved && rule === null) {
    const text = 'automationId or rule is required.';
    throw validationFailed([{ path: 'automationId', code: 'required', message: text }]);
  }
  const changes = rule === null ? {} : parseRule(rule, zone);
  const row = { ...saved, ...changes } as Partial<StoredOf<'automations'>>;
  const { id = null, name, barnId = null, mode = 'suggest', enabled = true } = row;
  const { trigger = null, action = null } = row;
  const issues = rule === null ? [] : [...triggerIssues(trigger), ...actionIssues(action, zone)];
  if (issues.length > 0) throw validationFailed(issues.map(ofRule));
  return { id, name: name ?? '', barnId, mode, enabled, trigger, action };
}

function parseRule(rule: unknown, zone: string) {
  try {
    return parseUpdate(automations, rule, { zone });
  } catch (error) {
    if (error instanceof FarmError && error.issues)
      throw validationFailed(error.issues.map(ofRule));
    throw error;
  }
}

/** An issue of the draft; its message begins with its path. */
function ofRule(issue: Issue): Issue {
  return { ...issue, path: `rule.${issue.path}`, message: `rule.${issue.message}` };
}

interface Tested {
  readonly barns: readonly TestedBarn[];
  readonly moreBarns: number;
}

interface TestPlan {
  readonly farm: AutomationFarm;
  readonly call: RequestContext;
  readonly draft: Draft;
  readonly trigger: Trigger;
  readonly period: TestedPeriod;
  /** Only this barn; null: all barns of the rule. */
  readonly barnId: string | null;
}

async function testBarns(connection: Connection, plan: TestPlan): Promise<Tested> {
  const { farm, call, draft, trigger, period } = plan;
  const barnRows = await readBarns(farm, barnsOf(plan));
  const isNamed = plan.barnId !== null || draft.barnId !== null;
  if (isNamed && barnRows.length === 0) throw unknownBarn(plan);
  const barns = barnRows.slice(0, limits.testedBarns);
  const ends = barns.flatMap(({ id }) =>
    [period.from, period.to].map((at) => ({ barnId: id, ts: formatInstant(at) })),
  );
  const flockAt = await loadBarnFlocks(connection, farm, ends);
  const { orgId } = farm;
  const editor =
    draft.id === null
      ? await findEditor(connection, authorOf(call.actor), orgId)
      : await findAutomationEditor(connection, { id: draft.id, orgId });
  const rule = { automation: { ...draft, id: draft.id ?? '' }, trigger, editor, asOf: call.at };
  const tested: TestedBarn[] = [];
  for (const barn of barns) {
    tested.push(await replayBarn(farm, rule, { barn, flockAt, period }));
    await nextTurn();
  }
  return { barns: tested, moreBarns: barnRows.length - barns.length };
}

function unknownBarn({ draft, barnId }: Pick<TestPlan, 'draft' | 'barnId'>): FarmError {
  const path = barnId === null ? 'rule.barnId' : 'barnId';
  return validationFailed([
    missingReference(path, reference('barns'), barnId ?? draft.barnId ?? ''),
  ]);
}

function barnsOf({ draft, barnId: requested }: TestPlan): readonly string[] | 'all' {
  if (requested !== null && draft.barnId !== null && requested !== draft.barnId) {
    throw unknownBarn({ draft, barnId: requested });
  }
  const barnId = requested ?? draft.barnId;
  return barnId === null ? 'all' : [barnId];
}

interface Described {
  readonly translator: Translator;
  readonly farm: AutomationFarm;
  readonly draft: Draft;
  readonly trigger: Trigger | undefined;
  readonly day: string;
  readonly period: TestedPeriod;
}

function describe(subject: Described, { barns, moreBarns }: Tested) {
  const { draft, farm, day, period } = subject;
  const runs = barns.flatMap((barn) => barn.runs).sort((one, other) => one.at - other.at);
  const total = barns.reduce((sum, { replay }) => sum + replay.runs.length, 0);
  const listedRuns = runs.slice(0, MOST_RUNS);
  const { id, name, mode, enabled } = draft;
  return {
    automation: { id, name, mode, enabled: enabled !== false },
    farmId: farm.farmId,
    day,
    zone: farm.zone,
    from: formatInstant(period.from),
    to: formatInstant(period.to),
    runs: total,
    matches: listedRuns.map((run) => describeRun(subject, run)),
    more: total - listedRuns.length,
    barns: barns.map((barn) => describeBarn(subject, barn)),
    moreBarns,
    untested: untestedParts(subject, barns).map(({ code, text }) => ({
      code,
      text: renderMessage(subject.translator, text),
    })),
  };
}

function describeRun({ translator, trigger, farm }: Described, run: TestedRun) {
  const { barn, at, until, evaluation, record, outcome, failure } = run;
  const { newest, since, minutes } = evaluation;
  return {
    at: formatInstant(at),
    barnId: barn.id,
    barn: barn.name,
    ageDays: barn.ageDays,
    text: renderMessage(translator, evaluationWords(trigger, evaluation, farm.zone)),
    value: newest && figure('ratio', newest.value),
    since: since === null ? null : formatInstant(since),
    minutes: minutes === null ? null : Math.floor(minutes),
    until: until === null ? null : formatInstant(until),
    record,
    outcome: outcome && { ...outcome, text: renderMessage(translator, outcome.text) },
    error: failure && renderMessage(translator, failureWords(failure)),
    errorCode: failure?.code ?? null,
  };
}

function describeBarn({ translator, trigger }: Described, { barn, replay }: TestedBarn) {
  const { checked, met, runs, isFiredAtStart } = replay;
  const code = barnCode(trigger, replay);
  const parts = [barnWords(trigger, code, replay)];
  if (isFiredAtStart) parts.push(message('automation.test.before'));
  return {
    barnId: barn.id,
    barn: barn.name,
    ageDays: barn.ageDays,
    code,
    checked,
    met: trigger?.op === 'stale' ? null : met,
    runs: runs.length,
    isActiveAtStart: isFiredAtStart,
    text: parts.map((part) => renderMessage(translator, part)).join(' '),
  };
}

/** Whether a barn could be tested, or the reason why not. */
function barnCode(
  trigger: Trigger | undefined,
  { checked, first, last, runs }: TestedBarn['replay'],
) {
  if (runs.length > 0) return 'tested';
  const isOutside = last.code === 'no_flock' || last.code === 'outside_age';
  if (isOutside && first.code === last.code) return last.code;
  const hasValues = trigger?.op === 'stale' ? last.newest !== null : checked > 0;
  return hasValues ? 'tested' : 'no_data';
}

function barnWords(
  trigger: Trigger | undefined,
  code: 'tested' | 'no_data' | 'no_flock' | 'outside_age',
  { checked, met, runs }: TestedBarn['replay'],
): Message {
  if (code !== 'tested') return message(`automation.test.${code}`);
  const count = runs.length;
  return trigger?.op === 'stale'
    ? message('automation.test.silence', { count })
    : message('automation.test.values', { count, checked, met });
}

/** Descriptions of everything that the test cannot determine. */
function untestedParts(
  { trigger, farm, period, day }: Described,
  barns: readonly TestedBarn[],
): readonly {
  readonly code: UntestedCode | 'not_usable' | 'day_not_over';
  readonly text: Message;
}[] {
  if (!trigger) return [{ code: 'not_usable', text: message('automation.not_usable') }];
  const codes = new Set(barns.flatMap(({ untested }) => [...untested]));
  const parts = [...codes].map((code) => ({ code, text: message(`automation.test.${code}`) }));
  if (day !== farm.today) return parts;
  const at = { instant: formatInstant(period.to), zone: farm.zone };
  return [
    { code: 'day_not_over', text: message('automation.test.day_not_over', { at }) },
    ...parts,
  ];
}
