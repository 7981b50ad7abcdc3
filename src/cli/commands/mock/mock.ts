import type { Command } from 'commander';
import { message } from '../../../model/core/message.ts';
import { renderExamples } from '../../core/command-line.ts';
import { usageError } from '../../core/errors.ts';
import { resolveDate } from '../../input/date-flags.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { type Control, sendControl } from '../core/write-results.ts';

const CLOCK_PATH = '/os/mock/clock';
const SPAN = /^(\d{1,9})(s|m|h|d|w)$/;
const UNIT_MILLIS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Adds `clock`: controls a mock server's clock. */
export function addClock(parent: Command, context: CommandContext): void {
  const clock = parent.command('clock').description('Read and move the clock of a mock server');
  clock
    .command('get')
    .description('Print the time of the server')
    .addHelpText(
      'after',
      renderExamples(['farmctl clock get', 'farmctl clock get -o json --jq .now']),
    )
    .action(() => move(context, { method: 'GET', path: CLOCK_PATH }));
  clock
    .command('set <time>')
    .description('Set the clock; ages, gaps, alerts, retries and expiry depend on it')
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
    .description('Advance the clock by a duration such as 90s, 15m, 6h, 3d or 2w')
    .addHelpText(
      'after',
      renderExamples(['farmctl clock advance 24h', 'farmctl clock advance 3d && farmctl digest']),
    )
    .action((span: string) =>
      move(context, { method: 'PUT', path: CLOCK_PATH, body: { advanceMs: parseSpan(span) } }),
    );
}

async function runSet(context: CommandContext, time: string): Promise<void> {
  const now = await resolveDate(context, time, { kind: 'time', place: '<time>' });
  await move(context, { method: 'PUT', path: CLOCK_PATH, body: { now } });
}

async function move(context: CommandContext, control: Control): Promise<void> {
  const columns = [{ name: 'now' }];
  requireFields(context, columns);
  const record = await sendControl(context, control);
  await context.print({ kind: 'record', columns, record });
}

function parseSpan(text: string): number {
  const [, count, unit] = SPAN.exec(text) ?? [];
  if (unit !== undefined) return Number(count) * UNIT_MILLIS[unit as keyof typeof UNIT_MILLIS];
  throw usageError(message('fault.durationInvalid', { text: JSON.stringify(text) }));
}

const FAULTS_PATH = '/os/mock/faults';

const NOTE = `A rule is a method, a path prefix, a fault and a probability; only the fault is required.
Faults: a status, latency=200ms, drop-after-commit.
For a single request: farmctl api GET /flocks -H 'Prefer=code=503, wait=2'`;

/** Adds `fault`: makes a mock server fail on purpose. */
export function addFault(parent: Command, context: CommandContext): void {
  const fault = parent.command('fault').description('Inject faults into a mock server');
  fault
    .command('list')
    .description('List the fault rules')
    .addHelpText('after', renderExamples(['farmctl fault list', 'farmctl fault list -o json']))
    .action(() => printFaults(context, { method: 'GET', path: FAULTS_PATH }));
  fault
    .command('add <rule>')
    .description('Add a fault rule; the first matching rule applies')
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
    .action((rule: string) =>
      printFaults(context, { method: 'POST', path: FAULTS_PATH, body: { rule } }),
    );
  fault
    .command('clear')
    .description('Remove all rules')
    .addHelpText(
      'after',
      renderExamples(['farmctl fault clear', 'farmctl fault clear && farmctl fault list']),
    )
    .action(() => printFaults(context, { method: 'DELETE', path: FAULTS_PATH }));
}

async function printFaults(context: CommandContext, control: Control): Promise<void> {
  const columns = [{ name: 'rule' }];
  requireFields(context, columns);
  const { data } = await sendControl(context, control);
  const rows = (Array.isArray(data) ? data : []).map((rule) => ({ rule: String(rule) }));
  await context.print({ kind: 'rows', columns, rows });
}

const SAVE_NOTE = `All rows, keys, settings and files, the clock and the faults, as one SQLite file.`;

const LOAD_NOTE = `Everything on the server is replaced, including its keys. A snapshot of another schema version is
rejected.`;

/** Adds `snapshot`: saves a mock server's state to a file. */
export function addSnapshot(parent: Command, context: CommandContext): void {
  const snapshot = parent
    .command('snapshot')
    .description('Keep everything a mock server holds in a file, and put it back');
  snapshot
    .command('save <file>')
    .description('Save the state of the server to a file')
    .option('--force', 'overwrite an existing file')
    .addHelpText(
      'after',
      renderExamples(
        ['farmctl snapshot save before.db', 'farmctl snapshot save before.db --force'],
        SAVE_NOTE,
      ),
    )
    .action(async (file: string, flags: { readonly force?: boolean }) => {
      const { runSnapshotSave } = await import('./run-snapshot.ts');
      await runSnapshotSave(context, file, flags);
    });
  snapshot
    .command('load <file>')
    .description('Load the state of the server from a file')
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl snapshot load before.db',
          'farmctl snapshot load before.db --yes && farmctl digest',
        ],
        LOAD_NOTE,
      ),
    )
    .action(async (file: string) => {
      const { runSnapshotLoad } = await import('./run-snapshot.ts');
      await runSnapshotLoad(context, file);
    });
}
