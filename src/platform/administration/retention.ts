import { getResource } from '../../model/resources/registry.ts';
import {
  defaultRetention,
  type Retention,
  type RetentionName,
  retention,
} from '../../model/retention.ts';
import type { PartitionedTable, Transaction } from '../../storage/core/database.ts';
import { dropMonthsBefore } from '../../storage/postgres/month-partitions.ts';
import { findSettings, listOrganisations } from '../../storage/system/organisations.ts';
import {
  deleteWebhookAttempts,
  deleteWebhookDeliveries,
  forgetActions,
  forgetActivity,
  forgetHistory,
  forgetRows,
  type Outdated,
} from '../../storage/system/retention.ts';
import { DAY_MILLIS, formatInstant } from '../../tools/calendar.ts';
import type { AnchorKeeper } from '../audit/anchors.ts';
import type { Runtime } from '../core/runtime.ts';

/** Rows deleted per transaction, so that the single writer is not blocked for long. */
const AT_ONCE = 1000;

/**
 * Dependencies of retention: the rows of all organisations, and the audit log, whose pruning is
 * signed.
 */
export interface RetentionTools {
  readonly runtime: Runtime;
  readonly anchors: Pick<AnchorKeeper, 'prune'>;
}

type Step = (transaction: Transaction, outdated: Outdated) => Promise<number>;

/** Deletions by setting, except for the audit log, which all organisations share. */
const STEPS: Readonly<Record<Exclude<RetentionName, 'auditDays'>, readonly Step[]>> = {
  envReadingsDays: rowSteps('env-readings', 'ts'),
  visionEventsDays: rowSteps('vision-events', 'ts'),
  chatMessagesDays: rowSteps('chat-messages', 'created_at'),
  agentRunsDays: rowSteps('agent-runs', 'created_at'),
  actionsDays: [forgetActions],
  activityDays: [forgetActivity],
  historyDays: [forgetHistory],
  deliveriesDays: [deleteWebhookAttempts, deleteWebhookDeliveries],
};

/** Tables that are dropped by month on PostgreSQL. */
const MONTHLY = [
  ['envReadingsDays', 'env_readings'],
  ['visionEventsDays', 'vision_events'],
] as const satisfies readonly (readonly [RetentionName, PartitionedTable])[];

/** Deletes expired rows of each organisation in small batches until none are left. */
export async function sweepRetention(tools: RetentionTools, signal: AbortSignal): Promise<void> {
  const { runtime } = tools;
  const { database, clock } = runtime;
  const periods: { readonly orgId: string; readonly days: Retention }[] = [];
  for (const { id: orgId } of await listOrganisations(database)) {
    const { retention } = await findSettings(database, orgId);
    periods.push({ orgId, days: retentionDays(retention) });
  }
  const everyone = periods.map(({ days }) => days);
  if (database.dialect.name === 'postgres' && !signal.aborted) await dropMonths(runtime, everyone);
  for (const { orgId, days } of periods) {
    for (const [name, steps] of Object.entries(STEPS)) {
      const ownDays = days[name as RetentionName];
      if (ownDays === null) continue;
      const outdated = { orgId, before: instantBefore(clock.now(), ownDays), limit: AT_ONCE };
      for (const step of steps) {
        await repeat(signal, () =>
          database.transaction((transaction) => step(transaction, outdated)),
        );
      }
    }
  }
  await sweepAudit(tools, everyone, signal);
}

/**
 * The entries of all organisations form one chain: it is pruned where no organisation retains them.
 */
async function sweepAudit(
  { runtime: { clock }, anchors }: RetentionTools,
  everyone: readonly Retention[],
  signal: AbortSignal,
): Promise<void> {
  const longest = longestOf(everyone, 'auditDays');
  if (longest === undefined) return;
  const now = clock.now();
  const query = { before: instantBefore(now, longest), now: formatInstant(now), limit: AT_ONCE };
  await repeat(signal, () => anchors.prune(query));
}

/** Drops whole monthly tables that no organisation retains. */
async function dropMonths(
  { database, clock }: Runtime,
  everyone: readonly Retention[],
): Promise<void> {
  for (const [name, table] of MONTHLY) {
    const longest = longestOf(everyone, name);
    if (longest === undefined) continue;
    const firstKept = `${instantBefore(clock.now(), longest).slice(0, 7)}-01`;
    await dropMonthsBefore(database, table, firstKept);
  }
}

/** The longest retention of all organisations; undefined when one of them retains data forever. */
function longestOf(everyone: readonly Retention[], name: RetentionName): number | undefined {
  const days = everyone.map((retentionDays) => retentionDays[name]);
  const limited = days.filter((value) => value !== null);
  return days.length > 0 && limited.length === days.length ? Math.max(...limited) : undefined;
}

function rowSteps(resource: string, column: 'ts' | 'created_at'): readonly Step[] {
  const step =
    (isDeleted: boolean): Step =>
    (transaction, outdated) =>
      forgetRows(transaction, getResource(resource), { ...outdated, column, isDeleted });
  return [step(false), step(true)];
}

async function repeat(signal: AbortSignal, forget: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await forget()) === AT_ONCE);
}

function instantBefore(now: number, days: number): string {
  return formatInstant(now - days * DAY_MILLIS);
}

/** The retention periods of an organisation: the defaults with its stored overrides. */
export function retentionDays(stored: Readonly<Record<string, number | null>>): Retention {
  const knownSettings = Object.entries(stored).filter(([name]) => Object.hasOwn(retention, name));
  return { ...defaultRetention, ...Object.fromEntries(knownSettings) };
}
