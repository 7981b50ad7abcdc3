import { setTimeout } from 'node:timers/promises';
import { limits } from '../../model/core/limits.ts';
import { isLanguage, message } from '../../model/core/message.ts';
import type { Transaction } from '../../storage/core/database.ts';
import {
  findChannels,
  listChannels,
  type StoredChannel,
  updateChannel,
} from '../../storage/system/notice-channels.ts';
import { findReportedAlerts } from '../../storage/system/notice-incidents.ts';
import {
  claimNotices,
  findDueWork,
  finishNotice,
  returnNotices,
  type StoredNotice,
} from '../../storage/system/notices.ts';
import { findUserRights, type UserRights } from '../../storage/system/sign-in.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { MAX_FUTURE_MILLIS } from '../../tools/retry.ts';
import { maySeeAlerts } from '../access/farm-people.ts';
import { farmZone } from '../core/farm-zone.ts';
import { findTranslator } from '../core/organisation-setup.ts';
import type { Runtime } from '../core/runtime.ts';
import { type LoopOptions, SendingLoop } from '../outbound/sending-loop.ts';
import { hashCode, newCode } from './acknowledge.ts';
import { composeDigest } from './compose-digest.ts';
import {
  acknowledgePath,
  type ComposedNotice,
  composeAlerts,
  composeServiceNotice,
  type SendOutcome,
} from './compose-notice.ts';
import { planDigests } from './digests.ts';
import { isUsable, planIncidents } from './incidents.ts';
import { countFailure, retryAt, sendNotice } from './send-notice.ts';
import type { SendTools } from './web-push.ts';

export interface NoticeDispatcherOptions
  extends Omit<LoopOptions, 'notifier'>,
    Omit<SendTools, 'signal'> {
  readonly runtime: Runtime;
  /** Random number in [0, 1); spreads the retries. */
  readonly random: () => number;
  /** Called with the outcome of every attempt to send a message. */
  readonly onOutcome?: (channel: StoredChannel['kind'], outcome: SendOutcome) => void;
  /** Time without a result from an instance after which another one may claim its message. */
  readonly leaseMillis?: number;
}

/** A message with everything needed to send it. */
interface ReadyNotice {
  readonly notice: StoredNotice;
  readonly channel: StoredChannel;
  readonly composed: ComposedNotice;
}

/** Longer than the maximum duration of an attempt, with time to record its outcome. */
const LEASE_MILLIS = 45_000;
const MOST_IN_FLIGHT = 32;
/**
 * Messages claimed per round of the usual length; small rounds leave time for requests. A round
 * delayed by load claims more, so that throughput is constant.
 */
const CLAIMED_AT_ONCE = 8;
const USUAL_ROUND_MILLIS = 50;
/** Pause between rounds while more is due. */
const PAUSE_MILLIS = 20;
const MOST_DIGESTS = 2;

const MINUTE_MILLIS = 60_000;

/**
 * Plans the due steps of incidents and sends due messages, at least once each. Every instance does
 * both; leases prevent two instances from sending the same message.
 */
export class NoticeDispatcher extends SendingLoop<StoredNotice['kind']> {
  readonly #options: NoticeDispatcherOptions;
  #lastRound = Number.NEGATIVE_INFINITY;

  constructor(options: NoticeDispatcherOptions) {
    super({ ...options, notifier: options.runtime.noticeNotifier });
    this.#options = options;
  }

  protected override async round(): Promise<boolean> {
    const { runtime, leaseMillis = LEASE_MILLIS } = this.#options;
    const { database, clock } = runtime;
    const now = clock.now();
    const period = { now: formatInstant(now), latest: formatInstant(now + MAX_FUTURE_MILLIS) };
    const due = await findDueWork(database, period);
    const planned = due.incidents
      ? await database.transaction((transaction) => planIncidents(runtime, transaction))
      : 0;
    const limit = Math.min(this.#claimsOfRound(), MOST_IN_FLIGHT - this.sending.size);
    const isClaiming = limit > 0 && (due.messages || planned > 0);
    const claimed = isClaiming
      ? await database.transaction((transaction) =>
          claimNotices(transaction, { ...period, limit, leaseMillis }),
        )
      : [];
    if (this.stopping.signal.aborted) {
      await returnNotices(database, claimed);
      return false;
    }
    for (const notice of claimed) this.send(notice.id, notice.kind, () => this.#deliver(notice));
    const digests = due.digests && limit > 0 ? await this.#planDigests() : 0;
    const isMore = limit > 0 && planned + claimed.length + digests > 0;
    if (isMore) await setTimeout(PAUSE_MILLIS);
    return isMore;
  }

  /** The maximum number of claims in this round, by the time since the previous round. */
  #claimsOfRound(): number {
    const now = performance.now();
    const millis = now - this.#lastRound;
    this.#lastRound = now;
    return CLAIMED_AT_ONCE * Math.max(1, Math.floor(millis / USUAL_ROUND_MILLIS));
  }

  /** A few digests at a time: they are large and must not delay alerts. */
  async #planDigests(): Promise<number> {
    const { runtime } = this.#options;
    const underWay = [...this.sending.values()].filter(({ item }) => item === 'digest').length;
    const limit = MOST_DIGESTS - underWay;
    if (limit <= 0) return 0;
    return runtime.database.transaction((transaction) => planDigests(runtime, transaction, limit));
  }

  async #deliver(notice: StoredNotice): Promise<void> {
    const { runtime, mailer, connections, secrets, telegramUrl, publicUrl } = this.#options;
    const { database } = runtime;
    const digest = notice.kind === 'digest' ? await this.#composeDigest(notice) : undefined;
    const ready = await database.transaction((transaction) =>
      this.#prepare(transaction, notice, digest),
    );
    if (!ready) return;
    const { signal } = this.hangingUp;
    const tools = { mailer, connections, secrets, telegramUrl, publicUrl, signal };
    const outcome = await sendNotice(ready.channel, ready.composed, tools);
    if (signal.aborted && !outcome.isSent && outcome.status === null) {
      return returnNotices(database, [notice]);
    }
    runtime.tally?.noticeAttempt(ready.channel.kind, outcome.isSent);
    this.#options.onOutcome?.(ready.channel.kind, outcome);
    await database.transaction((transaction) => this.#settle(transaction, ready, outcome));
  }

  #composeDigest(notice: StoredNotice): Promise<ComposedNotice | undefined> {
    const { runtime, publicUrl, onError } = this.#options;
    const { database, clock } = runtime;
    return composeDigest({ database, now: clock.now(), publicUrl, onError }, notice);
  }

  /** Composes a message; one that is no longer needed is cancelled. */
  async #prepare(
    transaction: Transaction,
    notice: StoredNotice,
    digest: ComposedNotice | undefined,
  ): Promise<ReadyNotice | undefined> {
    const [channel] = await findChannels(transaction, [notice.channelId]);
    const [user] = await findUserRights(transaction, [notice.userId]);
    const composed =
      channel && user?.status === 'active'
        ? await this.#compose(transaction, { notice, channel, user, digest })
        : undefined;
    if (channel && composed) return { notice, channel, composed };
    const at = formatInstant(this.#options.runtime.clock.now());
    const { attempts, firstAttemptAt, status, response } = notice;
    await finishNotice(transaction, notice, {
      state: 'cancelled',
      failure: 'not_needed',
      attempts,
      firstAttemptAt,
      nextAttemptAt: null,
      status,
      response,
      sentAt: null,
      at,
    });
    return undefined;
  }

  async #compose(
    transaction: Transaction,
    input: {
      readonly notice: StoredNotice;
      readonly channel: StoredChannel;
      readonly user: UserRights;
      readonly digest: ComposedNotice | undefined;
    },
  ): Promise<ComposedNotice | undefined> {
    const { notice, channel, user } = input;
    const lang = user.lang ?? '';
    const translator = await findTranslator(
      transaction,
      notice.orgId,
      isLanguage(lang) ? lang : undefined,
    );
    if (notice.kind === 'verification') {
      const code = await this.#newCode(transaction, channel);
      const params = { code, minutes: limits.noticeCodeMinutes };
      const serviceNotice = composeServiceNotice(notice, translator, {
        title: message('notice.verification.title'),
        text: message('notice.verification.text', params),
      });
      return { ...serviceNotice, secret: code };
    }
    if (!isUsable(channel)) return undefined;
    if (notice.kind === 'digest') return input.digest;
    if (notice.kind === 'test') {
      return composeServiceNotice(notice, translator, {
        title: message('notice.test.title'),
        text: message('notice.test.text'),
      });
    }
    if (notice.kind === 'channel_disabled') {
      const disabled = await listChannels(transaction, {
        orgId: notice.orgId,
        userIds: [notice.userId],
      });
      const addresses = disabled.flatMap((channel) =>
        channel.disabledAt === null ? [] : [channel.address],
      );
      if (addresses.length === 0) return undefined;
      const count = Math.max(...disabled.map((channel) => channel.consecutiveFailures));
      const params = { address: addresses.join(', '), count };
      return composeServiceNotice(notice, translator, {
        title: message('notice.channelDisabled.title'),
        text: message('notice.channelDisabled.text', params),
      });
    }
    return this.#composeAlerts(transaction, { ...input, translator });
  }

  async #composeAlerts(
    transaction: Transaction,
    {
      notice,
      user,
      translator,
    }: {
      readonly notice: StoredNotice;
      readonly user: UserRights;
      readonly translator: Awaited<ReturnType<typeof findTranslator>>;
    },
  ): Promise<ComposedNotice | undefined> {
    const { runtime, publicUrl, secrets } = this.#options;
    const { orgId, farmId } = notice;
    if (farmId === null || !maySeeAlerts(user, farmId, runtime.clock.now())) return undefined;
    const reported = await findReportedAlerts(transaction, notice.alertIds);
    const alerts = reported.filter(
      ({ status, severity }) => status === 'open' && severity === notice.severity,
    );
    if (alerts.length === 0) return undefined;
    const zone = await farmZone(transaction, { orgId, farmId });
    const linkPath = acknowledgePath(secrets, notice);
    return composeAlerts({ notice, alerts, zone, translator, publicUrl, linkPath });
  }

  /** A new code per attempt: the previous one is void, and codes are never stored. */
  async #newCode(transaction: Transaction, { id }: StoredChannel): Promise<string> {
    const { runtime } = this.#options;
    const code = newCode(runtime.fillRandom);
    const now = runtime.clock.now();
    await updateChannel(transaction, id, {
      codeHash: hashCode(id, code),
      codeExpiresAt: formatInstant(now + limits.noticeCodeMinutes * MINUTE_MILLIS),
      codeTries: 0,
    });
    return code;
  }

  async #settle(
    transaction: Transaction,
    { notice, channel }: ReadyNotice,
    outcome: SendOutcome,
  ): Promise<void> {
    const { runtime, random } = this.#options;
    const now = runtime.clock.now();
    const at = formatInstant(now);
    const firstAttemptAt = notice.firstAttemptAt ?? at;
    const attempts = notice.attempts + 1;
    const next = outcome.isSent
      ? undefined
      : retryAt(outcome, { attempts, firstAttemptAt, now, random: random() });
    const isOwn = await finishNotice(transaction, notice, {
      state: outcome.isSent ? 'sent' : next === undefined ? 'failed' : 'pending',
      attempts,
      firstAttemptAt,
      nextAttemptAt: next === undefined ? null : formatInstant(next),
      status: outcome.status,
      response: outcome.response,
      failure: outcome.isSent ? null : outcome.failure,
      sentAt: outcome.isSent ? at : null,
      at,
    });
    if (isOwn) await countFailure(runtime, transaction, { channel, outcome, now });
  }
}
