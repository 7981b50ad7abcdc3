/** The host of an address, without anything in it that may be secret; the text where it is none. */
export function hostOf(url: unknown): string {
  const text = String(url);
  return URL.canParse(text) ? new URL(text).host : text;
}
