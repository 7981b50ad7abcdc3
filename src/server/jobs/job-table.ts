import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { limits } from '../../model/core/limits.ts';
import { sessionMillis } from '../../platform/access/sessions.ts';
import type { ConnectionLog } from '../../platform/administration/connection-log.ts';
import { sweepRetention } from '../../platform/administration/retention.ts';
import { scanDueFarms } from '../../platform/alerts/farm-scans.ts';
import { conversationsSince } from '../../platform/ask/conversation.ts';
import type { AnchorKeeper } from '../../platform/audit/anchors.ts';
import { runAutomationRound } from '../../platform/automations/automation-triggers.ts';
import type { Runtime } from '../../platform/core/runtime.ts';
import { sweepDevices } from '../../platform/integrations/device-status.ts';
import { MqttFeeds } from '../../platform/integrations/mqtt-feeds.ts';
import type { WeatherSource } from '../../platform/integrations/open-meteo.ts';
import { type Connections, pollFeeds } from '../../platform/integrations/poll-feeds.ts';
import { pollWeather } from '../../platform/integrations/poll-weather.ts';
import { analyzeNewImages } from '../../platform/media/analyze-media.ts';
import { sweepContents } from '../../platform/media/content-chunks.ts';
import { createImageWork } from '../../platform/media/image-findings.ts';
import { sweepExpired } from '../../platform/records/sweep-expired.ts';
import { runCameraRound } from '../../platform/vision/evaluate-events.ts';
import { cleanUpWebhooks } from '../../platform/webhooks/manage-deliveries.ts';
import { sweepUnownedWebhooks } from '../../platform/webhooks/webhook-owners.ts';
import { forgetFarmChanges } from '../../storage/postgres/farm-changes.ts';
import { maintainPartitions } from '../../storage/postgres/month-partitions.ts';
import { forgetConversations } from '../../storage/system/questions.ts';
import { forgetAnswers, forgetIdleWindows } from '../../storage/system/request-state.ts';
import { forgetNotices } from '../../storage/system/retention.ts';
import { forgetSignIns } from '../../storage/system/sign-in.ts';
import { formatInstant, HOUR_MILLIS, MINUTE_MILLIS, SECOND_MILLIS } from '../../tools/calendar.ts';
import { type JobRun, LeaseLost } from './scheduler.ts';

/** Maximum number of messages deleted in one run. */
const MOST_FORGOTTEN = 10_000;

/** The background work that a server performs. */
export interface BackgroundPlan {
  /** The responses of a mock server depend only on its seed and clock. */
  readonly isMock: boolean;
  /** Whether farms are scanned on a schedule. */
  readonly scansFarms: boolean;
  /** Whether integrations are polled and brokers are subscribed to. */
  readonly readsIntegrations: boolean;
  /** Whether uploaded images are analysed by the language model. */
  readonly analyzesImages: boolean;
  /** Source of weather forecasts; without it there are none. */
  readonly weather?: WeatherSource | undefined;
}

/** Dependencies of jobs. */
export interface JobTools {
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly connectionLog: ConnectionLog;
  readonly connections: Connections;
  readonly anchors: Pick<AnchorKeeper, 'prune'>;
  readonly plan: BackgroundPlan;
  /** Whether the clock of a mock server was set; true on other servers. */
  readonly isClockMoved: () => boolean;
}

/** A kind of background work, run once per due time by one instance. */
export interface Job {
  /** The same on every instance. */
  readonly name: string;
  /** Time between two due times; `always` for work that one instance runs continuously. */
  readonly every: number | 'always';
  /** Time after which another instance takes over from a silent one; default one minute. */
  readonly leaseMillis?: number;
  /** How often an instance checks whether the job is due; default once a minute. */
  readonly lookMillis?: number;
  /** Whether a mock server, whose clock can be moved, checks every second. */
  readonly followsMockClock?: true;
  /** Default: every server runs it. */
  readonly isPlanned?: (plan: BackgroundPlan) => boolean;
  readonly run: (tools: JobTools, run: JobRun) => Promise<unknown>;
}

/** All scheduled background work. */
export const jobTable: readonly Job[] = [
  { name: 'housekeeping', every: HOUR_MILLIS, run: runHousekeeping },
  { name: 'expiry', every: limits.expirySweepMillis, leaseMillis: 30_000, run: expire },
  {
    name: 'webhooks',
    every: HOUR_MILLIS,
    run: ({ runtime }, { signal }) => cleanUpWebhooks(runtime, signal),
  },
  {
    name: 'cameras',
    every: HOUR_MILLIS,
    isPlanned: ({ isMock }) => !isMock,
    run: ({ runtime }, { signal }) => runCameraRound(runtime, signal),
  },
  {
    name: 'devices',
    every: 5 * MINUTE_MILLIS,
    isPlanned: ({ isMock }) => !isMock,
    run: ({ runtime }, { signal }) => sweepDevices(runtime, signal),
  },
  {
    name: 'brain',
    // The air rules run at this interval; other rules are scheduled per farm.
    every: 15 * MINUTE_MILLIS,
    isPlanned: ({ scansFarms }) => scansFarms,
    run: scanFarms,
  },
  { name: 'automations', every: MINUTE_MILLIS, followsMockClock: true, run: runAutomations },
  {
    name: 'integrations',
    every: MINUTE_MILLIS,
    followsMockClock: true,
    isPlanned: ({ readsIntegrations }) => readsIntegrations,
    run: pollIntegrations,
  },
  {
    name: 'mqtt',
    every: 'always',
    leaseMillis: 30_000,
    lookMillis: 10 * SECOND_MILLIS,
    isPlanned: ({ readsIntegrations }) => readsIntegrations,
    run: listenToBrokers,
  },
  {
    name: 'weather',
    // The models are computed a few times a day; due farms may wait this long.
    every: 5 * MINUTE_MILLIS,
    isPlanned: ({ weather }) => weather !== undefined,
    run: readWeather,
  },
  {
    name: 'image-analysis',
    every: MINUTE_MILLIS,
    // Longer than a model may take per image.
    leaseMillis: 2 * MINUTE_MILLIS,
    isPlanned: ({ analyzesImages }) => analyzesImages,
    run: analyzeImages,
  },
];

/** Runs every part even if one fails; throws the first error at the end. */
async function runHousekeeping({ runtime, anchors }: JobTools, { signal }: JobRun): Promise<void> {
  const { database, clock } = runtime;
  const isPostgres = database.dialect.name === 'postgres';
  const parts: readonly (() => Promise<unknown>)[] = [
    ...(isPostgres ? [() => maintainPartitions(database, clock.now())] : []),
    ...(isPostgres ? [() => forgetIdleWindows(database)] : []),
    ...(isPostgres ? [() => forgetFarmChanges(database)] : []),
    () => cleanUp(runtime),
    () => sweepContents(runtime, signal),
    () => sweepRetention({ runtime, anchors }, signal),
  ];
  const failures: unknown[] = [];
  for (const part of parts) {
    if (signal.aborted) break;
    await part().catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Deletes expired idempotency responses and conversations. */
export async function cleanUp(runtime: Runtime): Promise<void> {
  const before = formatInstant(runtime.clock.now() - limits.idempotencyHours * HOUR_MILLIS);
  await runtime.database.transaction((transaction) => forgetAnswers(transaction, before));
  const now = runtime.clock.now();
  await runtime.database.transaction((transaction) =>
    forgetSignIns(transaction, {
      createdAt: formatInstant(now - sessionMillis.total),
      usedAt: formatInstant(now - sessionMillis.idle),
      linksExpiredAt: formatInstant(now - sessionMillis.idle),
    }),
  );
  const noticesBefore = formatInstant(now - limits.noticeDays * 24 * HOUR_MILLIS);
  await runtime.database.transaction((transaction) =>
    forgetNotices(transaction, noticesBefore, MOST_FORGOTTEN),
  );
  await forgetConversations(runtime.database, conversationsSince(runtime.clock.now()));
}

async function expire({ runtime, log }: JobTools, { signal }: JobRun): Promise<void> {
  const onFailure = (id: string, error: unknown) => {
    log.warn({ err: error, id }, 'a row past its time could not be changed');
  };
  await sweepExpired(runtime, { signal, onFailure });
  await sweepUnownedWebhooks(runtime);
}

async function scanFarms({ runtime, log }: JobTools, { signal }: JobRun): Promise<void> {
  const monotonicMillis = () => performance.now();
  await scanDueFarms(runtime, { signal, monotonicMillis, onFailure: scanFailure(log) });
}

/** Logs the failure of a part of a scan. */
export function scanFailure(log: Logger) {
  return (farmId: string, task: string, error: unknown): void => {
    log.error({ err: error, farmId, what: task }, 'a part of a brain scan failed');
  };
}

/** Runs time-triggered automations; on a mock server only after its clock was moved. */
async function runAutomations(
  { runtime, log, isClockMoved }: JobTools,
  { signal }: JobRun,
): Promise<void> {
  const onFailure = (farmId: string, error: unknown) => {
    log.error({ err: error, farmId }, 'the automations of a farm could not be run');
  };
  if (isClockMoved()) await runAutomationRound(runtime, { signal, onFailure });
}

async function pollIntegrations(
  { runtime, connections, connectionLog }: JobTools,
  { signal }: JobRun,
): Promise<void> {
  const onFailure = (integrationId: string, error: unknown) => {
    connectionLog.lost('integration', { integrationId }, error);
  };
  const onSuccess = (integrationId: string) => {
    connectionLog.back('integration', { integrationId });
  };
  await pollFeeds({ runtime, connections, signal, onFailure, onSuccess });
}

/** How soon a new integration or a changed mapping is noticed. */
const SYNC_MILLIS = 10 * SECOND_MILLIS;

/** Subscribes to brokers until the instance stops or loses its lease. */
async function listenToBrokers(
  { runtime, connections, log, connectionLog }: JobTools,
  { signal }: JobRun,
): Promise<never> {
  const onFailure = (error: unknown, integrationId?: string) => {
    if (integrationId !== undefined) connectionLog.lost('broker', { integrationId }, error);
    else log.warn({ err: error }, 'messages of brokers could not be stored');
  };
  const onState = (integrationId: string, state: 'ready' | 'ended') => {
    if (state === 'ready') connectionLog.back('broker', { integrationId });
  };
  const feeds = new MqttFeeds({ runtime, connections, random: Math.random, onFailure, onState });
  try {
    while (!signal.aborted) {
      await feeds.sync();
      await setTimeout(SYNC_MILLIS, undefined, { signal, ref: false }).catch(() => {});
    }
  } finally {
    await feeds.close();
  }
  // Not completed: the next instance that checks continues it.
  throw new LeaseLost('mqtt');
}

async function readWeather(
  { runtime, connectionLog, plan: { weather: source } }: JobTools,
  { signal }: JobRun,
): Promise<void> {
  const onFailure = (farmId: string, error: unknown) => {
    connectionLog.lost('weather', { farmId }, error);
  };
  const onSuccess = (farmId: string) => connectionLog.back('weather', { farmId });
  if (source) await pollWeather({ runtime, source, signal, onFailure, onSuccess });
}

async function analyzeImages({ runtime, log }: JobTools, { signal }: JobRun): Promise<void> {
  const onFailure = (mediaId: string, error: unknown) => {
    log.warn({ err: error, mediaId }, 'an image could not be analysed');
  };
  await analyzeNewImages({ ...runtime, images: createImageWork() }, { signal, onFailure });
}
