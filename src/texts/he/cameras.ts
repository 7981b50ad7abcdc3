import type { cameras as english } from '../en/cameras.ts';

export const cameras = {
  'camera.deaths.title': 'מצלמה {camera}: נראו {birds} מתים',
} satisfies Record<keyof typeof english, string>;
