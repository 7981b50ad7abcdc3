import type { Io } from '../../io.ts';
import { countText } from '../vision/push-progress.ts';

/** A line about an import: kept up to date on a terminal, now and then elsewhere. */
export interface ImportProgress {
  show(state: ImportState): void;
  /** Takes the line away. */
  end(): Promise<void>;
}

/** How far an import is. */
export interface ImportState {
  readonly phase: string;
  readonly done: number;
  readonly rows: number;
}

const ELSEWHERE_MILLIS = 30_000;
/** Before that, a rate says nothing. */
const FIRST_MILLIS = 500;

/** Makes the line; `millis` is a clock that only runs forward. */
export function createImportProgress(
  { stderr }: Pick<Io, 'stderr'>,
  millis: () => number,
): ImportProgress {
  let phase: { readonly name: string; readonly began: number; readonly from: number } | undefined;
  let shownAt = millis();
  let isShown = false;
  const write = (text: string) => stderr.write(text).catch(() => undefined);
  return {
    show(state) {
      const now = millis();
      if (phase?.name !== state.phase) phase = { name: state.phase, began: now, from: state.done };
      if (!stderr.isTerminal && now - shownAt < ELSEWHERE_MILLIS) return;
      shownAt = now;
      isShown = stderr.isTerminal;
      const text = importText(state, { elapsedMs: now - phase.began, from: phase.from });
      void write(stderr.isTerminal ? `\r${text}\x1b[K` : `farmctl: ${text}\n`);
    },
    async end() {
      if (isShown) await write('\r\x1b[K');
      isShown = false;
    },
  };
}

/** `checking: 1,200 of 10,000 rows, 820/s, 11 s left`. */
function importText(
  { phase, done, rows }: ImportState,
  { elapsedMs, from }: { readonly elapsedMs: number; readonly from: number },
): string {
  const said = `${phase}: ${countText(done)} of ${countText(rows)} rows`;
  const perSecond = (done - from) / (elapsedMs / 1000);
  if (elapsedMs < FIRST_MILLIS || perSecond <= 0) return said;
  const left = Math.ceil((rows - done) / perSecond);
  return `${said}, ${countText(Math.round(perSecond))}/s, ${countText(left)} s left`;
}
