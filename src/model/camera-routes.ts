import {
  adoptCameraBody,
  cameraAdoptedAnswer,
  camerasAnswer,
  cameraTokenAnswer,
} from './answers/cameras.ts';
import { exampleId } from './example-id.ts';
import { reference } from './fields.ts';
import type { RouteOperation } from './operation.ts';

/** The routes of the application about cameras. */
export const cameraRoutes = [
  {
    kind: 'route',
    operationId: 'getCameras',
    method: 'GET',
    path: '/os/cameras',
    scope: 'read:*',
    tag: 'Cameras',
    summary: 'The cameras of a farm, their connections, and sources that nobody registered',
    description: 'Returns the whole cameras screen of a farm in one read.',
    query: {
      farmId: reference('farms', { note: 'May be absent where the key sees one farm only' }),
    },
    exampleQuery: { farmId: exampleId('farm') },
    answer: camerasAnswer,
  },
  {
    kind: 'route',
    operationId: 'adoptCamera',
    method: 'POST',
    path: '/os/cameras/adopt',
    scope: 'write:*',
    tag: 'Cameras',
    summary: 'Make a camera of a source that sends without being registered',
    description:
      'What was sent under the source before is given to the camera: its events, what it was ' +
      'compared with, its open alerts. POST /devices with the source as sourceKey does the same.',
    body: adoptCameraBody,
    answer: cameraAdoptedAnswer,
  },
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
