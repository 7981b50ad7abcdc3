import type { cameras as english } from '../en/cameras.ts';

export const cameras = {
  'camera.deaths.title': 'La cámara {camera} vio {birds} muertas',
} satisfies Record<keyof typeof english, string>;
