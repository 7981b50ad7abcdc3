import type { AddressInfo } from 'node:net';
import { type Logger, pino } from 'pino';
import type { AppOptions } from '../http/app-options.ts';
import { limits } from '../model/limits.ts';
import { farms } from '../model/resources/farms.ts';
import type { Database } from '../storage/database.ts';
import { listRows } from '../storage/records/list-rows.ts';
import { createShiftedClock, systemClock } from '../tools/clock.ts';
import { bootstrap } from './bootstrap.ts';
import { composeService, type Service } from './compose.ts';
import { startHousekeeping } from './housekeeping.ts';
import { loadMock, type MockAccess } from './load-mock.ts';
import { type DatabaseLocation, openDatabase } from './open-database.ts';
import { claimDatabase, releaseDatabase, requireUnclaimed } from './server-file.ts';

/** How a server is started. */
export interface ServerOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly database: DatabaseLocation;
  /** Generated data in place of an own database's. */
  readonly mock?: {
    readonly content: 'demo' | 'empty';
    readonly seed: number;
    readonly now?: number;
  };
  readonly logLevel?: string;
  readonly app?: AppOptions;
}

/** What is said once, when the server listens. */
export interface ReadyLine extends MockAccess {
  readonly event: 'ready';
  readonly baseUrl: string;
  readonly pid: number;
}

/** A server that listens. */
export interface RunningServer {
  readonly ready: ReadyLine;
  /** Answers what is under way, at most 25 s long, and ends. */
  close(): Promise<void>;
  /** Settles when the server has ended. */
  readonly closed: Promise<void>;
}

const MOST_FARMS_SHOWN = 1000;

/** Starts a server; resolves when it listens. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const dataDir = options.database.kind === 'sqlite' ? options.database.dataDir : undefined;
  if (dataDir !== undefined) requireUnclaimed(dataDir);
  const now = options.mock?.now;
  const clock = now === undefined ? systemClock : createShiftedClock(now);
  const database = await openDatabase(options.database);
  try {
    const mock = options.mock && (await loadMock(database, { ...options.mock, now: clock.now() }));
    const service = composeService({
      database,
      clock,
      log: createLog(options.logLevel ?? 'info'),
      ...(options.app ? { app: options.app } : {}),
    });
    const baseUrl = await listen(service, options);
    if (dataDir !== undefined) claimDatabase(dataDir, baseUrl);
    // Only now: the key of a first start is shown once, and a taken port must not lose it.
    const access = mock ?? (await prepareAccess(database));
    return running(service, { ...access, event: 'ready', baseUrl, pid: process.pid }, dataDir);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Logs go to standard error, so that standard output holds what was asked for. */
function createLog(level: string): Logger {
  return pino({ level }, pino.destination({ dest: 2, sync: true }));
}

async function prepareAccess(database: Database): Promise<MockAccess> {
  const { orgId, key } = await bootstrap(database);
  const rows = await listRows(database, farms, {
    scope: { orgId, farmIds: 'all' },
    conditions: [],
    order: 'name',
    direction: 'asc',
    limit: MOST_FARMS_SHOWN,
    offset: 0,
  });
  const shown = rows.map((row) => {
    const { id, name } = JSON.parse(row) as { id: string; name: string };
    return { id, name };
  });
  return { orgId, farms: shown, keys: key === undefined ? {} : { admin: key }, cameras: [] };
}

async function listen(service: Service, options: ServerOptions): Promise<string> {
  await service.app.listen({ host: options.host, port: options.port });
  const { address, port, family } = service.app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function running(service: Service, ready: ReadyLine, dataDir: string | undefined): RunningServer {
  let settle: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    settle = resolve;
  });
  let closing: Promise<void> | undefined;
  const stopHousekeeping = startHousekeeping(service.runtime, service.log);
  const end = async () => {
    stopHousekeeping();
    const timer = setTimeout(() => service.app.server.closeAllConnections(), limits.drainMillis);
    await service.close();
    clearTimeout(timer);
    if (dataDir !== undefined) releaseDatabase(dataDir);
    settle();
  };
  return {
    ready,
    closed,
    close() {
      closing ??= end();
      return closing;
    },
  };
}
