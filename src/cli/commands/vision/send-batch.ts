import { FarmError, type Issue } from '../../../model/errors.ts';
import { groupBy } from '../../../tools/collections.ts';
import type { Batch } from './build-batches.ts';
import { type Reject, rejectOf } from './check-line.ts';
import type { PushTotals } from './push-ledger.ts';
import type { InputLine } from './split-lines.ts';
import type { VisionSender } from './vision-sender.ts';

/** What came of a batch. */
export interface BatchOutcome extends Omit<PushTotals, 'lines' | 'rejected'> {
  /** Lines that were found at fault here or by the service. */
  readonly rejects: readonly Reject[];
}

const INDEX = /^events\[(\d+)\]\.?/;

/**
 * Sends the events of a batch. Where the service refuses some of them, the others are sent again;
 * where it does not say which, they are sent in halves until the refused ones are found. Throws
 * what has to do with all calls, such as a token that is not known.
 */
export async function sendBatch(sender: VisionSender, batch: Batch): Promise<BatchOutcome> {
  const rejects = [...batch.rejects];
  const sums = { sent: 0, stored: 0, duplicates: 0, calls: 0 };
  const waiting: (readonly InputLine[])[] = [batch.events];
  for (let events = waiting.pop(); events !== undefined; events = waiting.pop()) {
    const [first] = events;
    if (!first) continue;
    const answer = await sendEvents(sender, events, `${first.number}`);
    if ('issues' in answer) {
      const sorted = sortOut(events, answer.issues);
      rejects.push(...sorted.rejects);
      waiting.push(...sorted.again);
      continue;
    }
    sums.sent += events.length;
    sums.stored += answer.stored;
    sums.duplicates += answer.duplicates;
    sums.calls++;
  }
  return { ...sums, rejects: rejects.toSorted((one, other) => one.line - other.line) };
}

async function sendEvents(sender: VisionSender, events: readonly InputLine[], place: string) {
  const texts = events.map(({ text }) => text.trim());
  try {
    return await sender.send(texts, place);
  } catch (error) {
    if (error instanceof FarmError && error.slug === 'validation_failed') {
      return { issues: error.issues ?? [refusalOf(error)] };
    }
    throw error;
  }
}

function refusalOf({ message }: FarmError): Issue {
  return { path: '', code: 'invalid_format', message };
}

/** The rejects that the issues name, and the parts that are worth another call. */
function sortOut(events: readonly InputLine[], issues: readonly Issue[]) {
  const byIndex = groupBy(issues, ({ path }) => INDEX.exec(path)?.[1] ?? '');
  const rejects = events.flatMap((line, index) => {
    const own = byIndex.get(`${index}`);
    return own ? [rejectOf(line, own.map(withoutIndex))] : [];
  });
  if (rejects.length > 0) {
    return { rejects, again: [events.filter((_line, index) => !byIndex.has(`${index}`))] };
  }
  const [only, ...others] = events;
  if (only && others.length === 0) return { rejects: [rejectOf(only, issues)], again: [] };
  const middle = Math.ceil(events.length / 2);
  return { rejects, again: [events.slice(middle), events.slice(0, middle)] };
}

function withoutIndex(issue: Issue): Issue {
  const { path, message } = issue;
  const field = path.replace(INDEX, '');
  return { ...issue, path: field, message: message.replace(path, field || 'the event') };
}
