const SHOWN_HASH = 16;

/** A subscription as listed by the service among the channels. */
export async function shownEndpoint(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
  return `${new URL(endpoint).host} ${hex.join('').slice(0, SHOWN_HASH)}`;
}
