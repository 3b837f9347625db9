const colours = {
  1: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  2: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
};

/** The smallest PNG as a file to upload, in one of two colours: 1 × 1. */
export const imageFile = (colour: keyof typeof colours = 1) => ({
  name: `${colour}.png`,
  mimeType: 'image/png',
  buffer: Buffer.from(colours[colour], 'base64'),
});
