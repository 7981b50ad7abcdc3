import { message } from '../../model/message.ts';
import type { Fix } from './section.ts';

/** The call that offers birds of a flock for sale; how many is for the caller to say. */
export function sellOfferFix(farmId: string, flock: string): Fix {
  return {
    method: 'POST',
    path: '/market-orders',
    body: {
      farmId,
      kind: 'offer',
      direction: 'sell',
      category: 'live_birds',
      title: message('risk.task.sell_birds', { flock }),
      quantity: null,
    },
  };
}
