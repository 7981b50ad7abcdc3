import type { Command } from 'commander';
import type { CommandContext } from '../session/context.ts';

/** Adds a command to the noun of a resource. */
type AddResourceCommand = (noun: Command, context: CommandContext) => void;

type LoadCommand = () => Promise<AddResourceCommand>;

/** Commands specific to a resource. */
const ownCommands: Readonly<Partial<Record<string, readonly LoadCommand[]>>> = {
  automations: [
    async () => (await import('./devices/automations.ts')).addAutomationRun,
    async () => (await import('./devices/automations.ts')).addAutomationTest,
  ],
  'controller-commands': [async () => (await import('./devices/cameras.ts')).addDecisions],
  events: [async () => (await import('./webhooks/tail-events.ts')).addEventsTail],
  integrations: [
    async () => (await import('./devices/integrations.ts')).addMapping,
    async () => (await import('./devices/integrations.ts')).addTest,
    async () => (await import('./devices/integrations.ts')).addPoll,
  ],
  media: [
    async () => (await import('./media/media.ts')).addUpload,
    async () => (await import('./media/media.ts')).addDownload,
    async () => (await import('./media/media.ts')).addAnalyze,
  ],
  users: [
    async () => (await import('./organisation/user-access.ts')).addUserInvite,
    async () => (await import('./organisation/user-access.ts')).addUserAccess,
    async () => (await import('./organisation/user-access.ts')).addUserEmail,
  ],
};

/** The commands specific to a resource; usually empty. */
export function loadResourceCommands(resource: string): Promise<readonly AddResourceCommand[]> {
  return Promise.all((ownCommands[resource] ?? []).map((load) => load()));
}
