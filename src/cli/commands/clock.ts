import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { resolveDate } from '../date-flags.ts';
import { usageError } from '../errors.ts';
import { renderExamples } from '../help-examples.ts';
import { type Control, sendControl } from './mock/send-control.ts';

const PATH = '/os/mock/clock';
const SPAN = /^(\d{1,9})(s|m|h|d|w)$/;
const UNIT_MILLIS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Adds `clock`: the time of a mock server, and all that depends on it. */
export function addClock(parent: Command, context: CommandContext): void {
  const clock = parent.command('clock').description('Read and move the clock of a mock server');
  clock
    .command('get')
    .description('Print the time of the server')
    .addHelpText(
      'after',
      renderExamples(['farmctl clock get', 'farmctl clock get -o json --jq .now']),
    )
    .action(() => move(context, { method: 'GET', path: PATH }));
  clock
    .command('set <time>')
    .description('Set the clock; ages, gaps, alerts, retries and expiry follow')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl clock set 2026-11-21T05:00:00Z',
        "farmctl clock set 'tomorrow 06:00'",
      ]),
    )
    .action((time: string) => runSet(context, time));
  clock
    .command('advance <span>')
    .description('Move the clock on by a span such as 90s, 15m, 6h, 3d or 2w')
    .addHelpText(
      'after',
      renderExamples(['farmctl clock advance 24h', 'farmctl clock advance 3d && farmctl digest']),
    )
    .action((span: string) =>
      move(context, { method: 'PUT', path: PATH, body: { advanceMs: parseSpan(span) } }),
    );
}

async function runSet(context: CommandContext, time: string): Promise<void> {
  const now = await resolveDate(context, time, { kind: 'time', place: '<time>' });
  await move(context, { method: 'PUT', path: PATH, body: { now } });
}

async function move(context: CommandContext, control: Control): Promise<void> {
  const columns = [{ name: 'now' }];
  const record = await sendControl(context, control);
  await context.print({ kind: 'record', columns, record });
}

function parseSpan(text: string): number {
  const [, count, unit] = SPAN.exec(text) ?? [];
  if (unit !== undefined) return Number(count) * UNIT_MILLIS[unit as keyof typeof UNIT_MILLIS];
  throw usageError(`a span must be such as 90s, 15m, 6h, 3d or 2w, not ${JSON.stringify(text)}`);
}
