/** What cameras tell the timeline. */
export const cameras = {
  'camera.deaths.title': 'Camera {camera} saw {birds} dead',
} as const;
