import type { HelpFile } from './help';

export const ecommerceHelp = {
  '/category': {
    purpose: {
      ko: '앱 쇼핑 화면의 카테고리를 관리합니다. 삭제는 없고, 미노출로 두면 앱에서 사라집니다.',
      en: 'Categories of the shop in the app. There is no deletion: a hidden one disappears from the app.',
    },
    tasks: [
      {
        title: { ko: '순서 바꾸기', en: 'Change the order' },
        words: { ko: '위로 올리기, 정렬', en: 'move up, sort' },
        steps: [
          {
            ko: '노출 순서로 정렬한 상태에서 행을 끌거나 [Alt]와 [↑] [↓]를 누릅니다.',
            en: 'Sorted by display order, drag a row or press [Alt] with [↑] [↓].',
          },
        ],
      },
    ],
    states: [
      { term: 'display.shown', mark: 'normal', means: { ko: '앱에 보입니다.', en: 'Visible in the app.' } },
      {
        term: 'display.hidden',
        means: {
          ko: '앱에 보이지 않습니다. 그 안의 부품도 함께 숨겨집니다.',
          en: 'Not visible in the app; its parts are hidden, too.',
        },
      },
    ],
  },

  '/category/$number': {
    purpose: {
      ko: '카테고리 하나의 정보, 속한 부품, 변경 이력을 봅니다.',
      en: 'Data, parts and history of one category.',
    },
    tasks: [
      {
        title: { ko: '속한 부품 보기', en: 'See its parts' },
        words: { ko: '부품 목록, 상품', en: 'parts, products' },
        steps: [
          {
            ko: '부품 수를 누르면 그 카테고리로 걸러진 부품 목록이 열립니다.',
            en: 'The number of parts leads to their list.',
          },
        ],
      },
    ],
  },

  '/categoryModi/$number': {
    purpose: { ko: '카테고리를 등록하거나 고칩니다.', en: 'Register or change a category.' },
    tasks: [
      {
        title: { ko: '카테고리 만들기', en: 'Create a category' },
        words: { ko: '분류 추가, 이름 중복 확인', en: 'add a category, check the name' },
        steps: [
          {
            ko: '키는 앱이 카테고리를 구분하는 값입니다. 소문자, 숫자, 밑줄로 씁니다.',
            en: 'The key identifies it in the app: lower case, digits and underscore.',
          },
          {
            ko: '국문명과 영문명을 입력하고 {category.check}을(를) 누릅니다. 이름을 고치면 다시 확인해야 합니다.',
            en: 'Enter both names and press {category.check}; after a change it has to be checked again.',
          },
        ],
      },
    ],
  },

  '/shopBanner': {
    purpose: {
      ko: '앱 쇼핑 화면 위쪽의 배너를 관리합니다. 게시 기간 동안 순서대로 표시됩니다.',
      en: 'Banners at the top of the shop in the app, in this order, during their period.',
    },
    tasks: [
      {
        title: { ko: '배너 올리기', en: 'Publish a banner' },
        words: { ko: '광고, 행사 배너', en: 'advertisement, campaign' },
        steps: [{ ko: '{shopBanner.new}을(를) 누릅니다.', en: 'Press {shopBanner.new}.' }],
      },
      {
        title: { ko: '순서 바꾸기', en: 'Change the order' },
        words: { ko: '먼저 보이게, 정렬', en: 'show first, sort' },
        steps: [
          {
            ko: '노출 순서로 정렬한 상태에서 행을 끌거나 [Alt]와 [↑] [↓]를 누릅니다.',
            en: 'Sorted by display order, drag a row or press [Alt] with [↑] [↓].',
          },
        ],
      },
    ],
    states: [
      { term: 'posting.scheduled', mark: 'off', means: { ko: '게시 시작일 전입니다.', en: 'Before its first day.' } },
      {
        term: 'posting.on',
        mark: 'normal',
        means: { ko: '지금 앱에 보입니다(노출인 경우).', en: 'Visible in the app now, if it is shown.' },
      },
      { term: 'posting.ended', means: { ko: '게시 종료일이 지났습니다.', en: 'After its last day.' } },
    ],
  },

  '/shopBanner/$number': {
    purpose: {
      ko: '배너 하나의 정보, 앱에서 보이는 모습, 클릭 수와 변경 이력을 봅니다.',
      en: 'Data, preview, clicks and history of one banner.',
    },
    tasks: [
      {
        title: { ko: '고치기', en: 'Change it' },
        words: { ko: '이미지 교체, 기간 연장', en: 'replace the image, extend the period' },
        steps: [{ ko: '{shopBanner.edit}을(를) 누릅니다.', en: 'Press {shopBanner.edit}.' }],
      },
    ],
  },

  '/shopBannerModi/$number': {
    purpose: { ko: '배너를 등록하거나 고칩니다.', en: 'Register or change a banner.' },
    tasks: [
      {
        title: { ko: '배너 만들기', en: 'Create a banner' },
        words: { ko: '이미지 크기, 링크 주소', en: 'image size, link' },
        steps: [
          {
            ko: '이미지는 한 장이며 900×500 또는 225×125 이상을 권합니다. 작으면 알려 주지만 저장할 수 있습니다.',
            en: 'One image, 900×500 or at least 225×125. A smaller image gives a warning and can still be saved.',
          },
          { ko: '적용 모델을 고르지 않으면 모든 모델에 보입니다.', en: 'Without models it is shown to all.' },
        ],
      },
    ],
  },

  '/partDisplay': {
    purpose: { ko: '앱 쇼핑몰에 전시할 부품을 관리합니다.', en: 'Parts in the shop of the app.' },
    tasks: [
      {
        title: { ko: '엑셀로 한꺼번에 등록하기', en: 'Register parts with an Excel file' },
        words: { ko: '부품 업로드, 가격 일괄 변경, 대량 등록', en: 'upload parts, change prices, bulk import' },
        steps: [
          {
            ko: '{workbook.getTemplate}을(를) 내려받거나 목록을 {export.excel}(으)로 받아 고칩니다.',
            en: 'Download the {workbook.getTemplate}, or take the list as {export.excel} and change it.',
          },
          {
            ko: '{part.import}을(를) 누르고 올립니다. 등록된 부품번호의 행은 그 부품을 바꿉니다.',
            en: 'Press {part.import} and upload. A row with a registered part number changes that part.',
          },
          {
            ko: '새 부품은 미노출입니다. 이미지를 넣은 뒤 노출합니다.',
            en: 'New parts are hidden: add images, then show them.',
          },
        ],
      },
      {
        title: { ko: '한꺼번에 노출하거나 내리기', en: 'Show or hide several' },
        words: { ko: '판매 중지, 숨기기', en: 'stop selling, hide' },
        steps: [
          {
            ko: '행을 선택하고 {part.show} 또는 {part.hide}을(를) 누릅니다.',
            en: 'Select rows and press {part.show} or {part.hide}.',
          },
        ],
      },
    ],
    states: [
      { term: 'display.shown', mark: 'normal', means: { ko: '앱에 보입니다.', en: 'Visible in the app.' } },
      { term: 'display.hidden', means: { ko: '앱에 보이지 않습니다.', en: 'Not visible in the app.' } },
      {
        term: 'part.categoryHidden',
        means: {
          ko: '부품은 노출이지만 카테고리가 숨겨져 앱에 보이지 않습니다.',
          en: 'The part is shown, but its category is hidden.',
        },
      },
    ],
  },

  '/partDisplay/$number': {
    purpose: {
      ko: '부품 하나의 정보, 앱에서 보이는 모습, 변경 이력을 봅니다.',
      en: 'Data, preview and history of one part.',
    },
    tasks: [
      {
        title: { ko: '고치기', en: 'Change it' },
        words: { ko: '가격 변경, 이미지 추가', en: 'change price, add images' },
        steps: [{ ko: '{part.edit}을(를) 누릅니다.', en: 'Press {part.edit}.' }],
      },
    ],
  },

  '/partDisplayModi/$number': {
    purpose: { ko: '부품을 등록하거나 고칩니다.', en: 'Register or change a part.' },
    tasks: [
      {
        title: { ko: '부품 만들기', en: 'Create a part' },
        words: { ko: '부품 추가, 소모품 연결, 구매 버튼', en: 'add a part, link a consumable, buy button' },
        steps: [
          {
            ko: '카테고리, 부품번호, 국문명, 영문명, 가격, URL, 이미지를 입력합니다. 첫 번째 이미지가 대표입니다.',
            en: 'Enter category, part number, both names, price, URL and images; the first image is the cover.',
          },
          {
            ko: '{part.field.item}을(를) 고르면 앱의 소모품 화면에 이 부품의 구매 버튼이 나옵니다.',
            en: 'With {part.field.item} the consumable in the app offers this part.',
          },
        ],
      },
    ],
  },
} satisfies HelpFile;
