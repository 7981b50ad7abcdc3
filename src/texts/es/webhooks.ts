import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks = {
  'webhook.off.title': 'Se desactivó el webhook hacia {host}',
  'webhook.off.failures':
    'Fallaron 20 envíos seguidos. Los eventos se guardan 7 días. Repare el receptor y vuelva a activar el webhook {webhook}.',
  'webhook.off.gone':
    'El receptor indica que la dirección ya no existe (410). Los eventos se guardan 7 días. Asigne una dirección nueva al webhook {webhook} y vuelva a activarlo.',
  'webhook.off.owner_revoked':
    'La clave para la que envía fue revocada. Los eventos se guardan 7 días. Asigne el webhook {webhook} a otra clave que pueda leer los mismos datos.',
  'webhook.off.owner_expired':
    'La clave para la que envía ha caducado. Los eventos se guardan 7 días. Asigne el webhook {webhook} a otra clave que pueda leer los mismos datos.',
  'webhook.off.owner_narrowed':
    'La clave para la que envía ya no puede ver sus eventos. Los eventos se guardan 7 días. Asigne el webhook {webhook} a otra clave que pueda leer los mismos datos.',
} satisfies Record<keyof typeof english, string>;
