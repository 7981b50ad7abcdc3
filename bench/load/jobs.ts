import { countScans, fillFleet, makeScansDue } from '../stages/fill-fleet.ts';
import { growReadings } from '../stages/grow-readings.ts';
import { planManyFarms } from '../stages/plan-many-farms.ts';
import { prepareDemo } from '../stages/prepare-demo.ts';
import { prepareHistory } from '../stages/prepare-history.ts';
import { addPending, prepareFarms } from '../stages/prepare-notices.ts';
import { prepareTasks } from '../stages/prepare-tasks.ts';
import { recordRequests } from '../stages/record-requests.ts';
import { recordStatements } from '../stages/record-statements.ts';
import { writePlainTable } from '../stages/write-plain-table.ts';
import { askSteadily } from './ask-steadily.ts';
import { commitSingles } from './commit-singles.ts';
import { holdConsoles, releaseConsoles } from './hold-consoles.ts';
import { insertBulk } from './insert-bulk.ts';
import { loadServer } from './load-server.ts';
import { loopStatements } from './loop-statements.ts';
import { startPostgres, stopPostgres } from './own-postgres.ts';
import { callsReceived, receiveCalls } from './receive-calls.ts';
import { noticesReceived, receiveNotices } from './receive-notices.ts';
import { replayRequests } from './replay-requests.ts';
import { serveBytes } from './serve-bytes.ts';

/** The jobs of a worker; input and output are JSON. */
export const jobs = {
  addPending,
  askSteadily,
  callsReceived,
  commitSingles,
  countScans,
  fillFleet,
  growReadings,
  holdConsoles,
  insertBulk,
  loadServer,
  loopStatements,
  makeScansDue,
  noticesReceived,
  planManyFarms,
  prepareDemo,
  prepareFarms,
  prepareHistory,
  prepareTasks,
  receiveCalls,
  receiveNotices,
  recordRequests,
  recordStatements,
  releaseConsoles,
  replayRequests,
  serveBytes,
  startPostgres,
  stopPostgres,
  writePlainTable,
};

export type JobName = keyof typeof jobs;

/** Input and output of a job. */
export interface Job<Name extends JobName> {
  readonly input: Parameters<(typeof jobs)[Name]>[0];
  readonly answer: Awaited<ReturnType<(typeof jobs)[Name]>>;
}
