import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadPicture } from '../support/call-fix.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

for (const database of DATABASES) {
  describe(`${database}: a picture of a flock`, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
    });
    afterAll(() => service.close());

    const lacksPhoto = async () => {
      const { body } = await service.send('GET', `/gaps?farmId=${farm.farmId}`);
      const kinds = body.gaps.map(({ kind }: { readonly kind: string }) => kind);
      return [kinds.includes('no_recent_photos'), body.dataQuality.parts.photos];
    };

    test('closes the gap once its file is uploaded', async () => {
      expect(await lacksPhoto()).toEqual([true, 0]);
      const { flockId } = farm;
      const { id } = await create(service, 'media', { flockId, kind: 'image', category: 'flock' });
      expect(await lacksPhoto()).toEqual([true, 0]);
      await uploadPicture(service, id);
      expect(await lacksPhoto()).toEqual([false, 1]);
    });
  });
}
