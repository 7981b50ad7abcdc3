import type { Command } from 'commander';
import { ConnectionFailed } from '../../client/errors.ts';
import { refused } from '../../model/errors.ts';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';
import { resolveName } from '../resolve-name.ts';
import { type PageFlags, printPagedList } from './paged-list.ts';

interface AuditFilters extends PageFlags {
  readonly keyId?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: string;
  readonly from?: string;
  readonly to?: string;
}

const columns = [
  { name: 'at', kind: 'time' },
  { name: 'keyId' },
  { name: 'method' },
  { name: 'route' },
  { name: 'rowId' },
  { name: 'farmId' },
  { name: 'status', kind: 'number' },
  { name: 'code' },
  { name: 'durationMs', kind: 'number', unit: 'ms' },
  { name: 'ip' },
  { name: 'requestId' },
] as const;

/** Adds `audit`: what was called, when and by which key. */
export function addAudit(parent: Command, context: CommandContext): void {
  const audit = parent.command('audit').description('Read and verify the audit log');
  audit
    .command('list')
    .description('List calls, the newest first')
    .option('--key-id <id>', 'calls of this key')
    .option('--method <method>', 'calls of this method')
    .option('--path <template>', 'calls of this route, such as /v1/platform/flocks/:id')
    .option('--status <status>', 'calls that ended with this status')
    .option('--from <day or time>', 'calls from then on')
    .option('--to <day or time>', 'calls up to then')
    .option('--limit <count>', 'print at most so many (50)')
    .option('--all', 'print all of them')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl audit list --from 2026-11-21 --status 401',
        'farmctl audit list --method DELETE --all -o csv > deletes.csv',
      ]),
    )
    .action((filters: AuditFilters) => runAuditList(context, filters));
  audit
    .command('verify')
    .description('Check that no entry was changed or taken away; exit status 5 if one was')
    .addHelpText(
      'after',
      renderExamples(['farmctl audit verify', 'farmctl audit verify -o json --jq .checked']),
    )
    .action(() => runAuditVerify(context));
}

async function runAuditList(context: CommandContext, flags: AuditFilters): Promise<void> {
  // The farm of a profile is for the work on farms; here it would hide most calls.
  const { farm } = context.flags();
  const farmId =
    farm === undefined
      ? undefined
      : await resolveName(await context.client(), 'farms', { typed: farm });
  const { keyId, method, path, status, from, to } = flags;
  const query = { keyId, farmId, method, path, status, from, to };
  await printPagedList(context, { ...flags, path: '/os/audit', query, columns });
}

interface ChainState {
  readonly ok: boolean;
  readonly checked: number;
  readonly firstBroken: { readonly position: number; readonly id: string } | null;
  readonly lostCommits?: { readonly commits: number; readonly lastAcknowledgedAt: string };
}

async function runAuditVerify(context: CommandContext): Promise<void> {
  const client = await context.client();
  const path = '/os/audit/verify';
  const { data } = await client.request({ method: 'GET', path });
  if (!isChainState(data)) {
    throw new ConnectionFailed('not_understood', { method: 'GET', path, server: client.server });
  }
  await context.print({ kind: 'record', record: { ...data } });
  if (data.ok) return;
  if (data.lostCommits && !data.firstBroken) {
    const { commits, lastAcknowledgedAt } = data.lostCommits;
    throw refused(
      'audit_incomplete',
      `${commits} acknowledged commits up to ${lastAcknowledgedAt} are missing from the database.`,
    );
  }
  const place = data.firstBroken ? ` at entry ${data.firstBroken.position}` : '';
  throw refused(
    'audit_broken',
    `The audit log was changed${place}; ${data.checked} before it hold.`,
  );
}

function isChainState(data: unknown): data is ChainState {
  const { ok, checked } = (data ?? {}) as Partial<ChainState>;
  return typeof ok === 'boolean' && typeof checked === 'number';
}
