import { exampleId } from '../../src/model/core/fields.ts';
import { resources } from '../../src/model/resources/registry.ts';
import type { DocumentGround } from './document-requests.ts';
import type { OneOfEach } from './one-of-each.ts';
import type { TestService } from './service.ts';

/** Creates rows of every resource, their ids, and keys that may be changed and revoked. */
export async function prepareGround(
  service: TestService,
  { rows, connectionId }: { readonly rows: OneOfEach; readonly connectionId: string },
): Promise<DocumentGround> {
  const spare = await service.createKey({ name: 'spare' });
  const spareId = spare.split('_')[2] ?? '';
  return {
    idFor(path) {
      if (path.includes('{integrationId}')) return connectionId;
      const [, collection = ''] = path.replace('/os/media/', '/media/').split('/');
      return rows[collection as keyof OneOfEach] ?? spareId;
    },
    fillIn: (text) =>
      Object.values(resources).reduce(
        (filled, { name, idPrefix }) => filled.replaceAll(exampleId(idPrefix), rows[name]),
        text,
      ),
    foreignIds: Object.values(rows),
  };
}

/** Creates a camera connection of the farm; returns the token in the response. */
export async function connectCameras(
  service: TestService,
  { farms }: OneOfEach,
): Promise<{ readonly id: string; readonly cameraToken: string }> {
  const body = { kind: 'camera', name: 'Cameras' };
  return (await service.send('POST', `/integrations?farmId=${farms}`, { body })).body;
}
