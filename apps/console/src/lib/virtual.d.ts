/** The ground of the map and its names in parts, made at build time (`map-parts.ts` beside the configuration). */
declare module 'virtual:map' {
  export const outline: () => Promise<{
    default: { layers: Record<string, string>; outlines: { step: number; text: string }[] };
  }>;
  export const parts: {
    fromZoom: number;
    box: [west: number, south: number, east: number, north: number];
    step: number;
    load: () => Promise<{ default: string }>;
  }[];
  export const names: {
    fromZoom: number;
    load: () => Promise<{ default: Record<'en' | 'ko' | 'at' | 'zooms', string> }>;
  }[];
}

/** Words of one language, parsed, made at build time (`words.ts` beside the configuration). */
declare module 'virtual:words/*' {
  import type { PackedMessage } from '@headland/i18n/packed-message';
  const words: Record<string, PackedMessage>;
  export default words;
}
