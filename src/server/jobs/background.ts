import type { Logger } from 'pino';
import { evaluateChangedFarm } from '../../platform/alerts/farm-scans.ts';
import type { ChangedFarm, Runtime } from '../../platform/core/runtime.ts';
import { createOpenMeteo, OPEN_METEO_URL } from '../../platform/integrations/open-meteo.ts';
import { checkTarget, type OutboundPolicy } from '../../platform/outbound/check-target.ts';
import { createOutboundClient } from '../../platform/outbound/outbound-client.ts';
import type { WebhookSettings } from '../../platform/webhooks/webhook-secrets.ts';
import type { Clock } from '../../tools/clock.ts';
import type { Service } from '../core/compose-service.ts';
import {
  type BackgroundPlan,
  type Job,
  type JobTools,
  jobTable,
  scanFailure,
} from './job-table.ts';
import { closedWith, type RunningServer } from './running-server.ts';
import { everyMillis, type RunningSchedule, scheduleOnce } from './scheduler.ts';
import {
  type NoticeSettings,
  startCommands,
  startNotices,
  startWebhooks,
  type Worker,
} from './senders.ts';

/** Options of the background work of a server. */
export interface BackgroundOptions extends Omit<BackgroundPlan, 'weather'> {
  readonly webhooks: WebhookSettings;
  readonly weather?: WeatherService | undefined;
  readonly notices?: NoticeSettings | undefined;
}

/** The source of weather data. */
export interface WeatherService {
  /** URL of an Open-Meteo-compatible service; default: Open-Meteo itself. */
  readonly url?: string;
  readonly policy: OutboundPolicy;
}

/** Throws a plain error if the weather service must not be called. */
export function requireWeatherFits(weather: WeatherService | undefined): void {
  if (weather?.url === undefined) return;
  try {
    checkTarget(weather.url, weather.policy);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`--weather-url ${weather.url}: ${message}`, { cause: error });
  }
}

/** Adds background work to a server: the jobs of the table, and the sending loops. */
export function withBackground(
  server: RunningServer,
  service: Pick<
    Service,
    'runtime' | 'log' | 'outages' | 'connectionLog' | 'connections' | 'anchors'
  >,
  { webhooks, weather, notices = {}, ...wanted }: BackgroundOptions,
): RunningServer {
  const { runtime, log, connectionLog, connections, anchors } = service;
  const tools = { runtime, log, connectionLog, connections, anchors };
  const source = weather && openWeather(weather, runtime.clock);
  const plan = { ...wanted, weather: source };
  const isClockMoved = plan.isMock ? watchClock(runtime.clock) : () => true;
  const workers: readonly Worker[] = [
    ...startJobs(jobTable, { ...tools, plan, isClockMoved }),
    startWebhooks(service, webhooks),
    startCommands(service, connections),
    startNotices(service, notices, webhooks),
    ...(plan.scansFarms ? [evaluateAfterChanges(runtime, log)] : []),
  ];
  return closedWith(server, async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await source?.close();
  });
}

const LEASE_MILLIS = 60_000;
const MOCK_LOOK_MILLIS = 1000;

/** Starts the planned jobs; each due time is run once across all instances. */
export function startJobs(jobs: readonly Job[], tools: JobTools): readonly RunningSchedule[] {
  const { runtime, log, plan } = tools;
  return jobs
    .filter(({ isPlanned }) => isPlanned?.(plan) ?? true)
    .map(({ name, every, leaseMillis = LEASE_MILLIS, run, ...job }) => {
      const lookMillis = job.followsMockClock && plan.isMock ? MOCK_LOOK_MILLIS : job.lookMillis;
      const lastDue = every === 'always' ? () => 0 : everyMillis(every);
      const work = async (due: Parameters<typeof run>[1]) => {
        await run(tools, due);
      };
      const pollOptions = lookMillis === undefined ? {} : { lookMillis };
      return scheduleOnce(runtime, { name, lastDue, leaseMillis, work }, { log, ...pollOptions });
    });
}

/** A clock that follows the system clock never deviates this much. */
const MOVED_MILLIS = 1000;

/** Reports whether the clock has been set since the last call, rather than running on. */
function watchClock(clock: Clock): () => boolean {
  const offset = () => clock.now() - performance.now();
  const startOffset = offset();
  let isMoved = false;
  return () => {
    isMoved ||= Math.abs(offset() - startOffset) > MOVED_MILLIS;
    return isMoved;
  };
}

function openWeather(weather: WeatherService, clock: Clock) {
  const client = createOutboundClient(weather.policy);
  const source = createOpenMeteo({ client, clock, baseUrl: weather.url ?? OPEN_METEO_URL });
  return { ...source, close: () => client.close() };
}

/** Changes that arrive together, such as those of an import, are evaluated together. */
const SETTLE_MILLIS = 1000;

/**
 * Evaluates a farm after a log, sale, delivery or treatment was added, changed or deleted: within
 * seconds, or within a minute for a large farm with continuous changes, on the instance that wrote
 * the change; and immediately when its digest or alerts are read from that instance.
 */
function evaluateAfterChanges(runtime: Runtime, log: Logger): Worker {
  const { changedFarms } = runtime;
  const stopping = new AbortController();
  const options = {
    signal: stopping.signal,
    monotonicMillis: () => performance.now(),
    onFailure: scanFailure(log),
  };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const note = () => {
    if (!running) timer ??= setTimeout(start, SETTLE_MILLIS);
  };
  const start = () => {
    timer = undefined;
    running = evaluateAll();
  };
  const evaluateAll = async () => {
    const isWaited = await changedFarms?.evaluateAll();
    running = undefined;
    if (isWaited && !stopping.signal.aborted) note();
  };
  // `onFailure` reports failures.
  const evaluate = (farm: ChangedFarm) => evaluateChangedFarm(runtime, farm, options);
  const end = changedFarms?.evaluateWith(evaluate, note);
  return {
    async stop() {
      end?.();
      clearTimeout(timer);
      stopping.abort();
      await running;
    },
  };
}
