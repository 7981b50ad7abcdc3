/** What becomes of the webhooks of the farm. */
export const webhooks = {
  'webhook.off.title': 'Webhook to {host} is switched off',
  'webhook.off.failures':
    '20 deliveries in a row failed. Events are held for 7 days. Repair the receiver, then switch webhook {webhook} on again.',
  'webhook.off.gone':
    'The receiver says that the address is gone (410). Events are held for 7 days. Give webhook {webhook} a new address and switch it on again.',
} as const;
