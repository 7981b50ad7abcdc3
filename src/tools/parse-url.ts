/**
 * The URL that a text is, else undefined. `URL.canParse` of Node 20 refuses addresses with letters
 * outside Latin-1 and ASCII once it has been compiled, after some thousand calls.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
