import type { Command } from 'commander';
import { ConnectionFailed } from '../../../client/errors.ts';
import { renderMessage } from '../../../i18n/render-message.ts';
import { mostAnchors } from '../../../model/case-file.ts';
import { type FarmError, refused } from '../../../model/core/errors.ts';
import { type Message, message } from '../../../model/core/message.ts';
import { renderExamples } from '../../core/command-line.ts';
import { usageError } from '../../core/errors.ts';
import { dateOption } from '../../input/date-flags.ts';
import { readInputText } from '../../input/read-input.ts';
import type { Column } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { resolveName } from '../../session/resolve-name.ts';
import { type PageFlags, printPagedList } from '../core/paged-list.ts';

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

/** Adds `audit`: the log of calls, with time and key. */
export function addAudit(parent: Command, context: CommandContext): void {
  const audit = parent.command('audit').description('Read and verify the audit log');
  audit
    .command('list')
    .description('List calls, newest first')
    .option('--key-id <id>', 'calls of this key')
    .option('--method <method>', 'calls of this method')
    .option('--path <template>', 'calls of this route, such as /v1/platform/flocks/:id')
    .option('--status <status>', 'calls answered with this status')
    .addOption(dateOption('--from <day or time>', 'calls at or after this time'))
    .addOption(dateOption('--to <day or time>', 'calls at or before this time'))
    .option('--limit <count>', 'maximum number of rows to print (50)')
    .option('--all', 'print all rows')
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
    .description('Verify that no entry was changed or removed; exit status 5 if one was')
    .option('--against <file>', 'compare with the checkpoints in this file (JSON Lines)')
    .option('--public-key <key...>', 'also accept checkpoints signed with this key')
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
  // The profile's farm applies to farm commands; here it would hide most calls.
  const { farm } = context.flags();
  const farmId =
    farm === undefined
      ? undefined
      : await resolveName(await context.client(), 'farms', { typed: farm });
  const { keyId, method, path, status, from, to } = flags;
  const query = { keyId, farmId, method, path, status, from, to };
  await printPagedList(context, { ...flags, path: '/os/audit', query, columns });
}

export interface VerifyFlags {
  readonly against?: string;
  readonly publicKey?: readonly string[];
}

/** The service's findings. */
interface AuditState {
  readonly ok: boolean;
  readonly checked: number;
  readonly firstBroken?: { readonly position: number; readonly id: string } | null;
  readonly lostCommits?: { readonly commits: number; readonly lastAcknowledgedAt: string };
  readonly unmarkedSince?: string;
  readonly unsealed?: number;
  readonly unwritten?: number;
  readonly problems?: readonly { readonly message: string }[];
  readonly anchors?: {
    readonly provenUpTo: { readonly position: number; readonly at: string } | null;
    readonly unanchored: number;
  };
}

const PATH = '/os/audit/verify';

/** `audit verify`: prints the findings and what they prove; throws if the log is invalid. */
export async function runAuditVerify(context: CommandContext, flags: VerifyFlags): Promise<void> {
  const client = await context.client();
  const body = await bodyOf(context, flags);
  const method = body ? 'POST' : 'GET';
  const { data } = await client.request({ method, path: PATH, ...(body ? { body } : {}) });
  if (!isAuditState(data)) {
    throw new ConnectionFailed('not_understood', { method, path: PATH, server: client.server });
  }
  await context.print({ kind: 'record', columns: columnsOf(data), record: { ...data } });
  if (!data.ok) throw faultOf(data);
  const translator = await context.translator();
  if (data.unmarkedSince !== undefined) {
    const unknown = message('note.commitsUnknown', { at: data.unmarkedSince });
    await context.note(renderMessage(translator, unknown));
  }
  for (const line of proofOf(data, flags.against))
    await context.note(renderMessage(translator, line));
}

async function bodyOf(context: CommandContext, { against, publicKey = [] }: VerifyFlags) {
  if (against === undefined) {
    if (publicKey.length === 0) return undefined;
    throw usageError(message('fault.publicKeyNeedsAgainst'));
  }
  const text = await readInputText(against, context.io, '--against');
  const anchors = text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => parseLine(line, `--against: line ${number} of ${against}`));
  if (anchors.length === 0) throw usageError(message('fault.anchorsMissing', { against }));
  // Each anchor covers all earlier entries, so the latest proves everything that older ones do.
  const newest = anchors.sort((a, b) => a.position - b.position).slice(-mostAnchors);
  return { anchors: newest, ...(publicKey.length > 0 ? { publicKeys: publicKey } : {}) };
}

function parseLine(line: string, place: string): { readonly position: number } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw usageError(message('fault.notJson', { place }));
  }
  const { position } = (value ?? {}) as { readonly position?: unknown };
  if (typeof position !== 'number') throw usageError(message('fault.notAnAnchor', { place }));
  return value as { readonly position: number };
}

function faultOf(state: AuditState): FarmError {
  const { firstBroken, checked, problems = [], unsealed = 0, unwritten = 0 } = state;
  if (firstBroken) {
    const message = `The audit log was changed at entry ${firstBroken.position}; ${checked} before it hold.`;
    return refused('audit_broken', message);
  }
  if (state.lostCommits) {
    const { commits, lastAcknowledgedAt } = state.lostCommits;
    const message = `${commits} acknowledged commits up to ${lastAcknowledgedAt} are missing from the database.`;
    return refused('audit_incomplete', message);
  }
  const [problem] = problems;
  if (problem) return refused('audit_broken', problem.message);
  const parts = [
    ...(unsealed > 0 ? [`${unsealed} entries cannot be sealed`] : []),
    ...(unwritten > 0 ? [`${unwritten} calls cannot be written`] : []),
  ];
  return refused('audit_incomplete', `The audit log is incomplete: ${parts.join(', ')}.`);
}

/** What the result proves and does not prove. */
function proofOf({ anchors }: AuditState, against: string | undefined): readonly Message[] {
  if (!anchors) return [];
  const { provenUpTo, unanchored } = anchors;
  if (!provenUpTo) return [message('note.noAnchor')];
  const { position, at } = provenUpTo;
  return [
    message('note.signedUpTo', { position: String(position), at }),
    ...(unanchored === 0 ? [] : [message('note.notSignedYet', { count: unanchored })]),
    ...(against === undefined
      ? [message('note.ownAnchors', { command: 'farmctl audit verify --against FILE' })]
      : []),
  ];
}

/** Fields of the result; those of the anchors are listed individually. */
function columnsOf(data: AuditState): readonly Column[] {
  return Object.keys(data).flatMap((name) =>
    name === 'anchors'
      ? ['provenUpTo.position', 'provenUpTo.at', 'unanchored'].map((part) => ({
          name: `anchors.${part}`,
        }))
      : [{ name }],
  );
}

function isAuditState(data: unknown): data is AuditState {
  const { ok, checked } = (data ?? {}) as Partial<AuditState>;
  return typeof ok === 'boolean' && typeof checked === 'number';
}
