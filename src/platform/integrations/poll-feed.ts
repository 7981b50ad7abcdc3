import { FarmError } from '../../model/errors.ts';
import type { IntegrationMapping } from '../../model/integration-mapping.ts';
import type { Transaction } from '../../storage/database.ts';
import { type IntegrationFeed, notePoll } from '../../storage/system/integration-feeds.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { OutboundFailed } from '../outbound/outbound-client.ts';
import { BlockedAddress } from '../outbound/outbound-policy.ts';
import type { Runtime } from '../runtime.ts';
import { findWorking, markFeed } from './mark-feed.ts';
import { type FeedPlan, mappingOf, type Payload, planFeed } from './plan-feed.ts';
import { SecretRefused } from './resolve-secret.ts';
import { PayloadRefused } from './sample.ts';
import { storePlan } from './store-plan.ts';

/** What came of payloads, as it is told. */
export interface FeedResult {
  /** Why nothing was read; null when something was. */
  readonly error: string | null;
  readonly plan: FeedPlan | null;
}

/** The payloads of a feed, or why there are none. */
export type Heard =
  | { readonly payloads: readonly Payload[] }
  | { readonly payloads: null; readonly error: string };

const UNKNOWN = 'The integration could not be read.';

/** Why a feed could not be read, in words for people; what is no trouble of it is not told. */
export function reasonOf(error: unknown): string {
  const isKnown = [BlockedAddress, OutboundFailed, SecretRefused, PayloadRefused].some(
    (kind) => error instanceof kind,
  );
  return isKnown ? (error as Error).message : UNKNOWN;
}

/**
 * Stores what a feed said and notes on its integration how that went, in the transaction; undefined
 * when the integration is gone or was switched off meanwhile.
 */
export async function takeIn(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly feed: IntegrationFeed;
    readonly heard: Heard;
    /** Milliseconds since 1970. */
    readonly now: number;
    readonly gapMillis?: number;
    /** Whether a failure is not counted: one of many in a short time was. */
    readonly isQuiet?: boolean;
  },
): Promise<FeedResult | undefined> {
  const { feed, now } = input;
  const before = await findWorking(transaction, feed);
  if (!before) return undefined;
  const result = await storeHeard(runtime, transaction, input);
  if (result.plan === null) {
    const at = formatInstant(now);
    const { integrationId, orgId } = feed;
    const nothing = { stored: 0, dropped: 0, problems: [] };
    await notePoll(transaction, { integrationId, orgId, at, ...nothing });
  }
  const [problem] = result.plan?.problems ?? [];
  const outcome = result.error === null ? { error: null, problem } : { error: result.error };
  if (outcome.error === null || !input.isQuiet) {
    await markFeed(runtime, transaction, { before, outcome, now });
  }
  return result;
}

async function storeHeard(
  runtime: Runtime,
  transaction: Transaction,
  input: Parameters<typeof takeIn>[2],
): Promise<FeedResult> {
  const { feed, heard, now, gapMillis = 0 } = input;
  if (heard.payloads === null) return { error: heard.error, plan: null };
  const { payloads } = heard;
  try {
    const mapping = mappingOf(feed);
    const plan = await planFeed(transaction, { feed, mapping, payloads, now, gapMillis });
    await transaction.savepoint(() =>
      storePlan(runtime, transaction, { feed, mapping, plan, now }),
    );
    return { error: failureOf(plan), plan };
  } catch (error) {
    const isRefusal = error instanceof FarmError && error.status < 500;
    if (!isRefusal && !(error instanceof PayloadRefused)) throw error;
    return { error: error.message, plan: null };
  }
}

/** A payload of which every part was wrong is a failure; one that says nothing new is none. */
function failureOf(plan: FeedPlan): string | null {
  const { readings, channels, known, waiting, problems } = plan;
  const isUseful = readings.length + channels.length + known + waiting > 0;
  return isUseful ? null : (problems[0] ?? null);
}

/** The mapping and what it would be made of, for people who try it. */
export async function tryOut(
  runtime: Pick<Runtime, 'database'>,
  input: {
    readonly feed: Pick<IntegrationFeed, 'integrationId' | 'orgId' | 'farmId' | 'barnId'>;
    readonly mapping: IntegrationMapping;
    readonly heard: Heard;
    readonly now: number;
  },
): Promise<FeedResult> {
  const { heard, ...rest } = input;
  if (heard.payloads === null) return { error: heard.error, plan: null };
  try {
    const plan = await planFeed(runtime.database, { ...rest, payloads: heard.payloads });
    return { error: failureOf(plan), plan };
  } catch (error) {
    if (!(error instanceof PayloadRefused)) throw error;
    return { error: error.message, plan: null };
  }
}
