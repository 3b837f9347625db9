import type { Messages } from './messages';

/** Banners of the shop. */
export const shopBanner = {
  'screen.shopBanner': { ko: '쇼핑 배너', en: 'Shop banners' },
  'screen.shopBannerModi': { ko: '쇼핑 배너 등록·수정', en: 'Shop banner' },
  'shopBanner.new': { ko: '배너 등록', en: 'New banner' },
  'shopBanner.edit': { ko: '수정', en: 'Edit' },
  'shopBanner.editing': { ko: '배너 수정', en: 'Edit banner' },
  'shopBanner.toList': { ko: '쇼핑 배너 목록으로', en: 'Back to banners' },
  'shopBanner.missing': { ko: '찾을 수 없는 배너입니다', en: 'Banner not found' },
  'shopBanner.empty': { ko: '등록된 배너가 없습니다', en: 'No banners yet' },
  'shopBanner.emptyText': {
    ko: '배너를 등록하면 게시 기간 동안 앱의 쇼핑 화면 위쪽에 순서대로 표시됩니다.',
    en: 'Banners are shown at the top of the shop in the app, in this order, during their publication period.',
  },
  'shopBanner.basics': { ko: '기본 정보', en: 'Basics' },
  'shopBanner.history': { ko: '변경 이력', en: 'Change history' },
  'shopBanner.historyEmpty': { ko: '변경 이력이 없습니다', en: 'No changes yet' },
  'shopBanner.toast.created': { ko: '“{name}” 배너를 등록했습니다.', en: 'Banner “{name}” registered.' },
  'shopBanner.toast.changed': { ko: '“{name}” 배너를 저장했습니다.', en: 'Banner “{name}” saved.' },
  'shopBanner.field.name': { ko: '배너명', en: 'Name' },
  'shopBanner.field.images': { ko: '이미지', en: 'Image' },
  'shopBanner.field.url': { ko: 'URL', en: 'URL' },
  'shopBanner.field.models': { ko: '적용 모델', en: 'Applicable models' },
  'shopBanner.field.startOn': { ko: '게시 시작일', en: 'Publication start' },
  'shopBanner.field.endOn': { ko: '게시 종료일', en: 'Publication end' },
  'shopBanner.field.displayOrder': { ko: '노출 순서', en: 'Display order' },
  'shopBanner.field.display': { ko: '노출 여부', en: 'Display' },
  'shopBanner.clicks': { ko: '클릭 수', en: 'Clicks' },
  'shopBanner.clicksWeek': { ko: '최근 7일 클릭 수', en: 'Clicks in 7 days' },
  'recordKind.shopBanner': { ko: '쇼핑 배너', en: 'Shop banner' },
} satisfies Messages;
