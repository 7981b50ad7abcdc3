import type { Connection } from '../../storage/database.ts';
import { findEventSequence, findSequenceEnds } from '../../storage/system/outbox.ts';

/** Where a stream begins. */
export interface StreamStart {
  /** Events with a higher sequence number are told. */
  readonly after: number;
  /** What the stream says of its place: an event, or a number of the outbox. */
  readonly place: string;
  /** Whether it was to go on from a place that is not known any more. */
  readonly isReset: boolean;
}

const LONGEST_PLACE = 100;
const NUMBERED = /^seq_(\d{1,15})$/;

/**
 * Where a stream begins that was last told `lastEventId`: behind that event, or from `position`, the
 * newest that can be told, when it names none or one that is not kept.
 */
export async function findStreamStart(
  connection: Connection,
  asked: {
    readonly orgId: string;
    readonly lastEventId: string | undefined;
    readonly position: number;
  },
): Promise<StreamStart> {
  const { lastEventId, position } = asked;
  const now = { after: position, place: `seq_${position}`, isReset: false };
  if (lastEventId === undefined || lastEventId === '') return now;
  const after = await findPlace(connection, { orgId: asked.orgId, lastEventId });
  return after === undefined
    ? { ...now, isReset: true }
    : { after, place: lastEventId, isReset: false };
}

/** The sequence number of a place; undefined when events behind it are not kept any more. */
async function findPlace(
  connection: Connection,
  { orgId, lastEventId }: { readonly orgId: string; readonly lastEventId: string },
): Promise<number | undefined> {
  const numbered = NUMBERED.exec(lastEventId)?.[1];
  if (numbered === undefined) {
    if (lastEventId.length > LONGEST_PLACE || lastEventId.includes('\0')) return undefined;
    return findEventSequence(connection, { id: lastEventId, orgId });
  }
  const { first, last } = await findSequenceEnds(connection);
  const place = Number(numbered);
  return place >= first - 1 && place <= last ? place : undefined;
}
