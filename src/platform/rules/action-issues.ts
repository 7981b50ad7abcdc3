import { FarmError, type Issue } from '../../model/errors.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { alerts } from '../../model/resources/alerts.ts';
import { controllerCommands } from '../../model/resources/controller-commands.ts';
import { tasks } from '../../model/resources/tasks.ts';
import { checkRow } from '../../model/row-rules.ts';
import { parseCreate } from '../../model/validation.ts';
import { isJsonObject } from './is-json-object.ts';

const OUTCOMES = ['command', 'alert', 'task'] as const;

/** Where the values of a new row stand in the JSON field, and of which resource it is. */
interface Place {
  readonly path: string;
  readonly definition: ResourceDefinition;
  readonly zone: string;
}

/**
 * What is wrong with the `action` of an automation: a command with its params, an alert or a task,
 * one of them, each with the fields that its own resource takes. Null is no action.
 */
export function actionIssues(action: unknown, zone: string): readonly Issue[] {
  if (action === null || action === undefined) return [];
  if (!isJsonObject(action)) return [wrongType('action')];
  const [outcome, ...others] = OUTCOMES.filter((name) => Object.hasOwn(action, name));
  if (outcome === undefined || others.length > 0) return [notOneOutcome];
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
  if (!isJsonObject(body)) return [wrongType(path)];
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
