import { exampleScan } from '../answers/brain.ts';
import { exampleGap } from '../answers/gaps.ts';
import { eventEmission, eventSubject } from '../event-data.ts';
import type { EventName } from '../events.ts';
import { exampleId } from '../example-id.ts';
import { exampleRow } from './example-row.ts';
import { exampleTimes } from './example-times.ts';

type Values = Readonly<Record<string, unknown>>;

/** The body of a delivery: what happened, where and when. */
export interface EventBody {
  readonly id: string;
  readonly event: string;
  readonly orgId: string;
  readonly farmId: string | null;
  readonly createdAt: string;
  readonly data: Values;
}

interface ExampleChange {
  /** What the change wrote besides the field that the event waits for. */
  readonly after?: Values;
  /** The fields that it touched, as they were. */
  readonly previous: Values;
}

/** Events that the examples tell by a change of a row; the others by a new row. */
const exampleChanges: { readonly [E in EventName]?: ExampleChange } = {
  'alert.resolved': {
    after: { resolvedAt: exampleTimes.changed, resolutionNote: 'The two fans run again' },
    previous: { status: 'open', resolvedAt: null, resolutionNote: null },
  },
  'task.completed': {
    after: { completedAt: exampleTimes.changed },
    previous: { status: 'open', completedAt: null },
  },
  'flock.placed': { previous: { status: 'planned' } },
  'flock.closed': {
    after: { closedAt: exampleTimes.changed },
    previous: { status: 'selling', closedAt: null },
  },
};

/** The worked example of an event, the same in every document. */
export function exampleEvent(event: EventName): EventBody {
  return {
    id: exampleId('evt'),
    event,
    orgId: exampleId('org'),
    farmId: exampleId('farm'),
    createdAt: exampleChanges[event] ? exampleTimes.changed : exampleTimes.created,
    data: exampleData(event),
  };
}

function exampleData(event: EventName): Values {
  const definition = eventSubject(event);
  if (definition) {
    const { field, value } = eventEmission(event) ?? {};
    const record = {
      ...exampleRow(definition),
      ...(field && value !== undefined ? { [field]: value } : {}),
    };
    const change = exampleChanges[event];
    return change ? changed(record, change) : { record };
  }
  if (event === 'gap.detected') return { gap: exampleGap };
  return { scan: exampleScan };
}

function changed(record: Values, { after = {}, previous }: ExampleChange): Values {
  const updated = { version: 2, updatedAt: exampleTimes.changed };
  return { record: { ...record, ...after, ...updated }, previous };
}
