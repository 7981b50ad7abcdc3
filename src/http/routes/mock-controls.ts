import type { FastifyInstance } from 'fastify';
import { type Issue, validationFailed } from '../../model/errors.ts';
import { requireScope } from '../../platform/access/actor.ts';
import { type Answer, type Call, jsonAnswer } from '../../platform/requests/call.ts';
import { formatInstant, parseInstant } from '../../tools/calendar.ts';
import type { Edge } from '../edge.ts';
import type { MockMode } from '../mock-mode.ts';
import { bodyOf } from '../request-body.ts';
import { readRoute } from './run-call.ts';

const CLOCK = '/v1/platform/os/mock/clock';
const FAULTS = '/v1/platform/os/mock/faults';
const MOST_ADVANCE_MILLIS = 10 * 365 * 86_400_000;

/** Registers what moves the clock of a mock server and what makes it fail. */
export function addMockControls(app: FastifyInstance, edge: Edge, mode: MockMode): void {
  const { clock, faults } = mode;
  const showClock = () => jsonAnswer({ now: formatInstant(clock.now()) });
  const showFaults = () => jsonAnswer({ data: faults.list() });
  const control = (work: (body: () => unknown) => Answer) =>
    readRoute(edge, async (call: Call, request) => {
      requireScope(call.actor, 'admin:*');
      return work(() => bodyOf(request));
    });
  app.get(CLOCK, control(showClock));
  app.put(
    CLOCK,
    control((body) => {
      moveClock(mode, body());
      return showClock();
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
