import type { Logger } from 'pino';
import { goAutomationRound } from '../platform/automations/go-automation-round.ts';
import type { Runtime } from '../platform/runtime.ts';
import { endingFirst } from './ending-first.ts';
import type { RunningServer } from './running-server.ts';
import { everyMillis, type JobRun, scheduleOnce } from './schedule-once.ts';

const ROUND_MILLIS = 60_000;
const LEASE_MILLIS = 60_000;
/** A clock that runs with that of the machine is never this far off. */
const MOVED_MILLIS = 1000;
const MOCK_LOOK_MILLIS = 1000;

/**
 * The server, with the automations run once a minute that time alone sets off, by one of the
 * instances for all. On a mock server they begin when its clock is moved: until then what it says
 * depends on its seed alone.
 */
export function withAutomations(
  server: RunningServer,
  { runtime, log }: { readonly runtime: Runtime; readonly log: Logger },
  options: { readonly waitsForMove?: boolean } = {},
): RunningServer {
  const onFailure = (farmId: string, error: unknown) => {
    log.error({ err: error, farmId }, 'the automations of a farm could not be run');
  };
  const isMoved = options.waitsForMove ? watchClock(runtime) : () => true;
  const job = {
    name: 'automations',
    lastDue: everyMillis(ROUND_MILLIS),
    leaseMillis: LEASE_MILLIS,
    async work({ signal }: JobRun) {
      if (isMoved()) await goAutomationRound(runtime, { signal, onFailure });
    },
  };
  const look = options.waitsForMove ? { lookMillis: MOCK_LOOK_MILLIS } : {};
  const schedule = scheduleOnce(runtime, job, { log, ...look });
  return endingFirst(server, () => schedule.stop());
}

/** Tells whether the clock was set since, rather than running on. */
function watchClock({ clock }: Pick<Runtime, 'clock'>): () => boolean {
  const offset = () => clock.now() - performance.now();
  const began = offset();
  let isMoved = false;
  return () => {
    isMoved ||= Math.abs(offset() - began) > MOVED_MILLIS;
    return isMoved;
  };
}
