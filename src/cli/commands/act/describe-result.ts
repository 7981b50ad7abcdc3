import type { ActionType } from '../../../model/actions.ts';
import { resources } from '../../../model/registry.ts';
import type { ResourceDefinition } from '../../../model/resource.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import { describeWrite } from '../resource/row-output.ts';

const VERBS: Readonly<Partial<Record<ActionType, string>>> = {
  complete_task: 'completed',
  log_daily: 'wrote',
  set_farm_location: 'located',
  set_barn_location: 'located',
};

/** What an action did, for people: `created task task_… (Call the vet)`. */
export function describeResult(type: ActionType, result: unknown): string {
  const record = (result ?? {}) as Values;
  const definition = findDefinition(record['id']);
  if (definition) return describeWrite(VERBS[type] ?? 'created', definition, record);
  return type === 'navigate' ? `leads to ${neutralise(String(record['url']))}` : `did ${type}`;
}

/** The resource of a record, told by what its id begins with. */
export function findDefinition(id: unknown): ResourceDefinition | undefined {
  if (typeof id !== 'string') return undefined;
  const prefix = id.slice(0, Math.max(0, id.lastIndexOf('_')));
  return Object.values(resources).find(({ idPrefix }) => idPrefix === prefix);
}
