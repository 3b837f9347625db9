import { screensOf, type Screen } from './lib/screen';

const { list, edit, registration } = screensOf('gptService');

export const gptServiceScreens: readonly Screen[] = [
  list('/gptBanner', 'gptBanner', () => import('./content/gpt-banners/gpt-banner-list.page'), 'GptBannerListPage'),
  registration(
    '/gptBannerRegi',
    'gptBanner',
    () => import('./content/gpt-banners/gpt-banner-form.page'),
    'GptBannerRegistrationPage',
  ),
  edit('/gptBannerModi', 'gptBanner', () => import('./content/gpt-banners/gpt-banner-form.page'), 'GptBannerEditPage'),
  list('/gptChatData', 'gptChatData', () => import('./content/gpt-chat/gpt-chat-list.page'), 'GptChatListPage'),
];
