import { type Issue, validationFailed } from '../../model/core/errors.ts';
import type { ServiceRouteId } from '../../model/routes/route-table.ts';
import { jsonResult, type Result } from '../../platform/core/request-context.ts';
import { sweepExpired } from '../../platform/records/sweep-expired.ts';
import { formatInstant, parseInstant } from '../../tools/calendar.ts';
import type { AppDependencies } from '../core/app-dependencies.ts';
import type { MockMode, MockSnapshots } from '../core/mock-mode.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { callOf, readRoute, sendAnswer } from '../core/run-call.ts';

const SNAPSHOT_TYPE = 'application/vnd.sqlite3';
const MOST_SNAPSHOT_BYTES = 1024 * 1024 * 1024;
const MOST_ADVANCE_MILLIS = 10 * 365 * 86_400_000;

/** Handlers of the controls of a mock server: its clock and faults. */
export function mockHandlers(deps: AppDependencies, mode: MockMode) {
  const { clock, faults } = mode;
  const showClock = () => jsonResult({ now: formatInstant(clock.now()) });
  const showFaults = () => jsonResult({ data: faults.list() });
  const control = (work: (body: () => unknown) => Result | Promise<Result>) =>
    readRoute(deps, async (_call, request) => work(() => bodyOf(request)));
  return {
    readMockClock: control(showClock),
    moveMockClock: control(async (body) => {
      moveClock(mode, body());
      const clock = showClock();
      await catchUp(deps);
      return clock;
    }),
    listMockFaults: control(showFaults),
    addMockFault: control((body) => {
      faults.add(String((body() as { rule?: unknown })?.rule ?? ''));
      return showFaults();
    }),
    clearMockFaults: control(() => {
      faults.clear();
      return showFaults();
    }),
  } satisfies Partial<Record<ServiceRouteId, RouteHandler>>;
}

/** Saves and loads the whole state of the server as a file, including its audit log. */
export function snapshotHandlers(deps: AppDependencies, snapshots: MockSnapshots) {
  return {
    saveMockSnapshot: {
      config: { isTransfer: true },
      handler: async (request, reply) => {
        const call = callOf(request);
        await deps.audit.flush();
        const file = await snapshots.save();
        deps.audit.note(call, { status: 200 });
        return reply.type(SNAPSHOT_TYPE).header('content-length', file.length).send(file);
      },
    },
    loadMockSnapshot: {
      body: 'buffer',
      bodyLimit: MOST_SNAPSHOT_BYTES,
      config: { isTransfer: true },
      handler: async (request, reply) => {
        const { body } = request;
        if (!Buffer.isBuffer(body)) throw validationFailed([missingFile]);
        await deps.audit.flush();
        await snapshots.load(body);
        deps.audit.note(callOf(request), { status: 200 });
        return sendAnswer(reply, jsonResult({ loaded: true, bytes: body.length }));
      },
    },
  } satisfies Partial<Record<ServiceRouteId, RouteHandler>>;
}

const missingFile: Issue = {
  path: 'body',
  code: 'required',
  message: 'body must be the file of a snapshot.',
};

/** Runs time-based work immediately after the clock has moved, instead of within a minute. */
async function catchUp({ runtime, log }: AppDependencies): Promise<void> {
  await sweepExpired(runtime, {
    onFailure: (id, error) => {
      log.warn({ err: error, id }, 'a row past its time could not be changed');
    },
  });
}

/** `{ now }` sets the clock, `{ advanceMs }` advances it. */
function moveClock({ clock }: MockMode, body: unknown): void {
  const { now, advanceMs } = (body ?? {}) as { now?: unknown; advanceMs?: unknown };
  const instant = typeof now === 'string' ? parseInstant(now) : undefined;
  const isStep = typeof advanceMs === 'number' && Math.abs(advanceMs) <= MOST_ADVANCE_MILLIS;
  if (instant !== undefined) clock.set(instant);
  else if (isStep) clock.advance(advanceMs);
  else throw validationFailed([unreadableInstant]);
}

const unreadableInstant: Issue = {
  path: 'now',
  code: 'invalid_date',
  message: 'now must be a time stamp such as 2026-11-20T06:00:00Z, or give advanceMs.',
};
