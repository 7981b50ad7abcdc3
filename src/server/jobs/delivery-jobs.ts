import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CommandDispatcher } from '../../platform/commands/command-dispatcher.ts';
import type { Runtime } from '../../platform/core/runtime.ts';
import { sweepDevices } from '../../platform/integrations/device-status.ts';
import { MqttFeeds } from '../../platform/integrations/mqtt-feeds.ts';
import { createOpenMeteo, OPEN_METEO_URL } from '../../platform/integrations/open-meteo.ts';
import { type Connections, pollFeeds } from '../../platform/integrations/poll-feeds.ts';
import { pollWeather } from '../../platform/integrations/poll-weather.ts';
import { resolveSecret } from '../../platform/integrations/secret-references.ts';
import { checkTarget, type OutboundPolicy } from '../../platform/outbound/check-target.ts';
import { createOutboundClient } from '../../platform/outbound/outbound-client.ts';
import { Dispatcher } from '../../platform/webhooks/dispatcher.ts';
import { cleanUpWebhooks } from '../../platform/webhooks/manage-deliveries.ts';
import type { WebhookSettings } from '../../platform/webhooks/webhook-secrets.ts';
import { takeBackAll } from '../../storage/system/webhook-claims.ts';
import { endingFirst, type RunningServer } from './running-server.ts';
import { everyMillis, type JobRun, LeaseLost, scheduleOnce } from './scheduler.ts';

const HOUR_MILLIS = 3_600_000;
const LEASE_MILLIS = 60_000;

/**
 * What was on its way when the process before this one died. With PostgreSQL other instances are
 * at work, and its leases have to run out.
 */
export async function recoverDeliveries({ database }: Pick<Runtime, 'database'>): Promise<void> {
  if (database.dialect.name !== 'sqlite') return;
  await database.transaction((transaction) => takeBackAll(transaction));
}

/** The server, with its webhooks delivered; every instance delivers, one of them cleans up. */
export function withDelivery(
  server: RunningServer,
  settings: WebhookSettings,
  { runtime, log }: { readonly runtime: Runtime; readonly log: Logger },
): RunningServer {
  const client = createOutboundClient(settings.policy);
  const dispatcher = new Dispatcher({
    runtime,
    client,
    secrets: settings.secrets,
    random: Math.random,
    onError: (error) => {
      log.warn({ err: error }, 'webhooks could not be delivered; it will be tried again');
    },
  });
  const job = {
    name: 'webhooks',
    lastDue: everyMillis(HOUR_MILLIS),
    leaseMillis: LEASE_MILLIS,
    work: ({ signal }: JobRun) => cleanUpWebhooks(runtime, signal),
  };
  const schedule = scheduleOnce(runtime, job, { log });
  dispatcher.start();
  return endingFirst(server, async () => {
    await Promise.all([schedule.stop(), dispatcher.stop()]);
    await client.close();
  });
}

/** The server, with approved commands sent to their controllers; every instance sends. */
export function withCommands(
  server: RunningServer,
  service: {
    readonly runtime: Runtime;
    readonly log: Logger;
    readonly connections: Connections;
  },
): RunningServer {
  const { runtime, log, connections } = service;
  const { client, secrets: places } = connections;
  const dispatcher = new CommandDispatcher({
    runtime,
    client,
    findSecret: (reference, target) => resolveSecret(reference, { places, ...target }),
    onError: (error) => {
      log.error({ err: error }, 'a command to a controller could not be delivered');
    },
  });
  dispatcher.start();
  return endingFirst(server, () => dispatcher.stop());
}

const MINUTE_MILLIS = 60_000;
const SWEEP_MILLIS = 5 * MINUTE_MILLIS;

/** What the schedules of integrations need of a service. */
export interface IntegrationService {
  readonly runtime: Runtime;
  readonly log: Logger;
  readonly connections: Connections;
}

/** The server, with its integrations polled when they are due, one of the instances for all. */
export function withIntegrations(
  server: RunningServer,
  { runtime, log, connections }: IntegrationService,
  options: { readonly lookMillis?: number } = {},
): RunningServer {
  const onFailure = (integrationId: string, error: unknown) => {
    log.warn({ err: error, integrationId }, 'an integration could not be read');
  };
  const job = {
    name: 'integrations',
    lastDue: everyMillis(MINUTE_MILLIS),
    leaseMillis: LEASE_MILLIS,
    async work({ signal }: JobRun) {
      await pollFeeds({ runtime, connections, signal, onFailure });
    },
  };
  const schedule = scheduleOnce(runtime, job, { log, ...options });
  return endingFirst(server, () => schedule.stop());
}

/** The server, with devices put offline that have fallen silent, by one of the instances. */
export function withDeviceSweep(
  server: RunningServer,
  { runtime, log }: Pick<IntegrationService, 'runtime' | 'log'>,
): RunningServer {
  const job = {
    name: 'devices',
    lastDue: everyMillis(SWEEP_MILLIS),
    leaseMillis: LEASE_MILLIS,
    async work({ signal }: JobRun) {
      await sweepDevices(runtime, signal);
    },
  };
  const schedule = scheduleOnce(runtime, job, { log });
  return endingFirst(server, () => schedule.stop());
}

const MQTT_JOB = 'mqtt';
const MQTT_LEASE_MILLIS = 30_000;
const MQTT_LOOK_MILLIS = 10_000;
/** How soon a new integration, or another mapping, is noticed. */
const SYNC_MILLIS = 10_000;

/**
 * The server, with the brokers of its integrations listened to by one of the instances: a job that
 * is due once and never done, so that another takes it over when its holder is gone.
 */
export function withMqtt(
  server: RunningServer,
  { runtime, log, connections }: IntegrationService,
): RunningServer {
  const onFailure = (error: unknown, integrationId?: string) => {
    log.warn({ err: error, integrationId }, 'a broker could not be listened to');
  };
  const job = {
    name: MQTT_JOB,
    lastDue: () => 0,
    leaseMillis: MQTT_LEASE_MILLIS,
    async work({ signal }: JobRun) {
      const feeds = new MqttFeeds({ runtime, connections, random: Math.random, onFailure });
      try {
        while (!signal.aborted) {
          await feeds.sync();
          await setTimeout(SYNC_MILLIS, undefined, { signal, ref: false }).catch(() => {});
        }
      } finally {
        await feeds.close();
      }
      // It is not done: whoever looks next goes on with it.
      throw new LeaseLost(MQTT_JOB);
    },
  };
  const schedule = scheduleOnce(runtime, job, { log, lookMillis: MQTT_LOOK_MILLIS });
  return endingFirst(server, () => schedule.stop());
}

/** Where the weather comes from, and where the service may call at all. */
export interface WeatherService {
  /** Address of a service that speaks like Open-Meteo; default: Open-Meteo itself. */
  readonly url?: string;
  readonly policy: OutboundPolicy;
}

/** The models are computed a few times a day: farms that are due may wait this long. */
const WEATHER_LOOK_MILLIS = 5 * 60_000;

/** Throws a plain error when the weather service is none that may be called. */
export function requireWeatherFits(weather: WeatherService | undefined): void {
  if (weather?.url === undefined) return;
  try {
    checkTarget(weather.url, weather.policy);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`--weather-url ${weather.url}: ${message}`, { cause: error });
  }
}

/** The server, with the weather of its farms asked for, one of the instances for all. */
export function withWeather(
  server: RunningServer,
  weather: WeatherService,
  { runtime, log }: { readonly runtime: Runtime; readonly log: Logger },
): RunningServer {
  const client = createOutboundClient(weather.policy);
  const source = createOpenMeteo({
    client,
    clock: runtime.clock,
    baseUrl: weather.url ?? OPEN_METEO_URL,
  });
  const onFailure = (farmId: string, error: unknown) => {
    log.warn({ err: error, farmId }, 'the weather of a farm could not be read');
  };
  const job = {
    name: 'weather',
    lastDue: everyMillis(WEATHER_LOOK_MILLIS),
    leaseMillis: LEASE_MILLIS,
    async work({ signal }: JobRun) {
      await pollWeather({ runtime, source, signal, onFailure });
    },
  };
  const schedule = scheduleOnce(runtime, job, { log });
  return endingFirst(server, async () => {
    await schedule.stop();
    await client.close();
  });
}
