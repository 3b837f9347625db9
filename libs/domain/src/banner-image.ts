/** Recommended for a banner: 900 × 500, or 225 × 125 and above. A smaller picture is taken all the same; the form says so. */
const least = { width: 225, height: 125 };

export const isSmallBanner = ({ width, height }: { width: number; height: number }): boolean =>
  width < least.width || height < least.height;
