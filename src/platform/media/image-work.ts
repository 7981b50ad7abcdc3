import type { Sharp } from 'sharp';
import { FarmError, refused } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { createTurns } from '../../tools/concurrency.ts';

/** The size of a picture as it is looked at, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** What is done with pictures, off the event loop and a few at a time. */
export interface ImageWork {
  /** The size of a picture as it is held upright; undefined where it cannot be read. */
  measure(bytes: Buffer): Promise<ImageSize | undefined>;
  /**
   * A JPEG of a picture whose longer side has at most so many pixels, upright, without what the
   * camera wrote into the file. Throws `action_refused` for a picture that cannot be read or is too
   * large to be.
   */
  shrink(bytes: Buffer, pixels: number): Promise<Buffer>;
}

const MOST_WAITING = 50;
const QUALITY = 80;

/** Makes the image work of a service; the library is loaded when the first picture comes. */
export function createImageWork(): ImageWork {
  const inTurn = createTurns({
    most: limits.imagesInWork,
    mostWaiting: MOST_WAITING,
    refusal: overloaded,
  });
  return {
    measure: (bytes) =>
      inTurn(async () => {
        try {
          const { autoOrient } = await (await open(bytes)).metadata();
          const { width, height } = autoOrient;
          return isSane(width) && isSane(height) ? { width, height } : undefined;
        } catch {
          // Its type was recognised: it is kept as it is, but nothing is known of it.
          return undefined;
        }
      }),
    shrink: (bytes, pixels) =>
      inTurn(async () => {
        try {
          return await shrink(await open(bytes), pixels);
        } catch {
          throw refused(
            'no_picture',
            `No picture can be made of the file: it is damaged, too large (${limits.imagePixels / 1e6} megapixels at most) or of a kind that cannot be read here.`,
          );
        }
      }),
  };
}

const LARGEST_SIDE = 1_000_000;

function isSane(side: number | undefined): side is number {
  return side !== undefined && side > 0 && side <= LARGEST_SIDE;
}

async function open(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // The limit is looked at before anything is unpacked: a small file can hold a huge picture.
  return sharp(bytes, { limitInputPixels: limits.imagePixels, failOn: 'error', pages: 1 });
}

function shrink(image: Sharp, pixels: number): Promise<Buffer> {
  return image
    .autoOrient()
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: limits.imageWorkMillis / 1000 })
    .toBuffer();
}

function overloaded(): FarmError {
  return new FarmError('unavailable', {
    code: 'overloaded',
    message: 'More pictures wait than can be worked on in time; try again.',
    headers: { 'retry-after': '2' },
  });
}
