import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';

/** Declares a command below the noun of a resource. */
type AddOwnCommand = (noun: Command, context: CommandContext) => void;

type LoadCommand = () => Promise<AddOwnCommand>;

/** The commands that a resource has beside those that all have. */
const ownCommands: Readonly<Partial<Record<string, readonly LoadCommand[]>>> = {
  automations: [async () => (await import('../automations/run.ts')).addAutomationRun],
  'controller-commands': [
    async () => (await import('../controller-commands/decide.ts')).addDecisions,
  ],
  events: [async () => (await import('../events/tail-events.ts')).addEventsTail],
  integrations: [
    async () => (await import('../integrations/mapping.ts')).addMapping,
    async () => (await import('../integrations/read-now.ts')).addTest,
    async () => (await import('../integrations/read-now.ts')).addPoll,
  ],
  media: [
    async () => (await import('../media/upload.ts')).addUpload,
    async () => (await import('../media/download.ts')).addDownload,
    async () => (await import('../media/analyze.ts')).addAnalyze,
  ],
};

/** The commands of the noun of a resource that it alone has; none for most. */
export function loadOwnCommands(resource: string): Promise<readonly AddOwnCommand[]> {
  return Promise.all((ownCommands[resource] ?? []).map((load) => load()));
}
