import type { FastifyInstance } from 'fastify';
import { type Issue, validationFailed } from '../../model/core/errors.ts';
import { requireScope } from '../../platform/core/actor.ts';
import { type Answer, type Call, jsonAnswer } from '../../platform/core/request-context.ts';
import { sweepExpired } from '../../platform/records/sweep-expired.ts';
import { formatInstant, parseInstant } from '../../tools/calendar.ts';
import type { Edge } from '../core/edge.ts';
import type { MockMode, MockSnapshots } from '../core/mock-mode.ts';
import { bodyOf } from '../core/request-body.ts';
import { callOf, letIn, readRoute, sendAnswer } from '../core/run-call.ts';

const CLOCK = '/v1/platform/os/mock/clock';
const FAULTS = '/v1/platform/os/mock/faults';
const SNAPSHOT = '/v1/platform/os/mock/snapshot';
const SNAPSHOT_TYPE = 'application/vnd.sqlite3';
const MOST_SNAPSHOT_BYTES = 1024 * 1024 * 1024;
const MOST_ADVANCE_MILLIS = 10 * 365 * 86_400_000;

/** Registers what moves the clock of a mock server and what makes it fail. */
export function addMockControls(app: FastifyInstance, edge: Edge, mode: MockMode): void {
  const { clock, faults } = mode;
  const showClock = () => jsonAnswer({ now: formatInstant(clock.now()) });
  const showFaults = () => jsonAnswer({ data: faults.list() });
  const control = (work: (body: () => unknown) => Answer | Promise<Answer>) =>
    readRoute(edge, async (call: Call, request) => {
      requireScope(call.actor, 'admin:*');
      return work(() => bodyOf(request));
    });
  app.get(CLOCK, control(showClock));
  app.put(
    CLOCK,
    control(async (body) => {
      moveClock(mode, body());
      const moved = showClock();
      await catchUp(edge);
      return moved;
    }),
  );
  app.get(FAULTS, control(showFaults));
  app.post(
    FAULTS,
    control((body) => {
      faults.add(String((body() as { rule?: unknown })?.rule ?? ''));
      return showFaults();
    }),
  );
  app.delete(
    FAULTS,
    control(() => {
      faults.clear();
      return showFaults();
    }),
  );
  if (mode.snapshots) addSnapshotRoutes(app, edge, mode.snapshots);
}

/** Everything the server holds as a file, and back; what is noted of calls is in the file too. */
function addSnapshotRoutes(app: FastifyInstance, edge: Edge, snapshots: MockSnapshots): void {
  app.get(SNAPSHOT, {
    config: { isTransfer: true },
    onRequest: letIn(edge),
    handler: async (request, reply) => {
      const call = callOf(request);
      requireScope(call.actor, 'admin:*');
      await edge.audit.flush();
      const file = await snapshots.save();
      edge.audit.note(call, { status: 200 });
      return reply.type(SNAPSHOT_TYPE).header('content-length', file.length).send(file);
    },
  });
  app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    const parsing = { parseAs: 'buffer', bodyLimit: MOST_SNAPSHOT_BYTES } as const;
    scope.addContentTypeParser('*', parsing, (_request, body, taken) => taken(null, body));
    scope.put(SNAPSHOT, {
      bodyLimit: MOST_SNAPSHOT_BYTES,
      config: { isTransfer: true },
      onRequest: [letIn(edge), async (request) => requireScope(callOf(request).actor, 'admin:*')],
      handler: async (request, reply) => {
        const { body } = request;
        if (!Buffer.isBuffer(body)) throw validationFailed([missingFile]);
        await edge.audit.flush();
        await snapshots.load(body);
        edge.audit.note(callOf(request), { status: 200 });
        return sendAnswer(reply, jsonAnswer({ loaded: true, bytes: body.length }));
      },
    });
    done();
  });
}

const missingFile: Issue = {
  path: 'body',
  code: 'required',
  message: 'body must be the file of a snapshot.',
};

/** What time does by itself is done when it has moved, not within a minute. */
async function catchUp({ runtime, log }: Edge): Promise<void> {
  await sweepExpired(runtime, {
    onFailure: (id, error) => {
      log.warn({ err: error, id }, 'a row past its time could not be changed');
    },
  });
}

/** `{ now }` sets the clock, `{ advanceMs }` moves it on. */
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
