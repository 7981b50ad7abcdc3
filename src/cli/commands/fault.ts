import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';
import { type Control, sendControl } from './mock/send-control.ts';

const PATH = '/os/mock/faults';

const NOTE = `A rule is a method, the beginning of a path, what happens and how often; all but what
happens may be left out. What happens: a status, latency=200ms, drop-after-commit.
For one request alone: farmctl api GET /flocks -H 'Prefer=code=503, wait=2'`;

/** Adds `fault`: what a mock server does wrong on purpose. */
export function addFault(parent: Command, context: CommandContext): void {
  const fault = parent.command('fault').description('Make a mock server fail on purpose');
  fault
    .command('list')
    .description('List the rules by which the server fails')
    .addHelpText('after', renderExamples(['farmctl fault list', 'farmctl fault list -o json']))
    .action(() => tell(context, { method: 'GET', path: PATH }));
  fault
    .command('add <rule>')
    .description('Add a rule; the first that fits a request strikes')
    .addHelpText(
      'after',
      renderExamples(
        [
          "farmctl fault add 'POST /tasks 503 20%'",
          "farmctl fault add 'GET /flocks latency=800ms'",
        ],
        NOTE,
      ),
    )
    .action((rule: string) => tell(context, { method: 'POST', path: PATH, body: { rule } }));
  fault
    .command('clear')
    .description('Remove every rule')
    .addHelpText(
      'after',
      renderExamples(['farmctl fault clear', 'farmctl fault clear && farmctl fault list']),
    )
    .action(() => tell(context, { method: 'DELETE', path: PATH }));
}

async function tell(context: CommandContext, control: Control): Promise<void> {
  const { data } = await sendControl(context, control);
  const rows = (Array.isArray(data) ? data : []).map((rule) => ({ rule: String(rule) }));
  await context.print({ kind: 'rows', columns: [{ name: 'rule' }], rows });
}
