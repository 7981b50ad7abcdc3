import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { sweepContents } from '../../src/platform/media/content-chunks.ts';
import { receiveContent } from '../../src/platform/media/receive-content.ts';
import { findContentFaults } from '../../src/storage/system/media.ts';
import { DATABASES } from '../support/databases.ts';
import { createFarm } from '../support/farm.ts';
import { aBomb, aPicture, SMALL_FILES } from '../support/media-files.ts';
import { startTestService, type TestService } from '../support/service.ts';

const CHUNK = limits.mediaChunkBytes;

interface FileRequest {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Text of so many bytes that is no two times the same within a chunk. */
const textOf = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, index) => 97 + ((index * 7 + (index >> 8)) % 26)));

describe.each(DATABASES)('%s: the file of a media item', (database) => {
  let service: TestService;
  let farmId: string;
  beforeAll(async () => {
    service = await startTestService(database);
    ({ farmId } = await createFarm(service));
  });
  afterAll(() => service.close());

  const aRow = async (body: object = {}) => {
    const answer = await service.send('POST', `/media?farmId=${farmId}`, { body });
    return String(answer.body.id);
  };
  const put = (id: string, bytes: Uint8Array | Readable, request: FileRequest = {}) =>
    service.service.app.inject({
      method: 'PUT',
      url: `/v1/platform/os/media/${id}/content`,
      headers: {
        authorization: `Bearer ${request.key ?? service.admin}`,
        ...(bytes instanceof Readable ? { 'transfer-encoding': 'chunked' } : {}),
        ...request.headers,
      },
      payload: bytes instanceof Readable ? bytes : Buffer.from(bytes),
    });
  const get = (id: string, { key, headers, query = '' }: FileRequest = {}, method = 'GET') =>
    service.service.app.inject({
      method: method as 'GET',
      url: `/v1/platform/os/media/${id}/content${query}`,
      headers: { authorization: `Bearer ${key ?? service.admin}`, ...headers },
    });
  const stored = async (bytes: Uint8Array, body?: object) => {
    const id = await aRow(body);
    const answer = await put(id, bytes);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
    return id;
  };

  describe('an upload', () => {
    test('sets the details of the file in the row', async () => {
      const id = await aRow({ name: 'Litter', kind: 'document' });
      const picture = await aPicture(640, 480);
      const answer = await put(id, picture, { headers: { 'content-type': 'image/jpeg' } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['etag']).toBe(`"sha256-${hashOf(picture)}"`);
      expect(answer.json()).toMatchObject({
        id,
        version: 2,
        kind: 'image',
        mimeType: 'image/jpeg',
        sizeBytes: picture.length,
        width: 640,
        height: 480,
        url: `/v1/platform/os/media/${id}/content`,
      });
    });

    test('sets the dimensions of a picture after rotation', async () => {
      const id = await aRow();
      const answer = await put(id, await aPicture(600, 400, { orientation: 6 }));
      expect(answer.json()).toMatchObject({ width: 400, height: 600 });
    });

    test('is returned byte for byte, whatever its size and chunks', async () => {
      const boundarySizes = [0, 1, 2].flatMap((n) => [-1, 0, 1].map((d) => n * CHUNK + d));
      const sizes = fc.constantFrom(...boundarySizes.filter((size) => size > 0));
      await fc.assert(
        fc.asyncProperty(sizes, fc.integer({ min: 1, max: CHUNK + 10 }), async (size, cut) => {
          const bytes = textOf(size);
          const id = await aRow();
          const chunks = Array.from({ length: Math.ceil(size / cut) }, (_, index) =>
            bytes.subarray(index * cut, (index + 1) * cut),
          );
          const sent = await put(
            id,
            Readable.from(
              chunks.slice(0, 400).concat(chunks.length > 400 ? [bytes.subarray(400 * cut)] : []),
            ),
          );
          const read = await get(id);
          expect([sent.statusCode, sent.json().sizeBytes]).toEqual([200, size]);
          expect(hashOf(read.rawPayload)).toBe(hashOf(bytes));
          expect(read.headers['content-length']).toBe(String(size));
        }),
        { numRuns: 6 },
      );
    });

    test('replaces the previous file', async () => {
      const id = await stored(textOf(CHUNK * 2));
      const other = textOf(10);
      expect((await put(id, other)).statusCode).toBe(200);
      expect((await get(id)).rawPayload.equals(other)).toBe(true);
    });

    test('an upload of the same file changes nothing', async () => {
      const id = await stored(SMALL_FILES.csv);
      const again = await put(id, SMALL_FILES.csv);
      expect([again.statusCode, again.json().version]).toEqual([200, 2]);
    });

    test.each([
      ['If-None-Match: * without a file', {}, { 'if-none-match': '*' }, 200],
      ['If-None-Match: * with a file', { has: true }, { 'if-none-match': '*' }, 412],
      ['If-Match of another file', { has: true }, { 'if-match': '"sha256-00"' }, 412],
      ['If-Match: * without a file', {}, { 'if-match': '*' }, 412],
      ['If-Match: * with a file', { has: true }, { 'if-match': '*' }, 200],
      [
        'If-Match of the file',
        { has: true },
        { 'if-match': `"sha256-${hashOf(SMALL_FILES.csv)}"` },
        200,
      ],
    ])('%s', async (_, { has }: { has?: boolean }, headers, status) => {
      const id = has ? await stored(SMALL_FILES.csv) : await aRow();
      expect((await put(id, SMALL_FILES.hebrew, { headers })).statusCode).toBe(status);
    });

    test('is stored once, although it is sent again with the same Idempotency-Key', async () => {
      const id = await aRow();
      const headers = { 'idempotency-key': `put-${id}`, 'if-none-match': '*' };
      const bytes = textOf(CHUNK + 5);
      const first = await put(id, bytes, { headers });
      const second = await put(id, bytes, { headers });
      const other = await put(id, textOf(3), { headers });
      expect([first.statusCode, second.statusCode, other.statusCode]).toEqual([200, 200, 422]);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(second.body).toBe(first.body);
    });

    test('is accepted only if it matches Content-Digest', async () => {
      const id = await aRow();
      const digest = (bytes: Uint8Array) =>
        `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
      const wrong = await put(id, SMALL_FILES.csv, {
        headers: { 'content-digest': digest(SMALL_FILES.hebrew) },
      });
      const right = await put(id, SMALL_FILES.csv, {
        headers: { 'content-digest': digest(SMALL_FILES.csv) },
      });
      expect([wrong.statusCode, right.statusCode]).toEqual([400, 200]);
    });

    test.each([
      { what: 'an empty one', bytes: Buffer.alloc(0), headers: {}, refusal: [400, 'required'] },
      {
        what: 'one that is packed',
        bytes: SMALL_FILES.csv,
        headers: { 'content-encoding': 'gzip' },
        refusal: [415, 'content_encoding'],
      },
    ])('is rejected: $what', async ({ bytes, headers, refusal }) => {
      const answer = await put(await aRow(), bytes, { headers });
      expect([answer.statusCode, answer.json().code]).toEqual(refusal);
    });

    test.each([
      [
        'declared',
        { 'content-type': 'image/jpeg', 'content-length': String(limits.imageBytes + 1) },
      ],
      ['of unknown type', { 'content-length': String(limits.videoBytes + 1) }],
    ])('is rejected if larger than allowed: %s', async (_, headers) => {
      const answer = await put(await aRow(), Readable.from([SMALL_FILES.csv]), { headers });
      expect([answer.statusCode, answer.json()]).toEqual([
        413,
        expect.objectContaining({
          error: 'payload_too_large',
          message: expect.stringMatching(/\d+ MiB/),
        }),
      ]);
    });

    test('is rejected once it exceeds the limit on the way', async () => {
      const id = await aRow();
      const chunk = textOf(1024 * 1024);
      let sent = 0;
      const endless = Readable.from(
        (async function* () {
          for (; sent < 60; sent++) yield chunk;
        })(),
      );
      const answer = await put(id, endless, { headers: { 'content-type': 'text/csv' } });
      expect(answer.statusCode).toBe(413);
      expect((await get(id)).statusCode).toBe(404);
    });
  });

  // Nothing of it depends on the database.
  describe.runIf(database === 'sqlite')('the content type', () => {
    test.each([
      ['html', undefined, 415],
      ['html', 'text/plain', 415],
      ['svg', undefined, 415],
      ['svg', 'image/svg+xml', 415],
      ['xml', 'text/plain', 415],
      ['script', 'text/plain', 415],
      ['exe', undefined, 415],
      ['elf', 'application/octet-stream', 415],
      ['zip', undefined, 415],
      ['binary', undefined, 415],
      ['binary', 'text/plain', 415],
      ['csv', 'image/jpeg', 415],
      ['csv', 'application/json', 415],
      ['pdf', 'image/png', 415],
      ['oldWord', undefined, 415],
      ['csv', undefined, 'text/plain'],
      ['csv', 'text/csv; charset=utf-8', 'text/csv'],
      ['hebrew', 'text/plain', 'text/plain'],
      ['pdf', undefined, 'application/pdf'],
      ['pdf', 'application/octet-stream', 'application/pdf'],
      ['mp4', 'video/quicktime', 'video/mp4'],
      ['mp4', 'audio/x-m4a', 'audio/mp4'],
      ['mp3', 'audio/mp3', 'audio/mpeg'],
      ['ogg', undefined, 'audio/ogg'],
      ['oldWord', 'application/msword', 'application/msword'],
    ] as const)('%s sent as %s: %s', async (name, contentType, expected) => {
      const headers = contentType === undefined ? {} : { 'content-type': contentType };
      const answer = await put(await aRow(), SMALL_FILES[name], { headers });
      expect(answer.statusCode === 200 ? answer.json().mimeType : answer.statusCode).toBe(expected);
    });

    test.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('%s', async (format) => {
      const answer = await put(await aRow(), await aPicture(30, 20, { format }));
      expect(answer.json()).toMatchObject({ mimeType: `image/${format}`, width: 30, height: 20 });
    });

    test('is checked even if binary bytes occur late', async () => {
      const late = Buffer.concat([textOf(CHUNK + 100), Buffer.from([0, 1, 2])]);
      const answer = await put(await aRow(), late, { headers: { 'content-type': 'text/csv' } });
      expect(answer.statusCode).toBe(415);
    });
  });

  describe('a download', () => {
    const bytes = textOf(CHUNK * 2 + 100);
    const total = bytes.length;
    let id: string;
    beforeAll(async () => {
      id = await stored(bytes, { name: 'יומן / "לול 3"\r\n' });
    });

    test('has headers that prevent execution of its content', async () => {
      const { headers } = await get(id);
      expect(headers).toMatchObject({
        'content-type': 'text/plain',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        'accept-ranges': 'bytes',
        'content-disposition': `attachment; filename="____ ___ 3.txt"; filename*=UTF-8''${encodeURIComponent('יומן לול 3.txt')}`,
      });
    });

    test('shows images inline, and other files as attachments', async () => {
      const image = await stored(await aPicture(20, 20), { name: 'a.jpg' });
      const { headers } = await get(image);
      expect(headers['content-disposition']).toBe(
        `inline; filename="a.jpg"; filename*=UTF-8''a.jpg`,
      );
    });

    test.each([
      ['bytes=0-0', 206, 0, 0],
      ['bytes=0-', 206, 0, total - 1],
      [`bytes=${CHUNK - 1}-${CHUNK}`, 206, CHUNK - 1, CHUNK],
      [`bytes=${CHUNK}-${2 * CHUNK - 1}`, 206, CHUNK, 2 * CHUNK - 1],
      [`bytes=${total - 1}-`, 206, total - 1, total - 1],
      ['bytes=-5', 206, total - 5, total - 1],
      ['bytes=-999999999', 206, 0, total - 1],
      ['bytes=10-999999999', 206, 10, total - 1],
      ['bytes=0-1,5-6', 200, 0, total - 1],
      ['bytes=5-1', 200, 0, total - 1],
      ['rows=0-1', 200, 0, total - 1],
      ['bytes=-', 200, 0, total - 1],
      ['bytes=x-y', 200, 0, total - 1],
    ])('Range: %s returns %i', async (range, status, first, last) => {
      const answer = await get(id, { headers: { range } });
      expect(answer.statusCode).toBe(status);
      expect(answer.rawPayload.equals(bytes.subarray(first, last + 1))).toBe(true);
      expect(answer.headers['content-range']).toBe(
        status === 206 ? `bytes ${first}-${last}/${total}` : undefined,
      );
    });

    test.each([`bytes=${total}-`, 'bytes=-0', 'bytes=99999999999-'])(
      'Range: %s returns 416',
      async (range) => {
        const answer = await get(id, { headers: { range } });
        expect([answer.statusCode, answer.headers['content-range'], answer.json().error]).toEqual([
          416,
          `bytes */${total}`,
          'range_not_satisfiable',
        ]);
      },
    );

    test('a download with a range of a replaced file returns the whole file', async () => {
      const range = 'bytes=1-2';
      const other = await get(id, { headers: { range, 'if-range': '"sha256-00"' } });
      const same = await get(id, {
        headers: { range, 'if-range': `"sha256-${hashOf(bytes)}"` },
      });
      expect([other.statusCode, same.statusCode]).toEqual([200, 206]);
    });

    test('is not repeated for a client that has the file', async () => {
      const etag = `"sha256-${hashOf(bytes)}"`;
      const answer = await get(id, { headers: { 'if-none-match': `"x", ${etag}` } });
      expect([answer.statusCode, answer.body, answer.headers['etag']]).toEqual([304, '', etag]);
    });

    test('can be limited to its headers', async () => {
      const answer = await get(id, {}, 'HEAD');
      expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([
        200,
        '',
        String(total),
      ]);
    });

    test('exists only if there is a file', async () => {
      const answer = await get(await aRow());
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'no_content']);
    });

    test('rejects unknown parameters', async () => {
      expect((await get(id, { query: '?size=1' })).statusCode).toBe(400);
      expect((await get(id, { query: '?variant=huge' })).statusCode).toBe(400);
    });
  });

  describe('a thumbnail', () => {
    const thumbnail = { query: '?variant=thumbnail' };

    test.each([
      ['wide', [1000, 500], [320, 160]],
      ['high', [300, 900], [107, 320]],
      ['small', [40, 30], [40, 30]],
    ] as const)('a thumbnail of a %s picture is created', async (_, size, small) => {
      const id = await stored(await aPicture(size[0], size[1], { format: 'png' }));
      const answer = await get(id, thumbnail);
      expect(answer.headers['content-type']).toBe('image/jpeg');
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
        format: 'jpeg',
        width: small[0],
        height: small[1],
      });
    });

    test('is upright and does not contain the location', async () => {
      const picture = await aPicture(600, 400, { orientation: 6 });
      expect((await sharp(picture).metadata()).exif?.toString('latin1')).toContain('Farm camera');
      const id = await stored(picture);
      const { rawPayload } = await get(id, thumbnail);
      const { width, height, exif } = await sharp(rawPayload).metadata();
      expect({ width, height, exif }).toEqual({ width: 213, height: 320, exif: undefined });
      const { data } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
      // The former left half is the upper one.
      expect(data[0]).toBeLessThan(0x60);
      expect(data.at(-3)).toBeGreaterThan(0xa0);
    });

    test('is the same for concurrent requests, and another after the file is replaced', async () => {
      const id = await stored(await aPicture(500, 500));
      const all = await Promise.all([1, 2, 3, 4].map(() => get(id, thumbnail)));
      expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      expect(new Set(all.map(({ headers }) => headers['etag'])).size).toBe(1);
      await put(id, await aPicture(500, 250));
      const { rawPayload } = await get(id, thumbnail);
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 320, height: 160 });
    });

    test.each([
      ['a text', SMALL_FILES.csv],
      ['a picture of four hundred megapixels when unpacked', aBomb(20_000, 20_000)],
      ['a picture that is damaged', aBomb(20, 20)],
    ])('is rejected for %s', async (_, bytes) => {
      const id = await stored(bytes);
      const answer = await get(id, thumbnail);
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'no_picture']);
    });
  });

  describe('access to the file', () => {
    test('is denied to a key of another farm, which learns nothing about it', async () => {
      const id = await stored(SMALL_FILES.csv);
      const key = await service.createKey({ farmIds: [(await createFarm(service)).farmId] });
      expect((await get(id, { key })).statusCode).toBe(404);
      expect((await put(id, SMALL_FILES.hebrew, { key })).statusCode).toBe(404);
      expect((await get(id)).rawPayload.equals(SMALL_FILES.csv)).toBe(true);
    });

    test.each([
      ['read:media', 200, 403],
      ['write:media', 403, 200],
      ['read:tasks', 403, 403],
      ['admin:*', 403, 403],
    ])('%s reads with %i and writes with %i', async (scope, reads, writes) => {
      const id = await stored(SMALL_FILES.csv);
      const key = await service.createKey({ scopes: [scope] });
      expect((await get(id, { key })).statusCode).toBe(reads);
      expect((await put(id, SMALL_FILES.csv, { key })).statusCode).toBe(writes);
    });

    test('access to the file of a sealed flock does not allow a replacement', async () => {
      const { flockId } = await createFarm(service);
      const { body } = await service.send('POST', '/media', { body: { flockId } });
      const { runtime } = service.service;
      await runtime.database.run(sql`update flocks set sealed = ${true} where id = ${flockId}`);
      const answer = await put(body.id, SMALL_FILES.csv);
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'sealed_case_file']);
    });

    test('access to the file without a key is denied before the body is read', async () => {
      const answer = await put(await aRow(), SMALL_FILES.csv, { key: 'none' });
      expect(answer.statusCode).toBe(401);
    });
  });

  describe('deletion of the file', () => {
    const chunks = async () => {
      const { database: rows } = service.service.runtime;
      const row = await rows.first<{ total: number | string }>(
        sql`select count(*) as total from media_chunks`,
      );
      return Number(row?.total);
    };

    test('follows the deletion of its row, an hour later', async () => {
      await sweepContents(service.service.runtime);
      const id = await stored(textOf(CHUNK + 1));
      const before = await chunks();
      await service.send('DELETE', `/media/${id}`);
      expect((await get(id)).statusCode).toBe(404);
      await sweepContents(service.service.runtime);
      expect(await chunks()).toBe(before);
      service.clock.advance(limits.droppedContentMillis + 1000);
      await sweepContents(service.service.runtime);
      expect(await chunks()).toBeLessThanOrEqual(before - 2);
    });

    test('follows an incomplete upload', async () => {
      const { runtime } = service.service;
      const before = await chunks();
      const owner = { orgId: service.orgId, farmId, mediaId: await aRow() };
      const broken = (async function* () {
        yield textOf(CHUNK * 2);
        throw new Error('cut');
      })();
      await expect(receiveContent(runtime, owner, { chunks: broken })).rejects.toThrow('cut');
      expect(await chunks()).toBe(before + 2);
      service.clock.advance(limits.droppedContentMillis + 1000);
      await sweepContents(runtime);
      expect(await chunks()).toBeLessThanOrEqual(before);
    });

    test('leaves rows and files consistent', async () => {
      const faults = await findContentFaults(service.service.runtime.database);
      expect(faults).toMatchObject({ broken: [], missing: [] });
      expect(faults.files).toBeGreaterThan(10);
    });
  });

  test('concurrent uploads to one row leave one complete file', async () => {
    const id = await aRow();
    const files = Array.from({ length: limits.uploadsUnderWayPerKey }, (_, n) =>
      textOf(CHUNK + n * 1000),
    );
    const answers = await Promise.all(files.map((file) => put(id, file)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(files.map(() => 200));
    const { rawPayload } = await get(id);
    const row = await service.send('GET', `/media/${id}`);
    expect(files.map(hashOf)).toContain(hashOf(rawPayload));
    expect(row.body.sizeBytes).toBe(rawPayload.length);
  });
});
