import type { Io } from '../../io.ts';
import type { PushTotals } from './push-ledger.ts';

/** How far a push is. */
export interface PushState {
  readonly totals: PushTotals;
  /** Bytes read of those there are; undefined where that cannot be known. */
  readonly readBytes: number;
  readonly totalBytes: number | undefined;
}

/** A line about a push that takes long: kept up to date on a terminal, now and then elsewhere. */
export interface PushProgress {
  show(state: PushState): void;
  /** Takes the line away. */
  end(): Promise<void>;
}

/** When this run began, and where. */
export interface PushStart {
  readonly lines: number;
  readonly readBytes: number;
}

const TERMINAL_MILLIS = 200;
const ELSEWHERE_MILLIS = 30_000;
/** Before that, a rate says nothing. */
const FIRST_MILLIS = 500;

/** Makes the line; `millis` is a clock that only runs forward. */
export function createPushProgress(
  { stderr }: Pick<Io, 'stderr'>,
  start: PushStart,
  millis: () => number,
): PushProgress {
  const began = millis();
  let shownAt = began;
  let isShown = false;
  const write = (text: string) => stderr.write(text).catch(() => undefined);
  return {
    show(state) {
      const now = millis();
      if (now - shownAt < (stderr.isTerminal ? TERMINAL_MILLIS : ELSEWHERE_MILLIS)) return;
      shownAt = now;
      isShown = stderr.isTerminal;
      const text = progressText(state, start, now - began);
      void write(stderr.isTerminal ? `\r${text}\x1b[K` : `farmctl: ${text}\n`);
    },
    async end() {
      if (isShown) await write('\r\x1b[K');
      isShown = false;
    },
  };
}

/** `12,400 lines, 8,120/s, 3 rejected, 41 %, 2 min left`. */
export function progressText(
  { totals, readBytes, totalBytes }: PushState,
  start: PushStart,
  elapsedMs: number,
): string {
  const parts = [`${countText(totals.lines)} lines`];
  if (elapsedMs >= FIRST_MILLIS) {
    parts.push(`${countText(Math.round((totals.lines - start.lines) / (elapsedMs / 1000)))}/s`);
  }
  if (totals.rejected > 0) parts.push(`${countText(totals.rejected)} rejected`);
  if (totalBytes !== undefined && totalBytes > 0) {
    parts.push(`${Math.min(100, Math.floor((100 * readBytes) / totalBytes))} %`);
    const done = readBytes - start.readBytes;
    const left = Math.max(0, totalBytes - readBytes);
    if (elapsedMs >= FIRST_MILLIS && done > 0) {
      parts.push(`${durationText((elapsedMs * left) / done)} left`);
    }
  }
  return parts.join(', ');
}

/** `1,204,500`. */
export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

function durationText(millis: number): string {
  const seconds = Math.ceil(millis / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
