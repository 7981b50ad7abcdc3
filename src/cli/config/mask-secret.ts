const SHOWN_END = 4;
const SHORTEST_WITH_END = 16;
const KIND = /^(fk_live_|cam_|whsec_)/;

/** What may be shown of a secret: its kind and last four characters, `fk_live_…x7Qz`. */
export function maskSecret(secret: string): string {
  const kind = KIND.exec(secret)?.[0] ?? '';
  const rest = secret.slice(kind.length);
  return `${kind}…${rest.length >= SHORTEST_WITH_END ? rest.slice(-SHOWN_END) : ''}`;
}
