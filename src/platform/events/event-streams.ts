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

/** Where the messages of a stream go. */
export interface StreamSink {
  /** Takes a message; false when who can wait should wait for `drained`. */
  send(text: string): boolean;
  /** Whether so much waits that nobody may send any more. */
  readonly isFull: boolean;
  /** Resolves when there is room again, or the stream is closed. */
  drained(): Promise<void>;
  /** Called once, when nobody reads any more. */
  onClose(listener: () => void): void;
  /** Closes the stream behind what was sent. */
  end(): void;
  /** Closes the stream at once. */
  cut(): void;
}

/** What a stream is opened with. */
export interface StreamRequest {
  readonly actor: Actor;
  readonly subscription: Subscription;
  /** The event told last; undefined: from now on. */
  readonly lastEventId: string | undefined;
}

/** What all streams of an instance work with. */
export interface EventStreamsOptions {
  readonly runtime: Runtime;
  readonly onError: (error: unknown) => void;
  /** How often events of other instances are looked for. */
  readonly pollMillis?: number;
  readonly heartbeatMillis?: number;
  /** How often the keys of the streams are looked at. */
  readonly keyMillis?: number;
  /** How long a reader may take nothing before it is cut off. */
  readonly stallMillis?: number;
}

interface Member extends StreamRequest {
  readonly sink: StreamSink;
  /** The sequence number of the last event that was told or passed over. */
  position: number;
  /** Whether it has been told that it is open. */
  isOpen: boolean;
  /** Whether it has been told all that was kept, and takes what is read for everybody. */
  isLive: boolean;
  /** Since when its reader lets it wait, by the monotonic clock. */
  stalledAt: number | undefined;
}

const POLL_MILLIS = 1000;
const KEY_MILLIS = 1000;
const STALL_MILLIS = 30_000;
const CAUGHT_UP_AT_ONCE = 200;

/** The live streams of an instance: one reader of the outbox for all of them. */
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

  /** Begins a stream; throws when there is no room for it. What it tells comes by itself then. */
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

  /** Tells every stream that the service ends, and ends it. */
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
    let own = 0;
    for (const { actor } of this.#members) if (actor.keyId === keyId) own++;
    if (own < limits.eventStreamsPerKey) return;
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

  /** Without a stream nothing is read. */
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
   * Tells what is kept, as fast as it is read, up to where the shared reader is; from there on that
   * one tells. What comes faster than a reader takes it is told like this again.
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
        for (const event of events) if (!tell(member, event)) await drained(member);
        if (events.length < CAUGHT_UP_AT_ONCE) member.position = upToSequence;
      }
      member.isLive = true;
    } catch (error) {
      // Whoever listens comes back with the last event, and is told the rest.
      this.#options.onError(error);
      this.#remove(member);
      sink.end();
    }
  }

  /** A key that was revoked before an event is not told of it. */
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
        tell(member, event);
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

  /** Ends the streams whose keys may do something else than when they were opened. */
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

/** Waits until the reader of a stream has taken what waits. */
async function drained(member: Member): Promise<void> {
  member.stalledAt = performance.now();
  await member.sink.drained();
  member.stalledAt = undefined;
}

/** Sends an event that the stream is told of; false when it should get no more for now. */
function tell(member: Member, event: SequencedEvent): boolean {
  member.position = event.sequence;
  if (!isSubscribed(member.subscription, event)) return true;
  return member.sink.send(eventMessage({ ...event, body: shownBody(event, member.actor) }));
}

/** The body of an event without the fields that the listener is not shown. */
function shownBody({ resource, body }: SequencedEvent, { userScopes }: Actor): string {
  const isRecord = resource !== null && isResourceName(resource);
  const hidden = isRecord ? hiddenFields(userScopes, getResource(resource)) : [];
  if (hidden.length === 0) return body;
  // Only the record and its previous values are objects with fields of the resource.
  const { data, ...event } = JSON.parse(body);
  const shown = Object.entries<Readonly<Record<string, unknown>>>(data).map(([part, values]) => [
    part,
    Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name))),
  ]);
  return JSON.stringify({ ...event, data: Object.fromEntries(shown) });
}

/** Whether a caller has the rights that it had when its stream was opened. */
function isUnchanged(present: Actor | undefined, actor: Actor): boolean {
  if (!present) return false;
  const heldBy = ({ scopes, farmIds, userScopes }: Actor) =>
    JSON.stringify([scopes, farmIds, userScopes]);
  return heldBy(present) === heldBy(actor);
}

/** Why a stream is ended by the service. */
export type StreamEnd = 'shutting_down' | 'key_changed';

const SECOND = 1000;

/** Something that keeps a quiet connection alive; clients do not see it. */
const heartbeatMessage = ': heartbeat\n\n';

/** An event of the outbox: the body is the text that webhooks are sent. */
function eventMessage({ id, event, body }: Pick<OutboxEvent, 'id' | 'event' | 'body'>) {
  // A body is JSON on one line: line breaks stand as escapes in it.
  return `id: ${id}\nevent: ${event}\ndata: ${body}\n\n`;
}

/** The stream is open: nothing behind this place will be missed. */
function readyMessage(place: string): string {
  const data = JSON.stringify({ heartbeatSeconds: limits.eventStreamHeartbeatMillis / SECOND });
  return `retry: ${limits.eventStreamRetryMillis}\nid: ${place}\nevent: ready\ndata: ${data}\n\n`;
}

/** Where the stream was to go on is not known any more: it goes on from now, and some were missed. */
function resetMessage(): string {
  return `event: reset\ndata: ${JSON.stringify({ reason: 'unknown_event_id' })}\n\n`;
}

/** The service ends the stream. */
function endMessage(reason: StreamEnd): string {
  return `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;
}
