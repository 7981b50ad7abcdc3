import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseLocation } from '../../src/server/core/open-database.ts';
import { PAGE_ROWS, type TaskQuery } from '../stages/task-table.ts';
import type { Bench } from '../work.ts';
import type { Contestant } from './contestant.ts';

/** Our server on its own database, with API keys. */
export interface OurServer {
  readonly name: string;
  readonly baseUrl: string;
  readonly pid: number;
  readonly headers: readonly Readonly<Record<string, string>>[];
  /** Its ready line. */
  // biome-ignore lint/suspicious/noExplicitAny: works read the parts they need.
  readonly ready: any;
}

/** The API's prefix. */
export const API = '/v1/platform';

// Scheduled work is disabled so that rounds are comparable; requests are not affected.
const QUIET = ['--no-weather', '--no-integrations', '--log-level', 'silent'];
const NO_BRAIN = '--no-brain';
const MOCK_QUIET = ['--log-level', 'silent'];

const SECRET_KEY = randomBytes(32).toString('base64');

/** Starts `farmctl serve` on a data folder or a PostgreSQL database, or as a mock. */
export async function startOurs(
  { workshop, root }: Bench,
  place: DatabaseLocation,
  {
    keys = [],
    args = [],
    home,
    hasBrain = false,
  }: {
    readonly keys?: readonly string[];
    readonly args?: readonly string[];
    /** Location of the compile cache; default: a new folder. */
    readonly home?: string;
    /** Whether farms are scanned on a schedule, starting immediately. */
    readonly hasBrain?: boolean;
  } = {},
): Promise<OurServer> {
  const program = join(root, 'bin/farmctl.js');
  const { line, pid } = await workshop.startProgram({
    file: process.execPath,
    args: [
      ...[program, 'serve', ...placeArguments(place), '--port', '0', '--json'],
      ...(hasBrain ? args : [...args, NO_BRAIN]),
    ],
    options: {
      env: {
        PATH: process.env['PATH'],
        HOME: home ?? (await workshop.makeFolder()),
        // Several servers of a run share one database; on SQLite the data folder contains a key.
        ...(place.kind === 'postgres' ? { FARMCTL_SECRET_KEY: SECRET_KEY } : {}),
      },
    },
    ready: /^\{/,
  });
  const ready = JSON.parse(line);
  const texts = keys.length > 0 ? keys : [ready.keys.admin];
  return {
    name: place.kind === 'postgres' ? 'farmctl, PostgreSQL' : 'farmctl',
    baseUrl: ready.baseUrl,
    pid,
    ready,
    headers: texts.map((key: string) => ({ authorization: `Bearer ${key}` })),
  };
}

/** Wraps our server as a contestant for the table of tasks. */
export function asContestant(server: OurServer): Contestant {
  return {
    ...server,
    listPath: listOfTasks,
    recordPath: (id) => `${API}/tasks/${id}`,
    createPath: `${API}/tasks`,
    readPage: ({ body }) => ({
      total: body.meta.total,
      ids: body.data.map(({ id }: { readonly id: string }) => id),
    }),
  };
}

/** The path of a page of tasks. */
export function listOfTasks({ status, order, direction, offset }: TaskQuery): string {
  const page = `limit=${PAGE_ROWS}&offset=${offset}`;
  return `${API}/tasks?status=${status}&order=${order}&dir=${direction}&${page}`;
}

function placeArguments(place: DatabaseLocation): string[] {
  if (place.kind === 'memory') return ['--mock', ...MOCK_QUIET];
  if (place.kind === 'postgres') return ['--database', place.url, ...QUIET];
  return ['--data', place.dataDir, ...QUIET];
}
