import { followAutomations } from './automations/follow-automations.ts';
import { followChangedFarms } from './brain/changed-farms.ts';
import { followCommands } from './commands/follow-commands.ts';
import type { FollowUp } from './runtime.ts';
import { followCameras } from './vision/follow-cameras.ts';

/** Everything that follows from rows that change, in this order. */
const FOLLOW_UPS: readonly FollowUp[] = [
  followCameras,
  followAutomations,
  followCommands,
  followChangedFarms,
];

/** Does what follows from a row that came, changed or went, in the same transaction. */
export const followRows: FollowUp = async (runtime, touch) => {
  for (const follow of FOLLOW_UPS) await follow(runtime, touch);
};
