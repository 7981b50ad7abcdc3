import { renderAnswer } from '../../ask/answer/plain-answer.ts';
import { supportsPeriod } from '../../ask/grammar/question-values.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import english from '../../ask/lexicons/en.json' with { type: 'json' };
import {
  type Aggregation,
  formOfMeasure,
  type MeasureDefinition,
  type MeasureQuestion,
  type Period,
  type QuestionScope,
} from '../../ask/measure.ts';
import { composedMeasure } from '../../ask/measures/composed.ts';
import { measures } from '../../ask/measures/measures.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import {
  FarmError,
  type Issue,
  issueOf,
  quote,
  validationFailed,
} from '../../model/core/errors.ts';
import { reference } from '../../model/core/fields.ts';
import { message } from '../../model/core/message.ts';
import {
  type MeasureName,
  measureNames,
  measureSlots,
  measureSummaries,
} from '../../model/measures.ts';
import { barns } from '../../model/resources/barns.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { missingReference } from '../../model/validation/field-values.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { dayInZone } from '../../tools/calendar.ts';
import { nearestWord } from '../../tools/words.ts';
import { type Actor, scopeOf } from '../core/actor.ts';
import { operationParameters, type ParameterValues, requireScope } from '../core/admission.ts';
import { farmZone } from '../core/farm-zone.ts';
import { loadOrganisationSetup } from '../core/organisation-setup.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import { type RequestedFarm, requestedFarm, translatorOf } from '../core/requested-farm.ts';
import type { Runtime } from '../core/runtime.ts';
import { renderAnswerBody } from '../core/typed-fixes.ts';
import { loadFarmSnapshot } from '../intelligence/farm-snapshot.ts';
import { type AskAnswer, missingScopes, neededScopes } from './question-farm.ts';

/**
 * `GET /os/measures/{id}`: one measure of a farm by its name, answered like `POST /ask`. Throws 403
 * with the scopes that the key lacks.
 */
export async function readMeasure(
  { database }: Runtime,
  call: RequestContext,
  id: string,
): Promise<Result> {
  const intent = findMeasure(id);
  const request = await requestedFarm(database, 'readMeasure', call);
  const { farmId, parameters } = request;
  const { orgId } = call.actor;
  const today = dayInZone(call.at, await farmZone(database, { orgId, farmId }));
  const places = await placeIssues(database, request);
  const issues = [...places, ...questionIssues(intent, parameters, today)];
  if (issues.length > 0) throw validationFailed(issues);
  const { language } = await loadOrganisationSetup(database, orgId);
  const translator = await translatorOf(parameters['lang'], language);
  const question = buildQuestion(measures[intent], parameters);
  const measure = { kind: 'question', intent, question, confidence: 1 } as const;
  const measureAnswer = await answerMeasure(database, measure, {
    actor: call.actor,
    farmId,
    now: call.at,
    translator,
  });
  for (const scope of measureAnswer.needs ?? []) requireScope(call.actor, scope);
  const { answer, lang, understood, facts, missing } = measureAnswer;
  return jsonResult({ answer, lang, understood, facts, ...(missing ? { missing } : {}) });
}

function findMeasure(id: string): MeasureName {
  const found = measureNames.find((name) => name === id);
  if (found) return found;
  const closestNames = nearestWord(id, measureNames);
  const suggestion = closestNames === undefined ? '' : `; did you mean ${closestNames}?`;
  throw new FarmError('not_found', { message: `There is no measure ${quote(id)}${suggestion}` });
}

const PLACE_PARAMETERS = [
  ['barnId', barns, reference('barns')],
  ['flockId', flocks, reference('flocks')],
] as const;

/** Issues of a barn or flock outside this farm, or invisible to the key. */
async function placeIssues(
  connection: Connection,
  { farmId, scope, parameters }: RequestedFarm,
): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  for (const [name, definition, field] of PLACE_PARAMETERS) {
    const id = parameters[name];
    if (typeof id !== 'string') continue;
    const found = await findRow(connection, definition, { id, scope: narrowScope(scope, farmId) });
    if (found === undefined) issues.push(missingReference(name, field, id));
  }
  return issues;
}

function questionIssues(
  intent: MeasureName,
  parameters: ParameterValues,
  today: string,
): readonly Issue[] {
  const definition: MeasureDefinition = measures[intent];
  const { aggregation } = parameters;
  const period = periodOf(parameters);
  return [
    ...wordIssue('aggregation', aggregation, definition.aggregations),
    ...Object.keys(measureSlots).flatMap((name) => slotIssue(definition, name, parameters[name])),
    ...(parameters['to'] !== undefined && parameters['from'] === undefined
      ? [issueOf('from', 'required', 'from is required where to is given.')]
      : []),
    ...(period && period.to < period.from
      ? [issueOf('to', 'inconsistent', 'to must not be before from.')]
      : []),
    ...(supportsPeriod(intent, definition, period, today)
      ? []
      : [
          issueOf('from', 'not_allowed', `${intent} tells of the present only, not of other days.`),
        ]),
  ];
}

function slotIssue(
  { slots = {} }: MeasureDefinition,
  name: string,
  value: unknown,
): readonly Issue[] {
  if (value === undefined) return [];
  const supportsSlot = slots[name];
  if (supportsSlot === undefined) {
    const allowed = Object.keys(slots);
    return [{ ...issueOf(name, 'not_allowed', `${name} does not narrow this measure.`), allowed }];
  }
  return typeof supportsSlot === 'string' ? [] : wordIssue(name, value, supportsSlot);
}

function wordIssue(path: string, value: unknown, words: readonly string[]): readonly Issue[] {
  if (value === undefined || words.includes(String(value))) return [];
  const message = `${path} must be one of ${words.join(', ')} for this measure.`;
  return [{ ...issueOf(path, 'not_allowed', message), allowed: words }];
}

function buildQuestion(
  definition: MeasureDefinition,
  parameters: ParameterValues,
): MeasureQuestion {
  const { barnId, flockId, aggregation } = parameters;
  const period = periodOf(parameters);
  const slots = Object.keys(definition.slots ?? {}).flatMap((name) => {
    const value = parameters[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const scope: QuestionScope = {
    ...(typeof barnId === 'string' ? { barnIds: [barnId] } : {}),
    ...(typeof flockId === 'string' ? { flockIds: [flockId] } : {}),
  };
  return {
    scope,
    ...(period ? { period } : {}),
    aggregation: (aggregation as Aggregation | undefined) ?? usualAggregation(definition),
    slots: Object.fromEntries(slots),
  };
}

function usualAggregation({ aggregations }: MeasureDefinition): Aggregation {
  return aggregations.includes('value') ? 'value' : (aggregations[0] ?? 'value');
}

function periodOf({ from, to = from }: ParameterValues): Period | undefined {
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined;
}

type MeasureReading = Extract<Understanding, { kind: 'question' }>;

/** Where and for whom a measure is computed. */
export interface MeasureCall {
  readonly actor: Actor;
  readonly farmId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly translator: Translator;
}

/** The answer of a measure, computed from exactly the snapshot parts it needs. */
export async function answerMeasure(
  connection: Connection,
  { intent, question, confidence }: MeasureReading,
  { actor, farmId, now, translator }: MeasureCall,
): Promise<AskAnswer> {
  const definition = composedMeasure(intent, question);
  const { scope, period, aggregation, slots } = question;
  const frame = {
    lang: translator.language,
    mode: 'deterministic',
    understood: {
      intent,
      farm: farmId,
      ...measurePlace('barn', scope.barnIds),
      ...measurePlace('flock', scope.flockIds),
      ...(period ? { period } : {}),
      aggregation,
      ...slots,
      form: formOfMeasure(intent, question),
    },
    confidence,
  } as const;
  const scopes = missingScopes(actor, definition.parts);
  if (scopes.length > 0) {
    const text = message('ask.not_allowed', { scopes: scopes.join(', ') });
    return { ...frame, answer: renderMessage(translator, text), facts: [], needs: scopes };
  }
  const input = { scope: scopeOf(actor), farmId, now };
  const snapshot = await loadFarmSnapshot(connection, input, definition.parts);
  const found = definition.compute(snapshot, question);
  return {
    ...frame,
    answer: renderAnswer(translator, found),
    facts: found.facts,
    ...(found.missing?.length
      ? { missing: found.missing.map((one) => renderAnswerBody(translator, one)) }
      : {}),
  };
}

function measurePlace(kind: 'barn' | 'flock', ids: readonly string[] | undefined) {
  if (!ids) return {};
  return ids.length === 1 ? { [kind]: ids[0] } : { [`${kind}s`]: ids };
}

/** `GET /os/measures`: all measures of a farm by name. */
export function listMeasures(call: RequestContext): Result {
  operationParameters({}, call);
  const data = measureNames.map((id) => {
    const { per, usualPeriod, aggregations, slots = {}, parts }: MeasureDefinition = measures[id];
    const answer = {
      per,
      usualPeriod: usualPeriod ?? null,
      aggregations,
      slots,
      scopes: neededScopes(parts),
    };
    return { id, summary: measureSummaries[id], example: english.examples[id], ...answer };
  });
  return jsonResult({ data });
}
