import { isSecretReference, isUnbound } from '../../model/core/secrets.ts';
import type { AuditProblem } from '../../platform/audit/compare-anchors.ts';
import type { ChainState } from '../../platform/audit/verify-audit.ts';
import type { CommitLoss, IntegrityCheck } from '../../storage/core/database.ts';
import type { AuditEnds } from '../../storage/system/audit-anchors.ts';
import type { IntegrationFeed, SecretUse } from '../../storage/system/integrations.ts';
import type { ContentFaults } from '../../storage/system/media.ts';
import type { WebhookHealth } from '../../storage/system/webhooks.ts';
import { unreadableWebhooks } from '../core/secrets.ts';
import { type Finding, failed, megabytes, passed, skipped, warned } from './finding.ts';

/** The file is not damaged; `fault` is what SQLite found, now or in the last scheduled check. */
export function checkIntegrity(
  fault: string | undefined,
  isDeep: boolean,
  lastCheck?: IntegrityCheck,
): Finding {
  if (fault !== undefined) {
    return failed('integrity', `the database is damaged: ${fault}`, RESTORE);
  }
  if (isDeep) return passed('integrity', 'every page and index is sound');
  const quick = 'a quick look finds no damage';
  if (!lastCheck) return passed('integrity', `${quick}; --deep reads it all`);
  const { checkedAt, fault: found } = lastCheck;
  if (found === null) {
    return passed('integrity', `${quick}, nor did the scheduled check of ${checkedAt}`);
  }
  return failed('integrity', `the scheduled check of ${checkedAt} found damage: ${found}`, RESTORE);
}

/** Every acknowledged commit is in the database, or an operator has accepted its loss. */
export function checkCommits(
  loss: CommitLoss | undefined,
  unmarkedSince: string | undefined,
): Finding {
  if (!loss && unmarkedSince !== undefined) {
    return warned(
      'commits',
      `the mark of acknowledged commits is missing (noticed ${unmarkedSince}): a loss of writes before then would not show`,
      'if nobody copied the database without its mark, compare with anchors kept elsewhere (farmctl audit verify --against FILE) and with a backup; then: farmctl doctor --accept-loss',
    );
  }
  if (!loss) return passed('commits', 'every acknowledged commit is there');
  const { commits, lastAcknowledgedAt, noticedAt } = loss;
  return failed(
    'commits',
    `${commits} acknowledged commits up to ${lastAcknowledgedAt} are missing (noticed ${noticedAt})`,
    'bring the missing write-ahead log or a newer backup back, or enter the rows again and accept the loss: farmctl doctor --accept-loss',
  );
}

/** What to do about a damaged database. */
export const RESTORE = 'put a backup in its place: farmctl restore FILE';

/** The files of media items are all there, and all of each. */
export function checkFiles({ files, bytes, broken, missing }: ContentFaults): Finding {
  const kept = files === 1 ? '1 file is kept' : `${files} files are kept`;
  const whole = files === 0 ? 'no files are kept' : `${kept}, ${megabytes(bytes)}`;
  const faults = [
    ...(broken.length > 0 ? [`not all of ${broken.join(', ')} is there`] : []),
    ...(missing.length > 0 ? [`${missing.join(', ')} tell of files that are not there`] : []),
  ];
  if (faults.length === 0) return passed('files', whole);
  return failed('files', `${whole}; ${faults.join('; ')}`, RESTORE);
}

// Entries are sealed within moments of the end of their call; the longest call is an upload.
const LONGEST_UNSEALED_MILLIS = 3_600_000;

/** Nobody has changed the audit log; undefined where that was not looked at. */
export function checkAuditLog(chain: ChainState | undefined, entries: number): Finding {
  if (!chain) {
    return skipped('auditLog', `${entries} entries; farmctl doctor --deep checks the chain`);
  }
  if (chain.ok) return passed('auditLog', `the chain of ${chain.checked} entries is whole`);
  const { position, id } = chain.firstBroken ?? { position: chain.checked + 1, id: 'unknown' };
  return failed(
    'auditLog',
    `the audit log was changed at entry ${position} (${id})`,
    'find out who had access to the database; compare with a backup',
  );
}

/** Entries that wait for their place in the chain for longer than any call takes. */
export function checkUnsealed(
  { unsealed, oldestUnsealed }: AuditEnds,
  now: number,
): readonly Finding[] {
  if (oldestUnsealed === undefined || now - oldestUnsealed <= LONGEST_UNSEALED_MILLIS) return [];
  const since = new Date(oldestUnsealed).toISOString();
  return [
    warned(
      'auditLog',
      `${unsealed} entries are not part of the chain yet, the oldest from ${since}`,
      'start the server, which seals them; if they stay unsealed, look for "audit" in its log',
    ),
  ];
}

/** What the signed anchors of the log contradict. */
export function checkAnchors(problems: readonly AuditProblem[]): readonly Finding[] {
  return problems.map(({ message }) =>
    failed(
      'auditLog',
      message,
      'compare with anchors kept elsewhere: farmctl audit verify --against FILE',
    ),
  );
}

const MINUTE_MILLIS = 60_000;
const HOUR_MILLIS = 60 * MINUTE_MILLIS;
const DAYS_FROM_HOURS = 48;
/** A receiver that is down for an hour is tried again by itself. */
const LONG_MILLIS = 2 * HOUR_MILLIS;

/** What the outbox holds and what of it has not arrived. */
export interface OutboxFacts {
  readonly events: number;
  readonly webhooks: readonly WebhookHealth[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Events reach the webhooks; one that was switched off, or a long wait, is for somebody to look at. */
export function checkOutbox({ events, webhooks, now }: OutboxFacts): Finding {
  const kept = `${events} events are kept`;
  const waiting = webhooks.reduce((sum, webhook) => sum + webhook.waiting, 0);
  const oldest = oldestOf(webhooks);
  const backlog =
    oldest === undefined
      ? kept
      : `${kept}, ${waiting} deliveries wait, the oldest for ${span(now - oldest)}`;
  const off = webhooks.filter(isOff);
  const [first] = off;
  if (first) {
    const names = off.map(
      ({ id, url, disabledReason, waiting: held }) =>
        `${id} to ${hostOf(url)} is off (${disabledReason}) and holds ${held}`,
    );
    return warned('outbox', `${backlog}; ${names.join('; ')}`, remedyOf(first));
  }
  const meant = webhooks.filter(({ enabled }) => enabled);
  const longest = oldestOf(meant);
  if (longest === undefined || now - longest <= LONG_MILLIS) return passed('outbox', backlog);
  const late = meant.find(({ oldestAt }) => Date.parse(oldestAt ?? '') === longest);
  return warned(
    'outbox',
    `${backlog}, for ${late?.id} to ${hostOf(late?.url ?? '')}`,
    `see whether a server runs, and why: farmctl webhook deliveries ${late?.id} --state pending`,
  );
}

function remedyOf({ id, disabledReason }: WebhookHealth): string {
  return disabledReason?.startsWith('owner_')
    ? `adopt it with another key that reads the same data: farmctl webhook adopt ${id}`
    : `repair the receiver, then: farmctl webhook update ${id} --enabled`;
}

/** Off by itself; what a person switched off is meant to be. */
function isOff({ enabled, disabledReason }: WebhookHealth): boolean {
  return !enabled && disabledReason !== 'by_hand';
}

function oldestOf(webhooks: readonly WebhookHealth[]): number | undefined {
  const times = webhooks.flatMap(({ oldestAt }) =>
    oldestAt === null ? [] : [Date.parse(oldestAt)],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Without what stands behind the host, which may be secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an unknown host';
}

function span(millis: number): string {
  const hours = Math.floor(millis / HOUR_MILLIS);
  if (hours >= DAYS_FROM_HOURS) return `${Math.floor(hours / 24)} days`;
  return hours >= 1 ? `${hours} h` : `${Math.max(0, Math.floor(millis / MINUTE_MILLIS))} min`;
}

/** Integrations whose secret is stored in the database, or is not sent because it names no hosts. */
export function checkSecretUses(uses: readonly SecretUse[]): readonly Finding[] {
  const literal = uses.filter(({ authRef }) => !isSecretReference(authRef)).map(({ id }) => id);
  const unbound = uses.filter(({ lastError }) => isUnbound(lastError));
  return [
    ...(literal.length === 0
      ? []
      : [
          warned(
            'integrations',
            `authRef holds a secret instead of a reference in: ${literal.join(', ')}`,
            'keep the secret in the folder of secrets or the environment of the server, change it where it is from, and set authRef to file:NAME or env:FARMCTL_SECRET_NAME',
          ),
        ]),
    ...(unbound.length === 0
      ? []
      : [
          warned(
            'integrations',
            `secrets that are bound to no host are not sent: ${unbound
              .map(({ id, authRef }) => `${authRef} of ${id}`)
              .join(', ')}`,
            'write host=HOST and a space in front of the secret where it is kept (docs/integrations.md)',
          ),
        ]),
  ];
}

type DroppingFeed = Pick<IntegrationFeed, 'integrationId' | 'dropped' | 'lastProblems'>;

/** Integrations of whose payloads something was left out in the last day. */
export function checkDrops(feeds: readonly DroppingFeed[]): readonly Finding[] {
  if (feeds.length === 0) return [];
  const told = feeds.map(({ integrationId, dropped, lastProblems }) => {
    const [problem] = JSON.parse(lastProblems ?? '[]') as readonly string[];
    return `${integrationId} (${dropped} in all${problem === undefined ? '' : `; ${problem}`})`;
  });
  return [
    warned(
      'integrations',
      `values of payloads are left out: ${told.join(', ')}`,
      'compare the mapping with the payload: farmctl integrations test ID; correct it with: farmctl integrations mapping set ID FILE',
    ),
  ];
}

/** Where the key of the secrets is looked for; undefined where there is none. */
export interface KeyPlace {
  readonly find: () => Uint8Array | undefined;
  /** Where it belongs, for people. */
  readonly name: string;
  /** Whether it may be elsewhere, as in the environment of a server. */
  readonly isElsewhere: boolean;
}

/** The secrets of the webhooks can be opened with the present key; nothing where there are none. */
export function checkSecrets(
  webhooks: readonly WebhookHealth[],
  { find, name, isElsewhere }: KeyPlace,
): readonly Finding[] {
  if (webhooks.length === 0) return [];
  let key: Uint8Array | undefined;
  try {
    key = find();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [failed('secrets', message, `put the right key into ${name}`)];
  }
  if (!key && isElsewhere) {
    return [skipped('secrets', `${webhooks.length} webhooks; ${name} is not set here`)];
  }
  const unreadable = unreadableWebhooks(webhooks, key);
  if (unreadable.length === 0) {
    return [passed('secrets', `those of ${webhooks.length} webhooks open with ${name}`)];
  }
  const cause = key ? `do not open with ${name}` : `cannot be opened: there is no ${name}`;
  return [
    failed(
      'secrets',
      `the secrets of ${unreadable.length} webhooks ${cause}`,
      `put back the key they were kept under; else, for each: farmctl webhook rotate ${unreadable[0]} --grace 0`,
    ),
  ];
}
