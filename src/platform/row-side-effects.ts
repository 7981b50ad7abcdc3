import { followAutomations } from './automations/automation-triggers.ts';
import { followCommands } from './commands/command-queue.ts';
import type { Runtime, SideEffects } from './core/runtime.ts';
import { followAlerts } from './notices/incidents.ts';
import { followCameras } from './vision/follow-cameras.ts';

/** Resources whose changes trigger a rule evaluation; readings are evaluated on a schedule. */
const JUDGED: ReadonlySet<string> = new Set([
  'barns',
  'flocks',
  'daily-logs',
  'sales',
  'feed-deliveries',
  'treatments',
  'medicine',
]);

/** Adds the farm of a changed row to those to be evaluated, after the commit. */
const followChangedFarms: SideEffects = async ({ changedFarms }: Runtime, rowEvent) => {
  const { resource, before, after, transaction } = rowEvent;
  if (!changedFarms) return;
  for (const row of [before, after]) {
    // Of the events, only moults are relevant to rules.
    const isJudged = JUDGED.has(resource) || (resource === 'events' && row?.['kind'] === 'moult');
    if (!isJudged || !row?.farmId) continue;
    const { orgId, farmId } = row;
    transaction.afterCommit(() => changedFarms.note({ orgId, farmId }));
  }
};

/** All side effects of row changes, in this order. */
const FOLLOW_UPS: readonly SideEffects[] = [
  followCameras,
  followAutomations,
  followCommands,
  followAlerts,
  followChangedFarms,
];

/** Runs the side effects of an insert, update or delete in the same transaction. */
export const runRowSideEffects: SideEffects = async (runtime, rowEvent) => {
  for (const follow of FOLLOW_UPS) await follow(runtime, rowEvent);
};
