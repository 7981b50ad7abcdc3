import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { getResource, isResourceName } from '../../model/resources/registry.ts';
import { hiddenFields } from '../../model/resources/roles.ts';
import {
  listEvents,
  type OutboxEvent,
  type SequencedEvent,
} from '../../storage/webhooks/outbox.ts';
import { currentActors } from '../access/authenticate.ts';
import type { Actor } from '../core/actor.ts';
import type { Runtime } from '../core/runtime.ts';
import { isSubscribed, type Subscription } from './publish-events.ts';
import { findStreamStart, type OutboxWatch, watchOutbox } from './watch-outbox.ts';

/** The output of a stream. */
export interface StreamSink {
  /** Sends a message; when it returns false, callers that can wait should wait for `drained`. */
  send(text: string): boolean;
  /** Whether the buffer is full, so that nothing more may be sent. */
  readonly isFull: boolean;
  /** Resolves when there is room again, or the stream is closed. */
  drained(): Promise<void>;
  /** Called once, when the reader has disconnected. */
  onClose(listener: () => void): void;
  /** Closes the stream after buffered messages. */
  end(): void;
  /** Closes the stream immediately. */
  cut(): void;
}

/** Options of a new stream. */
export interface StreamRequest {
  readonly actor: Actor;
  readonly subscription: Subscription;
  /** The last event received; undefined: from now on. */
  readonly lastEventId: string | undefined;
}

/** Dependencies and options of all streams of an instance. */
export interface EventStreamsOptions {
  readonly runtime: Runtime;
  readonly onError: (error: unknown) => void;
  /** Polling interval for events of other instances. */
  readonly pollMillis?: number;
  readonly heartbeatMillis?: number;
  /** Interval for checking the keys of the streams. */
  readonly keyMillis?: number;
  /** How long a reader may read nothing before it is disconnected. */
  readonly stallMillis?: number;
}

interface Member extends StreamRequest {
  readonly sink: StreamSink;
  /** The sequence number of the last event sent or skipped. */
  position: number;
  /** Whether the opening message was sent. */
  isOpen: boolean;
  /** Whether all stored events were sent, so that it receives events from the shared reader. */
  isLive: boolean;
  /** Since when its reader has been stalled, on the monotonic clock. */
  stalledAt: number | undefined;
}

const POLL_MILLIS = 1000;
const KEY_MILLIS = 1000;
const STALL_MILLIS = 30_000;
const CAUGHT_UP_AT_ONCE = 200;

/** The live streams of an instance, with one shared outbox reader. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #members = new Set<Member>();
  #watch: Promise<OutboxWatch> | undefined;
  #timers: readonly NodeJS.Timeout[] = [];
  #isClosed = false;
  #isChecking = false;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  /** Opens a stream; throws when the limit is reached. Events are then sent automatically. */
  async open(request: StreamRequest, sink: StreamSink): Promise<void> {
    this.#requireRoom(request.actor.keyId);
    const member: Member = {
      ...request,
      sink,
      position: 0,
      isOpen: false,
      isLive: false,
      stalledAt: undefined,
    };
    this.#members.add(member);
    sink.onClose(() => this.#remove(member));
    try {
      const watch = await this.#watched();
      const { lastEventId, actor } = request;
      const place = { orgId: actor.orgId, lastEventId, position: watch.position };
      const start = await findStreamStart(this.#options.runtime.database, place);
      member.position = start.after;
      if (start.isReset) sink.send(resetMessage());
      sink.send(readyMessage(start.place));
      member.isOpen = true;
      void this.#catchUp(member, watch);
    } catch (error) {
      this.#remove(member);
      throw error;
    }
  }

  /** Notifies every stream that the service is stopping, and ends it. */
  close(): void {
    this.#isClosed = true;
    for (const member of [...this.#members]) this.#end(member, 'shutting_down');
  }

  #requireRoom(keyId: string): void {
    const headers = { 'retry-after': '5' };
    if (this.#isClosed || this.#members.size >= limits.eventStreams) {
      throw new FarmError('unavailable', {
        code: 'overloaded',
        message: `More than ${limits.eventStreams} streams are open; try again later.`,
        headers,
      });
    }
    let ownStreams = 0;
    for (const { actor } of this.#members) if (actor.keyId === keyId) ownStreams++;
    if (ownStreams < limits.eventStreamsPerKey) return;
    throw new FarmError('rate_limited', {
      code: 'too_many_streams',
      message: `The key has ${limits.eventStreamsPerKey} streams open; close one of them first.`,
      headers,
    });
  }

  #watched(): Promise<OutboxWatch> {
    this.#watch ??= this.#start();
    return this.#watch;
  }

  async #start(): Promise<OutboxWatch> {
    const { runtime, onError, ...millis } = this.#options;
    this.#timers = [
      setInterval(() => this.#beat(), millis.heartbeatMillis ?? limits.eventStreamHeartbeatMillis),
      setInterval(() => void this.#checkKeys(), millis.keyMillis ?? KEY_MILLIS),
    ];
    for (const timer of this.#timers) timer.unref();
    return watchOutbox(runtime, {
      onEvents: (events, watch) => this.#tellPermitted(events, watch),
      onError,
      pollMillis: millis.pollMillis ?? POLL_MILLIS,
    });
  }

  /** Without streams the outbox is not read. */
  #stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#watch?.then((watch) => watch.end()).catch(() => undefined);
    this.#watch = undefined;
  }

  #remove(member: Member): void {
    if (!this.#members.delete(member)) return;
    if (this.#members.size === 0) this.#stop();
  }

  #end(member: Member, reason: StreamEnd): void {
    this.#remove(member);
    member.sink.send(endMessage(reason));
    member.sink.end();
  }

  /**
   * Sends stored events, as fast as they are read, up to the position of the shared reader, which
   * then takes over. A stream whose reader falls behind returns to this mode.
   */
  async #catchUp(member: Member, watch: OutboxWatch): Promise<void> {
    const { actor, sink } = member;
    const { database } = this.#options.runtime;
    member.isLive = false;
    try {
      if (sink.isFull) await drained(member);
      while (member.position < watch.position && this.#members.has(member)) {
        const upToSequence = watch.position;
        const range = { afterSequence: member.position, upToSequence, orgId: actor.orgId };
        const events = await listEvents(database, { ...range, limit: CAUGHT_UP_AT_ONCE });
        await this.#endChanged([member]);
        if (!this.#members.has(member)) return;
        for (const event of events) if (!sendTo(member, event)) await drained(member);
        if (events.length < CAUGHT_UP_AT_ONCE) member.position = upToSequence;
      }
      member.isLive = true;
    } catch (error) {
      // Clients reconnect with their last event ID and receive the rest.
      this.#options.onError(error);
      this.#remove(member);
      sink.end();
    }
  }

  /** Keys are checked first: a revoked key does not receive later events. */
  async #tellPermitted(events: readonly SequencedEvent[], watch: OutboxWatch): Promise<void> {
    try {
      await this.#endChanged([...this.#members]);
      this.#tell(events, watch);
    } catch (error) {
      this.#options.onError(error);
      // They are read again for each stream, or the stream ends.
      for (const member of this.#members) if (member.isLive) void this.#catchUp(member, watch);
    }
  }

  #tell(events: readonly SequencedEvent[], watch: OutboxWatch): void {
    for (const member of this.#members) {
      for (const event of events) {
        const isOwn = event.orgId === member.actor.orgId && event.sequence > member.position;
        if (!member.isLive || !isOwn) continue;
        sendTo(member, event);
        if (member.sink.isFull) void this.#catchUp(member, watch);
      }
    }
  }

  #beat(): void {
    const { stallMillis = STALL_MILLIS } = this.#options;
    for (const { sink, stalledAt, isOpen } of [...this.#members]) {
      const isStalled = stalledAt !== undefined && performance.now() - stalledAt > stallMillis;
      if (isStalled) sink.cut();
      else if (isOpen) sink.send(heartbeatMessage);
    }
  }

  async #checkKeys(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.#endChanged([...this.#members]);
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#isChecking = false;
    }
  }

  /** Ends the streams whose keys have different rights than when they were opened. */
  async #endChanged(members: readonly Member[]): Promise<void> {
    if (members.length === 0) return;
    const actors = members.map(({ actor }) => actor);
    const present = await currentActors(this.#options.runtime, actors);
    for (const [index, member] of members.entries()) {
      const isSame = isUnchanged(present[index], member.actor);
      if (!isSame && this.#members.has(member)) this.#end(member, 'key_changed');
    }
  }
}

/** Waits until the reader of a stream has read the buffer. */
async function drained(member: Member): Promise<void> {
  member.stalledAt = performance.now();
  await member.sink.drained();
  member.stalledAt = undefined;
}

/** Sends an event to a subscribed stream; false when it should not get more for now. */
function sendTo(member: Member, event: SequencedEvent): boolean {
  member.position = event.sequence;
  if (!isSubscribed(member.subscription, event)) return true;
  return member.sink.send(eventMessage({ ...event, body: shownBody(event, member.actor) }));
}

/** The body of an event without the fields hidden from the listener. */
function shownBody({ resource, body }: SequencedEvent, { userScopes }: Actor): string {
  const isRecord = resource !== null && isResourceName(resource);
  const hidden = isRecord ? hiddenFields(userScopes, getResource(resource)) : [];
  if (hidden.length === 0) return body;
  // Only the record and its previous values are objects with fields of the resource.
  const { data, ...event } = JSON.parse(body);
  const visibleData = Object.entries<Readonly<Record<string, unknown>>>(data).map(
    ([part, values]) => [
      part,
      Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name))),
    ],
  );
  return JSON.stringify({ ...event, data: Object.fromEntries(visibleData) });
}

/** Whether a caller has the same rights as when its stream was opened. */
function isUnchanged(present: Actor | undefined, actor: Actor): boolean {
  if (!present) return false;
  const rightsKey = ({ scopes, farmIds, userScopes }: Actor) =>
    JSON.stringify([scopes, farmIds, userScopes]);
  return rightsKey(present) === rightsKey(actor);
}

/** Why the service ends a stream. */
export type StreamEnd = 'shutting_down' | 'key_changed';

const SECOND = 1000;

/** Keeps an idle connection alive; ignored by clients. */
const heartbeatMessage = ': heartbeat\n\n';

/** The message of an outbox event: the body is the same as for webhooks. */
function eventMessage({ id, event, body }: Pick<OutboxEvent, 'id' | 'event' | 'body'>) {
  // A body is JSON on one line, in which line breaks are escaped.
  return `id: ${id}\nevent: ${event}\ndata: ${body}\n\n`;
}

/** The stream is open: no event after this position will be missed. */
function readyMessage(place: string): string {
  const data = JSON.stringify({ heartbeatSeconds: limits.eventStreamHeartbeatMillis / SECOND });
  return `retry: ${limits.eventStreamRetryMillis}\nid: ${place}\nevent: ready\ndata: ${data}\n\n`;
}

/**
 * The requested position is no longer known: the stream continues from now, and events were missed.
 */
function resetMessage(): string {
  return `event: reset\ndata: ${JSON.stringify({ reason: 'unknown_event_id' })}\n\n`;
}

/** The service ends the stream. */
function endMessage(reason: StreamEnd): string {
  return `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;
}
