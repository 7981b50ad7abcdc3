/** When colour is asked for. */
export type ColorMode = 'auto' | 'always' | 'never';

/** What decides whether a stream gets colour. */
export interface ColorInput {
  readonly mode: ColorMode | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
}

/**
 * Whether a stream gets colour: `--color`, then `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR`,
 * `TERM=dumb`, then whether the stream is a terminal.
 */
export function hasColor({ mode = 'auto', environment, isTerminal }: ColorInput): boolean {
  if (mode !== 'auto') return mode === 'always';
  const { NO_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM } = environment;
  if (NO_COLOR) return false;
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return true;
  if (CLICOLOR === '0' || TERM === 'dumb') return false;
  return isTerminal;
}
