import sharp from 'sharp';
import { images } from '@headland/contracts/file';
import { type GptBannerBody, gptBanners } from '@headland/contracts/gpt-banner';
import type { TestServer } from './server';

/** A picture as a form sends it; answers its id. */
export async function uploadPicture(server: TestServer, token: string, width = 900, height = 500): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer();
  const file = {
    name: 'banner.png',
    size: bytes.length,
    arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer),
  };
  return (await server.call(images.upload, { file }, token)).id;
}

let counter = 0;
/** Names do not repeat. */
export const bannerBody = (imageId: string, over: Partial<GptBannerBody> = {}): GptBannerBody => ({
  name: `가을 정비 ${++counter}`,
  startOn: '2026-11-20',
  endOn: '2026-11-30',
  url: 'https://www.example.com/autumn',
  imageId,
  imageAlt: '',
  content: '수확을 마친 콤바인의 보관 전 점검을 물어보세요.',
  ...over,
});

export const makeBanner = async (server: TestServer, token: string, over: Partial<GptBannerBody> = {}) =>
  server.call(
    gptBanners.create,
    { body: bannerBody(over.imageId ?? (await uploadPicture(server, token)), over) },
    token,
  );
