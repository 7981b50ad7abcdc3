import type { cameras as english } from '../en/cameras.ts';

export const cameras = {
  'camera.deaths.title': '摄像头 {camera} 看到死禽 {birds}',
} satisfies Record<keyof typeof english, string>;
