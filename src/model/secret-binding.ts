/** What precedes a secret where it is kept: the hosts that it may be sent to. */
const HOST_BINDING = /^host=(\S*)(?:\s+|$)/i;
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
    .filter((host) => host !== '');
  return { hosts: named, secret: text.slice(binding.length) };
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
