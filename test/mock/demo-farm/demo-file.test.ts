import sharp from 'sharp';
import { expect, test } from 'vitest';
import { demoFile } from '../../../src/mock/demo-farm/media.ts';
import { recogniseType } from '../../../src/platform/media/receive-content.ts';

test.each(['flock', 'barn', 'litter', 'feed', 'equipment', 'mortality', 'eggs'])(
  'a photo of %s is a valid picture',
  async (category) => {
    const { bytes, width, height, mimeType } = demoFile({ category });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width, height });
    await sharp(bytes).resize(10).jpeg().toBuffer();
    expect(await recogniseType(bytes, undefined)).toBe(mimeType);
  },
);

test.each(['invoice', 'lab_result'])(
  'a document (%s) is a PDF with its number',
  async (category) => {
    const { bytes, mimeType } = demoFile({ category, number: '123456' });
    expect(await recogniseType(bytes, undefined)).toBe(mimeType);
    expect(bytes.toString('latin1')).toContain(`(${category.replace('_', ' ')} 123456)`);
  },
);
