import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';

/** Declares a command below the noun of a resource. */
type AddOwnCommand = (noun: Command, context: CommandContext) => void;

type LoadCommand = () => Promise<AddOwnCommand>;

/** The commands that a resource has beside those that all have. */
const ownCommands: Readonly<Partial<Record<string, readonly LoadCommand[]>>> = {
  events: [async () => (await import('../events/tail-events.ts')).addEventsTail],
};

/** The commands of the noun of a resource that it alone has; none for most. */
export function loadOwnCommands(resource: string): Promise<readonly AddOwnCommand[]> {
  return Promise.all((ownCommands[resource] ?? []).map((load) => load()));
}
