import { ConnectionFailed } from '../../../client/errors.ts';
import { mostAnchors } from '../../../model/audit-anchor.ts';
import { type FarmError, refused } from '../../../model/errors.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { readInputText } from '../../read-input-text.ts';

/** The flags of `audit verify`. */
export interface VerifyFlags {
  readonly against?: string;
  readonly publicKey?: readonly string[];
}

/** What the service found. */
interface AuditState {
  readonly ok: boolean;
  readonly checked: number;
  readonly firstBroken?: { readonly position: number; readonly id: string } | null;
  readonly lostCommits?: { readonly commits: number; readonly lastAcknowledgedAt: string };
  readonly unsealed?: number;
  readonly unwritten?: number;
  readonly problems?: readonly { readonly message: string }[];
  readonly anchors?: {
    readonly provenUpTo: { readonly position: number; readonly at: string } | null;
    readonly unanchored: number;
  };
}

const PATH = '/os/audit/verify';

/** `audit verify`: prints what was found and what it proves; throws when the log is not sound. */
export async function runAuditVerify(context: CommandContext, flags: VerifyFlags): Promise<void> {
  const client = await context.client();
  const body = await bodyOf(context, flags);
  const method = body ? 'POST' : 'GET';
  const { data } = await client.request({ method, path: PATH, ...(body ? { body } : {}) });
  if (!isAuditState(data)) {
    throw new ConnectionFailed('not_understood', { method, path: PATH, server: client.server });
  }
  await context.print({ kind: 'record', record: { ...data } });
  if (!data.ok) throw faultOf(data);
  for (const line of proofOf(data, flags.against)) await context.note(line);
}

async function bodyOf(context: CommandContext, { against, publicKey = [] }: VerifyFlags) {
  if (against === undefined) {
    if (publicKey.length === 0) return undefined;
    throw usageError('--public-key is for --against; name the file of the anchors');
  }
  const text = await readInputText(against, context.io, '--against');
  const anchors = text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => parseLine(line, `--against: line ${number} of ${against}`));
  if (anchors.length === 0) throw usageError(`--against: ${against} holds no anchor`);
  // Each anchor stands for all entries before it, so the newest prove all that older ones do.
  const newest = anchors.sort((a, b) => a.position - b.position).slice(-mostAnchors);
  return { anchors: newest, ...(publicKey.length > 0 ? { publicKeys: publicKey } : {}) };
}

function parseLine(line: string, place: string): { readonly position: number } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw usageError(`${place} is not JSON`);
  }
  const { position } = (value ?? {}) as { readonly position?: unknown };
  if (typeof position !== 'number') throw usageError(`${place} is not an anchor`);
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

/** What the result proves, and what it does not. */
function proofOf({ anchors }: AuditState, against: string | undefined): readonly string[] {
  if (!anchors) return [];
  const { provenUpTo, unanchored } = anchors;
  if (!provenUpTo) {
    return [
      'No anchor covers this log: its entries fit together, but whoever can write to the database ' +
        'could have removed the newest or replaced all of them.',
    ];
  }
  const { position, at } = provenUpTo;
  const rest =
    unanchored === 0 ? [] : [`The ${unanchored} entries after it are chained, but not signed yet.`];
  const reach =
    against === undefined
      ? [
          'The anchors are those of this server: whoever controls it could have removed the newest. ' +
            'Compare with anchors kept elsewhere: farmctl audit verify --against FILE',
        ]
      : [];
  return [`Entries up to ${position} are those that were signed on ${at}.`, ...rest, ...reach];
}

function isAuditState(data: unknown): data is AuditState {
  const { ok, checked } = (data ?? {}) as Partial<AuditState>;
  return typeof ok === 'boolean' && typeof checked === 'number';
}
