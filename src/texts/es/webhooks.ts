import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks = {
  'webhook.off.title': 'Se desactivó el webhook hacia {host}',
  'webhook.off.failures':
    'Fallaron 20 envíos seguidos. Los eventos se guardan 7 días. Repare el receptor y vuelva a activar el webhook {webhook}.',
  'webhook.off.gone':
    'El receptor indica que la dirección ya no existe (410). Los eventos se guardan 7 días. Asigne una dirección nueva al webhook {webhook} y vuelva a activarlo.',
} satisfies Record<keyof typeof english, string>;
