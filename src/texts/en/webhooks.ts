/** What becomes of the webhooks of the farm. */
export const webhooks = {
  'webhook.off.title': 'Webhook to {host} is switched off',
  'webhook.off.failures':
    '20 deliveries in a row failed. Events are held for 7 days. Repair the receiver, then switch webhook {webhook} on again.',
  'webhook.off.gone':
    'The receiver says that the address is gone (410). Events are held for 7 days. Give webhook {webhook} a new address and switch it on again.',
  'webhook.off.owner_revoked':
    'The key that it delivers for was revoked. Events are held for 7 days. Adopt webhook {webhook} with another key that reads the same data.',
  'webhook.off.owner_expired':
    'The key that it delivers for has expired. Events are held for 7 days. Adopt webhook {webhook} with another key that reads the same data.',
  'webhook.off.owner_narrowed':
    'The key that it delivers for may not see its events any more. Events are held for 7 days. Adopt webhook {webhook} with another key that reads the same data.',
} as const;
