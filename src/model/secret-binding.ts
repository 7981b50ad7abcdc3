/**
 * What precedes a secret where it is kept: the hosts that it may be sent to, as in `host=a,b:8443`.
 * White space behind a comma belongs to the list.
 */
const HOST_BINDING = /^host=((?:[^\s,]*,\s*)*[^\s,]*)(?:\s+|$)/i;
const UNBOUND = 'is bound to no host';

/** A secret as it is kept, split into its hosts and the rest; without hosts it is unbound. */
export function readBinding(text: string): {
  readonly hosts: readonly string[];
  readonly secret: string;
} {
  const [binding = '', hosts = ''] = HOST_BINDING.exec(text) ?? [];
  const named = hosts
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  return { hosts: named, secret: text.slice(binding.length) };
}

/** Where a secret is to be sent; the host without brackets. */
export interface SecretTarget {
  readonly host: string;
  readonly port: number;
}

/** Whether one of the bound hosts is this one; a host that is bound without a port may have any. */
export function isBoundTo(hosts: readonly string[], { host, port }: SecretTarget): boolean {
  const name = host.toLowerCase();
  const known = [name, `${name}:${port}`, `[${name}]:${port}`];
  return hosts.some((bound) => known.includes(bound));
}

/** Why a secret that names no hosts is sent to none, and how to bind it. */
export function unboundMessage(reference: string, host: string): string {
  return (
    `The secret ${reference} ${UNBOUND} and is not sent to ${host}. ` +
    `Write host=${host} and a space in front of it where it is kept.`
  );
}

/** Whether an error of an integration is that its secret is unbound. */
export function isUnbound(error: string | null): boolean {
  return error?.includes(UNBOUND) ?? false;
}
