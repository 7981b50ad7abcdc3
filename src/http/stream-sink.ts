import { Readable } from 'node:stream';
import type { StreamSink } from '../platform/events/event-streams.ts';

/** A sink, and what is to be sent of it. */
export interface ReadableSink extends StreamSink {
  readonly readable: Readable;
}

/** From here on a stream takes more only when it must. */
const COMFORTABLE_BYTES = 64 * 1024;

/** Makes the sink of a stream; it is full when more than `mostBytes` wait in it. */
export function createStreamSink(mostBytes: number): ReadableSink {
  const waiting: (() => void)[] = [];
  const letGo = () => {
    for (const resume of waiting.splice(0)) resume();
  };
  let isEnded = false;
  const readable = new Readable({
    highWaterMark: COMFORTABLE_BYTES,
    read: letGo,
    destroy(error, done) {
      letGo();
      done(error);
    },
  });
  return {
    readable,
    get isFull() {
      return readable.readableLength > mostBytes;
    },
    send(text) {
      return isEnded || readable.destroyed || readable.push(text);
    },
    drained() {
      if (readable.destroyed) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
    onClose: (listener) => readable.once('close', listener),
    end() {
      isEnded = true;
      if (!readable.destroyed) readable.push(null);
    },
    cut: () => readable.destroy(),
  };
}
