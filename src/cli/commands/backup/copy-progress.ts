import type { Io } from '../../io.ts';

/** A line about a copy that takes long, on a terminal only. */
export interface ProgressLine {
  show(progress: { readonly bytes: number; readonly totalBytes: number }): void;
  /** Takes the line away. */
  end(): Promise<void>;
}

/** Makes the line; where stderr is no terminal it says nothing. */
export function createProgressLine({ stderr }: Pick<Io, 'stderr'>, verb: string): ProgressLine {
  let isShown = false;
  const write = (text: string) => stderr.write(text).catch(() => undefined);
  return {
    show({ bytes, totalBytes }) {
      if (!stderr.isTerminal) return;
      isShown = true;
      const percent = Math.min(100, Math.floor((100 * bytes) / Math.max(totalBytes, 1)));
      void write(
        `\r${verb} ${sizeText(bytes)} of about ${sizeText(totalBytes)}, ${percent} %\x1b[K`,
      );
    },
    async end() {
      if (isShown) await write('\r\x1b[K');
    },
  };
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size for people: `532 bytes`, `18.4 MB`. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}
