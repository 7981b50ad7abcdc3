import type { StreamedEvent, StreamState } from '../../../client/event-stream.ts';
import { FarmError } from '../../../model/errors.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';

/** An event of the stream, with its body read. */
export interface FollowedEvent extends StreamedEvent {
  readonly content: EventContent;
}

/** The body of an event. */
export interface EventContent {
  readonly farmId: string | null;
  readonly createdAt: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What is followed. */
export interface FollowOptions {
  /** Names of events; absent: all. */
  readonly events: readonly string[] | undefined;
  /** Ids of farms; none: all that the key sees. */
  readonly farmIds: readonly string[];
  /** The id of the event behind which it begins; absent: now. */
  readonly since?: string | undefined;
  /** Called when the stream is open for the first time. */
  readonly onReady: () => Promise<void>;
}

/** The events of the server as they happen; what becomes of the connection is told on stderr. */
export async function* followStream(
  context: CommandContext,
  { events, farmIds, since, onReady }: FollowOptions,
): AsyncGenerator<FollowedEvent> {
  const client = await context.client();
  const [farmId, ...others] = farmIds;
  const isOne = others.length === 0;
  const stream = client.events({
    events,
    since,
    // The server narrows to one farm; several are picked here.
    farmId: isOne ? farmId : undefined,
    onState: stateTeller(context, onReady),
  });
  try {
    for await (const event of stream) {
      const content = JSON.parse(event.body) as EventContent;
      if (isOne || farmIds.includes(content.farmId ?? '')) yield { ...event, content };
    }
  } catch (error) {
    throw explained(error);
  }
}

function stateTeller({ note }: CommandContext, onReady: () => Promise<void>) {
  let isCut = false;
  return async (state: StreamState) => {
    if (state.kind === 'missed') {
      await note('events were missed: the server does not know the last one any more');
    } else if (state.kind === 'cut') {
      // Once: the next tries fail for the same reason.
      if (!isCut) await note(`the stream was cut: ${neutralise(state.reason)}; trying again`);
      isCut = true;
    } else if (state.isAgain) {
      isCut = false;
      await note('connected again');
    } else {
      await onReady();
    }
  };
}

function explained(error: unknown): unknown {
  if (!(error instanceof FarmError) || error.code !== 'no_streams') return error;
  return usageError('events are told by a running server only', {
    hint: 'Start one with: farmctl serve',
  });
}
