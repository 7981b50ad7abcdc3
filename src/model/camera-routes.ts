import { cameraTokenAnswer } from './answers/cameras.ts';
import type { RouteOperation } from './operation.ts';

/** The routes of the application about cameras. */
export const cameraRoutes = [
  {
    kind: 'route',
    operationId: 'rotateCameraToken',
    method: 'POST',
    path: '/os/cameras/{id}/token',
    scope: 'admin:*',
    tag: 'Cameras',
    summary: 'Give a camera connection a new token',
    description:
      'The id is that of an integration of kind camera. The token before stops at once. With the ' +
      'token, cameras post what they see to /v1/os-ingest/{integrationId}/vision.',
    answer: cameraTokenAnswer,
  },
] as const satisfies readonly RouteOperation[];
