import sharp from 'sharp';

/** A picture of one colour; its left half is darker, so that rotation is detectable. */
export async function aPicture(
  width: number,
  height: number,
  options: {
    readonly format?: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif';
    readonly orientation?: number;
  } = {},
): Promise<Buffer> {
  const { format = 'jpeg', orientation } = options;
  const dark = await sharp({
    create: { width: Math.ceil(width / 2), height, channels: 3, background: '#203040' },
  })
    .png()
    .toBuffer();
  const picture = sharp({ create: { width, height, channels: 3, background: '#d0b090' } })
    .composite([{ input: dark, left: 0, top: 0 }])
    .toFormat(format);
  if (orientation === undefined) return picture.toBuffer();
  return picture
    .withExif({ IFD0: { Make: 'Farm camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '32/1' } })
    .withMetadata({ orientation })
    .toBuffer();
}

/** Small handwritten files with the first bytes of their types. */
export const SMALL_FILES = {
  pdf: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  html: Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
  xml: Buffer.from('<?xml version="1.0"?><a/>'),
  script: Buffer.from('#!/bin/sh\nrm -rf /\n'),
  exe: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
  elf: Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(60)]),
  zip: Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
  csv: Buffer.from('day,deaths\n2026-11-01,4\n'),
  hebrew: Buffer.from('תמותה בלול 3\n', 'utf8'),
  binary: Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]),
  mp4: Buffer.concat([
    Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
    Buffer.alloc(64),
  ]),
  mp3: Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(600)]),
  ogg: Buffer.concat([
    Buffer.from('4f67675300020000000000000000', 'hex'),
    Buffer.alloc(14),
    Buffer.from('OpusHead'),
    Buffer.alloc(20),
  ]),
  oldWord: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
} as const;

/** A PNG of a few hundred bytes that declares this number of pixels. */
export function aBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.from('789c030000000001', 'hex')),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The checksum of PNG (ISO 3309), bit by bit. */
function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
