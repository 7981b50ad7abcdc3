import type { cameras as english } from '../en/cameras.ts';

export const cameras = {
  'camera.deaths.title': 'กล้อง {camera} พบไก่ตาย {birds}',
} satisfies Record<keyof typeof english, string>;
