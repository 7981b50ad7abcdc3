import { exampleId } from '../example-id.ts';
import { instant, object, string } from '../json-schema/json-schema.ts';
import type { OperationAnswer } from '../operation.ts';

/** The answer of `POST /os/cameras/{id}/token`. */
export const cameraTokenAnswer: OperationAnswer = {
  name: 'CameraToken',
  description: 'The new camera-connection token; shown only here.',
  schema: object({
    integrationId: string(),
    tokenPrefix: string('What is shown of the token later.'),
    createdAt: instant(),
    'cameraToken?': string('Begins with cam_; not there when the call is repeated.'),
  }),
  example: {
    integrationId: exampleId('integration'),
    tokenPrefix: 'cam_k4T9vQ2mXbZ7',
    createdAt: '2026-11-21T09:00:00.000Z',
    cameraToken: 'cam_k4T9vQ2mXbZ7_5uPq8sWv1yBnC3dFgH6jKm9LzX2cV4tR0aQ7we',
  },
};
