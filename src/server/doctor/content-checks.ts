import { type Message, message, sizeOf } from '../../model/core/message.ts';
import { isSecretReference, whyNotSent } from '../../model/core/secrets.ts';
import type { AuditProblem } from '../../platform/audit/compare-anchors.ts';
import type { ChainState } from '../../platform/audit/verify-audit.ts';
import type { CommitLoss, IntegrityCheck } from '../../storage/core/database.ts';
import type { AuditEnds } from '../../storage/system/audit-anchors.ts';
import type { DanglingReference } from '../../storage/system/database-content.ts';
import type { IntegrationFeed, SecretUse } from '../../storage/system/integrations.ts';
import type { ContentFaults } from '../../storage/system/media.ts';
import type { WebhookHealth } from '../../storage/webhooks/webhooks.ts';
import { HOUR_MILLIS, MINUTE_MILLIS } from '../../tools/calendar.ts';
import { messageOf, parseUrl } from '../../tools/unknown-values.ts';
import { unreadableWebhooks } from '../core/secrets.ts';
import { type Finding, failed, foreign, passed, skipped, warned } from './finding.ts';
import type { KeyPlace } from './host-checks.ts';

/**
 * Checks that the file is not damaged; `fault` is the result of SQLite now or in the last scheduled
 * check.
 */
export function checkIntegrity(
  fault: string | undefined,
  isDeep: boolean,
  lastCheck?: IntegrityCheck,
): Finding {
  if (fault !== undefined) {
    return failed('integrity', message('doctor.damaged', { fault }), RESTORE);
  }
  if (isDeep) return passed('integrity', message('doctor.sound'));
  if (!lastCheck) return passed('integrity', message('doctor.quickSound'));
  const { checkedAt, fault: found } = lastCheck;
  if (found === null) {
    return passed('integrity', message('doctor.scheduledSound', { at: checkedAt }));
  }
  const damage = message('doctor.scheduledDamage', { at: checkedAt, fault: found });
  return failed('integrity', damage, RESTORE);
}

/**
 * Checks that every acknowledged commit is in the database, or that an operator has accepted its
 * loss.
 */
export function checkCommits(
  loss: CommitLoss | undefined,
  unmarkedSince: string | undefined,
): Finding {
  if (!loss && unmarkedSince !== undefined) {
    return warned(
      'commits',
      message('doctor.unmarked', { at: unmarkedSince }),
      message('doctor.unmarkedToDo'),
    );
  }
  if (!loss) return passed('commits', message('doctor.commitsThere'));
  const { commits, lastAcknowledgedAt, noticedAt } = loss;
  return failed(
    'commits',
    message('doctor.commitsMissing', {
      count: commits,
      at: lastAcknowledgedAt,
      noticed: noticedAt,
    }),
    message('doctor.commitsToDo'),
  );
}

/** Remedy for a damaged database. */
export const RESTORE = message('doctor.restore');

/** Checks that all files of media items exist and are complete. */
export function checkFiles({ files, bytes, broken, missing }: ContentFaults): Finding {
  const summary = message('doctor.files', { count: files, size: sizeOf(bytes) });
  if (broken.length + missing.length === 0) return passed('files', summary);
  const faults = message('doctor.filesBroken', {
    files: summary,
    isBroken: broken.length > 0 ? 'yes' : 'no',
    broken: broken.join(', '),
    isMissing: missing.length > 0 ? 'yes' : 'no',
    missing: missing.join(', '),
  });
  return failed('files', faults, RESTORE);
}

/** Checks that all references between rows are valid. */
export function checkReferences(dangling: readonly DanglingReference[]): Finding {
  if (dangling.length === 0) return passed('references', message('doctor.references'));
  const fields = dangling.map(({ resource, field, rows }) => `${resource}.${field} (${rows})`);
  return warned(
    'references',
    message('doctor.referencesDangling', { fields: fields.join(', ') }),
    message('doctor.referencesToDo'),
  );
}

// Entries are sealed within moments after their request; the longest request is an upload.
const LONGEST_UNSEALED_MILLIS = 3_600_000;

/** Checks that the audit log has not been tampered with; `chain` is undefined if not read. */
export function checkAuditLog(chain: ChainState | undefined, entries: number): Finding {
  if (!chain) {
    return skipped('auditLog', message('doctor.auditSkipped', { count: entries }));
  }
  if (chain.ok) {
    return passed('auditLog', message('doctor.auditWhole', { count: chain.checked }));
  }
  const { position, id } = chain.firstBroken ?? { position: chain.checked + 1, id: 'unknown' };
  return failed(
    'auditLog',
    message('doctor.auditBroken', { position: String(position), id }),
    message('doctor.auditBrokenToDo'),
  );
}

/** Reports entries that have waited to be sealed for longer than any request takes. */
export function checkUnsealed(
  { unsealed, oldestUnsealed }: AuditEnds,
  now: number,
): readonly Finding[] {
  if (oldestUnsealed === undefined || now - oldestUnsealed <= LONGEST_UNSEALED_MILLIS) return [];
  const since = new Date(oldestUnsealed).toISOString();
  return [
    warned(
      'auditLog',
      message('doctor.auditLate', { count: unsealed, at: since }),
      message('doctor.auditLateToDo'),
    ),
  ];
}

/** Reports contradictions between the log and its signed anchors. */
export function checkAnchors(problems: readonly AuditProblem[]): readonly Finding[] {
  return problems.map((problem) =>
    failed('auditLog', foreign(problem.message), message('doctor.anchorsToDo')),
  );
}
const DAYS_FROM_HOURS = 48;
/** Deliveries to a receiver that is down for an hour are retried automatically. */
const LONG_MILLIS = 2 * HOUR_MILLIS;

/** Content of the outbox, and its undelivered part. */
export interface OutboxFacts {
  readonly events: number;
  readonly webhooks: readonly WebhookHealth[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Checks that events reach the webhooks; reports disabled webhooks and long delays. */
export function checkOutbox({ events, webhooks, now }: OutboxFacts): Finding {
  const backlog = backlogOf(events, webhooks, now);
  const disabled = webhooks.filter(isOff);
  const [first] = disabled;
  if (first) {
    const names = disabled.map(offText).reduce((one, other) => joinMessages(one, other));
    return warned('outbox', joinMessages(backlog, names), remedyOf(first));
  }
  const enabledWebhooks = webhooks.filter(({ enabled }) => enabled);
  const longest = oldestOf(enabledWebhooks);
  if (longest === undefined || now - longest <= LONG_MILLIS) return passed('outbox', backlog);
  const oldestWebhook = enabledWebhooks.find(
    ({ oldestAt }) => Date.parse(oldestAt ?? '') === longest,
  );
  const id = oldestWebhook?.id ?? '';
  return warned(
    'outbox',
    message('doctor.outboxLate', { backlog, id, host: hostOf(oldestWebhook?.url ?? '') }),
    message('doctor.outboxLateToDo', { id }),
  );
}

function backlogOf(events: number, webhooks: readonly WebhookHealth[], now: number): Message {
  const count = events;
  const oldest = oldestOf(webhooks);
  if (oldest === undefined) return message('doctor.outbox', { count });
  const waiting = webhooks.reduce((sum, webhook) => sum + webhook.waiting, 0);
  return message('doctor.outboxWaiting', { count, waiting, span: span(now - oldest) });
}

function offText({ id, url, disabledReason, waiting }: WebhookHealth): Message {
  const reason = String(disabledReason);
  return message('doctor.webhookOff', { id, host: hostOf(url), reason, held: waiting });
}

function joinMessages(backlog: Message, webhooks: Message): Message {
  return message('doctor.outboxOff', { backlog, webhooks });
}

function remedyOf({ id, disabledReason }: WebhookHealth): Message {
  return disabledReason?.startsWith('owner_')
    ? message('doctor.adopt', { id })
    : message('doctor.repairReceiver', { id });
}

/** Disabled automatically; a webhook disabled by a person is intended. */
function isOff({ enabled, disabledReason }: WebhookHealth): boolean {
  return !enabled && disabledReason !== 'by_hand';
}

function oldestOf(webhooks: readonly WebhookHealth[]): number | undefined {
  const times = webhooks.flatMap(({ oldestAt }) =>
    oldestAt === null ? [] : [Date.parse(oldestAt)],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Omits everything after the host, which may be secret. */
function hostOf(url: string): string | Message {
  return parseUrl(url)?.host ?? message('doctor.unknownHost');
}

function span(millis: number): Message {
  const hours = Math.floor(millis / HOUR_MILLIS);
  if (hours >= DAYS_FROM_HOURS) {
    return message('doctor.spanDays', { count: Math.floor(hours / 24) });
  }
  if (hours >= 1) return message('doctor.spanHours', { count: hours });
  const minutes = Math.max(0, Math.floor(millis / MINUTE_MILLIS));
  return message('doctor.spanMinutes', { count: minutes });
}

/**
 * Reports integrations whose secret is stored in the database, or is not sent because of its host
 * restriction.
 */
export function checkSecretUses(uses: readonly SecretUse[]): readonly Finding[] {
  const literal = uses.filter(({ authRef }) => !isSecretReference(authRef)).map(({ id }) => id);
  const unsent = (reason: ReturnType<typeof whyNotSent>) =>
    uses
      .filter(({ lastError }) => whyNotSent(lastError) === reason)
      .map(
        ({ id, authRef, endpoint }) =>
          `${authRef} (${id}) → ${parseUrl(endpoint ?? '')?.host ?? '?'}`,
      )
      .join(', ');
  const [unbound, misbound] = [unsent('unbound'), unsent('misbound')];
  return [
    ...(literal.length === 0
      ? []
      : [
          warned(
            'integrations',
            message('doctor.literalSecret', { field: 'authRef', ids: literal.join(', ') }),
            message('doctor.literalSecretToDo', { field: 'authRef' }),
          ),
        ]),
    ...(unbound === ''
      ? []
      : [
          warned(
            'integrations',
            message('doctor.unboundSecrets', { secrets: unbound }),
            message('doctor.unboundToDo'),
          ),
        ]),
    ...(misbound === ''
      ? []
      : [
          warned(
            'integrations',
            message('doctor.misboundSecrets', { secrets: misbound }),
            message('doctor.misboundToDo'),
          ),
        ]),
  ];
}

type DroppingFeed = Pick<IntegrationFeed, 'integrationId' | 'dropped' | 'lastProblems'>;

/** Reports integrations with dropped values in the last day. */
export function checkDrops(feeds: readonly DroppingFeed[]): readonly Finding[] {
  if (feeds.length === 0) return [];
  const lines = feeds.map(({ integrationId, dropped, lastProblems }) => {
    const [problem] = JSON.parse(lastProblems ?? '[]') as readonly string[];
    return `${integrationId} (${dropped}${problem === undefined ? '' : `; ${problem}`})`;
  });
  return [
    warned(
      'integrations',
      message('doctor.dropping', { feeds: lines.join(', ') }),
      message('doctor.droppingToDo'),
    ),
  ];
}

const MOST_NAMED = 5;

/** Checks that critical alerts reach at least one user on every farm. */
export function checkUnreached(farms: number, unreached: readonly string[]): Finding {
  if (farms === 0) return skipped('notices', message('doctor.noFarms'));
  if (unreached.length === 0) return passed('notices', message('doctor.reached'));
  const names = unreached.slice(0, MOST_NAMED).join(', ').replaceAll(/\s+/g, ' ');
  return warned(
    'notices',
    message('doctor.unreached', {
      count: unreached.length,
      total: farms,
      names: unreached.length > MOST_NAMED ? `${names} …` : names,
    }),
    message('doctor.unreachedToDo'),
  );
}

/**
 * Checks that the secrets of the webhooks can be decrypted with the current key; no finding without
 * webhooks.
 */
export function checkSecrets(
  webhooks: readonly WebhookHealth[],
  { find, name, isElsewhere }: KeyPlace,
): readonly Finding[] {
  if (webhooks.length === 0) return [];
  const count = webhooks.length;
  let key: Uint8Array | undefined;
  try {
    key = find();
  } catch (error) {
    const reason = messageOf(error);
    return [failed('secrets', foreign(reason), message('doctor.rightKey', { name }))];
  }
  if (!key && isElsewhere) {
    return [skipped('secrets', message('doctor.secretsElsewhere', { count, name }))];
  }
  const unreadable = unreadableWebhooks(webhooks, key);
  if (unreadable.length === 0) {
    return [passed('secrets', message('doctor.secretsOpen', { count, name }))];
  }
  const params = { count: unreadable.length, name };
  return [
    failed(
      'secrets',
      key ? message('doctor.secretsShut', params) : message('doctor.secretsNoKey', params),
      message('doctor.secretsToDo', { id: unreadable[0] ?? '' }),
    ),
  ];
}
