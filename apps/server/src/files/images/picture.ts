import sharp from 'sharp';
import { Problem } from '../../platform/problem';

/** A picture as it is stored: WebP, upright, without what the camera wrote into it. */
export interface Picture {
  full: Buffer;
  medium: Buffer;
  thumb: Buffer;
  width: number;
  height: number;
}

const longestSide = 1600;
const sides = { medium: 800, thumb: 320 } as const;
/** A small file can unpack to anything: more is refused by its header, before a pixel is unpacked. Phones make up to 50 million. */
const maxPixels = 50_000_000;
const maxSide = 16_000;
/** A stubborn file must not occupy a thread for ever. */
const maxSeconds = 20;

// what was read once is not read again
sharp.cache(false);

/** Reads a .jpg or .png, whatever its name. Throws Problem IMAGE_INVALID for everything else, for broken ones and for those that are too large unpacked. */
export async function readPicture(bytes: Uint8Array): Promise<Picture> {
  // by the first bytes: no other of the library's many readers sees what strangers send
  if (!startsLike(bytes, jpeg) && !startsLike(bytes, png)) throw new Problem('IMAGE_INVALID');
  try {
    const open = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: maxSeconds });
    const { format, width, height } = await open().metadata();
    if ((format !== 'jpeg' && format !== 'png') || width > maxSide || height > maxSide || width * height > maxPixels)
      throw new Problem('IMAGE_INVALID');
    // as the camera was held; without `keepMetadata` nothing but pixels is written
    const { data: full, info } = await open()
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    const [medium, thumb] = await Promise.all(
      [sides.medium, sides.thumb].map((side) =>
        sharp(full)
          .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 78 })
          .toBuffer(),
      ),
    );
    if (medium === undefined || thumb === undefined) throw new Problem('IMAGE_INVALID');
    return { full, medium, thumb, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('IMAGE_INVALID', {}, undefined, { cause: error });
  }
}

const jpeg = [0xff, 0xd8, 0xff];
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const startsLike = (bytes: Uint8Array, head: number[]): boolean => head.every((byte, i) => bytes[i] === byte);
