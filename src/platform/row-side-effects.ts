import { followAutomations } from './automations/automation-triggers.ts';
import { followCommands } from './commands/command-queue.ts';
import type { Runtime, SideEffects } from './core/runtime.ts';
import { followAlerts } from './notices/incidents.ts';
import { followCameras } from './vision/follow-cameras.ts';

/** The resources that people and programs write and that rules judge; readings are judged regularly. */
const JUDGED: ReadonlySet<string> = new Set([
  'barns',
  'flocks',
  'daily-logs',
  'sales',
  'feed-deliveries',
  'treatments',
  'medicine',
]);

/** Notes the farm of a row that rules judge, once its change is durable. */
const followChangedFarms: SideEffects = async ({ changedFarms }: Runtime, touch) => {
  const { resource, before, after, transaction } = touch;
  if (!changedFarms) return;
  for (const row of [before, after]) {
    // Of the events only moults are looked at by rules.
    const isJudged = JUDGED.has(resource) || (resource === 'events' && row?.['kind'] === 'moult');
    if (!isJudged || !row?.farmId) continue;
    const { orgId, farmId } = row;
    transaction.afterCommit(() => changedFarms.note({ orgId, farmId }));
  }
};

/** Everything that follows from rows that change, in this order. */
const FOLLOW_UPS: readonly SideEffects[] = [
  followCameras,
  followAutomations,
  followCommands,
  followAlerts,
  followChangedFarms,
];

/** Does what follows from a row that came, changed or went, in the same transaction. */
export const runRowSideEffects: SideEffects = async (runtime, touch) => {
  for (const follow of FOLLOW_UPS) await follow(runtime, touch);
};
