import { formatInstant } from '../../tools/calendar.ts';
import type { DemoContext } from './demo-context.ts';
import type { Actor } from './demo-data.ts';
import type { DemoFlock } from './demo-farm.ts';

/** Something worth a line in the timeline of a flock. */
export interface Happening {
  readonly flock: DemoFlock;
  readonly kind: string;
  readonly title: string;
  readonly details?: string;
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
  readonly by: Actor;
}

const MINUTES_UNTIL_WRITTEN = 7;

/** Writes an event of a flock, unless it lies ahead. */
export function addHappening(context: DemoContext, happening: Happening): void {
  const { flock } = happening;
  const at = Math.floor(happening.at);
  if (at > context.now) return;
  context.add('events', {
    farmId: flock.farm.id,
    at: at + MINUTES_UNTIL_WRITTEN * 60_000,
    by: happening.by,
    fields: {
      barnId: flock.barn.id,
      flockId: flock.id,
      kind: happening.kind,
      title: happening.title,
      details: happening.details ?? null,
      ts: formatInstant(at),
    },
  });
}
