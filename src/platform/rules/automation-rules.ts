import { FarmError, type Issue, quote } from '../../model/core/errors.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { OPEN_WORD } from '../../model/core/vocabulary.ts';
import { alerts } from '../../model/resources/alerts.ts';
import { controllerCommands } from '../../model/resources/controller-commands.ts';
import { tasks } from '../../model/resources/tasks.ts';
import { checkRow } from '../../model/validation/row-rules.ts';
import { parseCreate } from '../../model/validation/validation.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { nearestWord } from '../../tools/words.ts';
import type { ResourceRules } from '../core/resource-rules.ts';

/** Validates the trigger and the action of an automation. */
export const automationRules: ResourceRules = {
  check: ({ after }, { zone }) => [
    ...triggerIssues(after['trigger']),
    ...actionIssues(after['action'], zone),
  ],
};

type Trigger = Readonly<Record<string, unknown>>;

const COMPARISONS = ['>', '>=', '<', '<='];
const OPERATORS = [...COMPARISONS, 'between', 'stale'];
const MOST_MINUTES = 1440;
const OLDEST_DAYS = 800;
/** For `stale`, minutes without a value; sensors silent for a week are ignored. */
const MOST_SILENT_MINUTES = 10_080;

/**
 * Issues of an automation's `trigger`: metric, op (> >= < <= between stale), value (a number; low
 * and high for between; minutes, optional, for stale), forMinutes 0 to 1440, ageFrom and ageTo in
 * days. Null means no trigger.
 */
export function triggerIssues(trigger: unknown): readonly Issue[] {
  if (trigger === null || trigger === undefined) return [];
  if (!isRecord(trigger)) {
    return [{ path: 'trigger', code: 'wrong_type', message: 'trigger must be an object.' }];
  }
  return [
    metricIssue(trigger['metric']),
    operatorIssue(trigger['op']),
    valueIssue(trigger),
    wholeNumberIssue('trigger.forMinutes', trigger['forMinutes'], MOST_MINUTES),
    wholeNumberIssue('trigger.ageFrom', trigger['ageFrom'], OLDEST_DAYS),
    wholeNumberIssue('trigger.ageTo', trigger['ageTo'], OLDEST_DAYS),
    ageOrderIssue(trigger),
  ].filter((issue) => issue !== undefined);
}

function metricIssue(metric: unknown): Issue | undefined {
  const path = 'trigger.metric';
  if (isAbsent(metric)) return { path, code: 'required', message: `${path} is required.` };
  if (typeof metric === 'string' && OPEN_WORD.test(metric)) return undefined;
  const message = `${path} must be the name of a measure (got ${quote(metric)}).`;
  return { path, code: 'invalid_format', message };
}

function operatorIssue(operator: unknown): Issue | undefined {
  if (typeof operator === 'string' && OPERATORS.includes(operator)) return undefined;
  const path = 'trigger.op';
  const allowed = OPERATORS;
  const words = OPERATORS.join(', ');
  if (isAbsent(operator)) {
    return { path, code: 'required', message: `${path} is required, one of ${words}.`, allowed };
  }
  const suggestion = typeof operator === 'string' ? nearestWord(operator, OPERATORS) : undefined;
  return {
    path,
    code: 'not_allowed',
    message: `${path} must be one of ${words} (got ${quote(operator)}).`,
    allowed,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function valueIssue({ op, value }: Trigger): Issue | undefined {
  const path = 'trigger.value';
  const isBetween = op === 'between';
  const isNeeded = isBetween || (typeof op === 'string' && COMPARISONS.includes(op));
  const takes = isBetween ? 'a list of a low and a high number' : 'a number';
  if (isAbsent(value)) {
    const message = `${path} is required, ${takes}.`;
    return isNeeded ? { path, code: 'required', message } : undefined;
  }
  if (isBetween ? isRange(value) : typeof value === 'number') return silenceIssue(op, value);
  return { path, code: 'wrong_type', message: `${path} must be ${takes} (got ${quote(value)}).` };
}

function silenceIssue(op: unknown, value: unknown): Issue | undefined {
  if (op !== 'stale' || typeof value !== 'number') return undefined;
  const path = 'trigger.value';
  const message = `${path} must be from 1 to ${MOST_SILENT_MINUTES} minutes for stale (got ${quote(value)}).`;
  const range = { min: 1, max: MOST_SILENT_MINUTES, unit: 'minutes' };
  if (value < 1) return { path, code: 'too_small', message, range };
  return value > MOST_SILENT_MINUTES ? { path, code: 'too_large', message, range } : undefined;
}

function isRange(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [low, high]: unknown[] = value;
  return typeof low === 'number' && typeof high === 'number' && low <= high;
}

function wholeNumberIssue(path: string, value: unknown, maximum: number): Issue | undefined {
  if (isAbsent(value)) return undefined;
  const message = `${path} must be a whole number from 0 to ${maximum} (got ${quote(value)}).`;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return { path, code: 'wrong_type', message };
  }
  const range = { min: 0, max: maximum };
  if (value < 0) return { path, code: 'too_small', message, range };
  return value > maximum ? { path, code: 'too_large', message, range } : undefined;
}

function ageOrderIssue({ ageFrom, ageTo }: Trigger): Issue | undefined {
  if (typeof ageFrom !== 'number' || typeof ageTo !== 'number' || ageFrom <= ageTo)
    return undefined;
  const message = `trigger.ageFrom must not be more than trigger.ageTo (${ageFrom} is more than ${ageTo}).`;
  return { path: 'trigger.ageFrom', code: 'inconsistent', message };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

const OUTCOMES = ['command', 'alert', 'task'] as const;

/** The path of a new row's values in the JSON field, and its resource. */
interface Place {
  readonly path: string;
  readonly definition: ResourceDefinition;
  readonly zone: string;
}

/**
 * Issues of an automation's `action`: exactly one of a command with its params, an alert or a task,
 * each with the fields of its resource. Null means no action.
 */
export function actionIssues(action: unknown, zone: string): readonly Issue[] {
  if (action === null || action === undefined) return [];
  if (!isRecord(action)) return [wrongType('action')];
  const [outcome, ...otherOutcomes] = OUTCOMES.filter((name) => Object.hasOwn(action, name));
  if (outcome === undefined || otherOutcomes.length > 0) return [notOneOutcome];
  if (outcome === 'command') {
    const { command, params } = action;
    const place = { path: 'action', definition: controllerCommands, zone };
    return rowIssues({ command, params }, place);
  }
  const definition = outcome === 'alert' ? alerts : tasks;
  return rowIssues(action[outcome], { path: `action.${outcome}`, definition, zone });
}

const notOneOutcome: Issue = {
  path: 'action',
  code: 'inconsistent',
  message: `action must hold one of ${OUTCOMES.join(', ')}.`,
  allowed: OUTCOMES,
};

function rowIssues(body: unknown, { path, definition, zone }: Place): readonly Issue[] {
  if (!isRecord(body)) return [wrongType(path)];
  // The message of an issue begins with its path.
  return findIssues(definition, body, zone).map((issue) => ({
    ...issue,
    path: `${path}.${issue.path}`,
    message: `${path}.${issue.message}`,
  }));
}

function findIssues(definition: ResourceDefinition, body: object, zone: string): readonly Issue[] {
  try {
    return checkRow(definition, parseCreate(definition, body, { zone }));
  } catch (error) {
    if (error instanceof FarmError && error.issues) return error.issues;
    throw error;
  }
}

function wrongType(path: string): Issue {
  return { path, code: 'wrong_type', message: `${path} must be an object.` };
}
