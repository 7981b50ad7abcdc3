import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { dateOption } from '../date-flags.ts';
import { renderExamples } from '../help-examples.ts';
import { resolveName } from '../resolve-name.ts';
import { runAuditVerify, type VerifyFlags } from './audit/verify-audit.ts';
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
    .addOption(dateOption('--from <day or time>', 'calls from then on'))
    .addOption(dateOption('--to <day or time>', 'calls up to then'))
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
    .description('Check that no entry was changed or removed; exit status 5 if one was')
    .option('--against <file>', 'compare with anchors kept in this file, one JSON object a line')
    .option('--public-key <key...>', 'accept anchors signed with this key as well')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl audit verify',
        'farmctl audit verify -o json --jq .anchors.latest >> anchors.jsonl',
      ]),
    )
    .action((flags: VerifyFlags) => runAuditVerify(context, flags));
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
