import type { HelpFile } from './help';

export const vehicleSaleHelp = {
  '/sale': {
    purpose: {
      ko: '차량의 판매를 등록하고 조회합니다. 판매일부터 날짜로 계산하는 소모품 주기가 시작됩니다.',
      en: 'Register and look up sales. Consumables that count days start on the sale date.',
    },
    tasks: [
      {
        title: { ko: '엑셀로 한꺼번에 등록하기', en: 'Register many sales with an Excel file' },
        words: { ko: '판매 엑셀 업로드, 일괄 등록, 대량 등록', en: 'upload sales, bulk import' },
        steps: [
          {
            ko: '{workbook.getTemplate}을(를) 내려받아 한 행에 한 대씩 입력합니다. 열 제목은 그대로 둡니다.',
            en: 'Download the {workbook.getTemplate} and enter one vehicle per row. Keep the column titles.',
          },
          {
            ko: '{sale.upload}을(를) 누르고 파일을 올립니다. 확인만으로는 저장되지 않습니다.',
            en: 'Press {sale.upload} and choose the file. The check does not save anything.',
          },
          {
            ko: '오류가 있으면 {workbook.getReport}을(를) 눌러 표시된 셀을 고친 뒤 다시 올립니다. 하나라도 오류가 있으면 저장되지 않습니다.',
            en: 'If there are errors, use {workbook.getReport}, correct the marked cells and upload again. Nothing is saved while one cell has an error.',
          },
          {
            ko: '모두 정상이면 저장 버튼을 누릅니다. 이름과 전화번호가 같은 고객이 없으면 새로 등록됩니다.',
            en: 'When all rows are valid, save. A customer with that name and phone is created if there is none.',
          },
        ],
      },
      {
        title: { ko: '한 대 판매 등록하기', en: 'Register one sale' },
        words: { ko: '판매 처리, 고객 인도', en: 'sell a vehicle, hand over' },
        steps: [
          {
            ko: '{sale.state.unsold} 차량의 행을 열고 {sale.sell}을(를) 누릅니다.',
            en: 'Open the row of an {sale.state.unsold} vehicle and press {sale.sell}.',
          },
        ],
      },
    ],
    states: [
      {
        term: 'sale.state.sold',
        mark: 'normal',
        means: {
          ko: '고객에게 판매된 차량입니다. 고객 정보는 없을 수도 있습니다.',
          en: 'Sold; the customer may be unknown.',
        },
      },
      {
        term: 'sale.state.unsold',
        mark: 'off',
        means: {
          ko: '아직 판매되지 않았습니다. 소모품은 가동 시간으로만 계산됩니다.',
          en: 'Not sold yet; its consumables count engine hours only.',
        },
      },
    ],
  },

  '/saleDetail/$number': {
    purpose: {
      ko: '차량 한 대의 판매일, 대리점, 고객과 변경 이력을 봅니다.',
      en: 'Sale date, dealer, customer and history of one vehicle.',
    },
    tasks: [
      {
        title: { ko: '판매 정보 고치기', en: 'Change a sale' },
        words: { ko: '판매일 수정, 고객 변경', en: 'correct the sale date, change customer' },
        steps: [
          {
            ko: '{sale.edit}을(를) 누르고 값을 고친 뒤 저장합니다.',
            en: 'Press {sale.edit}, change the values and save.',
          },
          {
            ko: '판매일을 바꾸면 예정일이 달라지는 소모품을 먼저 보여 줍니다.',
            en: 'With another sale date the consumables whose due date changes are listed first.',
          },
        ],
      },
      {
        title: { ko: '판매 취소하기', en: 'Cancel a sale' },
        words: { ko: '계약 취소, 반품, 판매 되돌리기', en: 'undo a sale, return' },
        steps: [
          {
            ko: '{sale.cancel}을(를) 누르고 사유를 입력합니다. 차량이 {sale.state.unsold}(으)로 바뀌고 고객 앱과의 연결이 끊깁니다.',
            en: 'Press {sale.cancel} and give the reason. The vehicle becomes {sale.state.unsold} and is no longer shown in the customer’s app.',
          },
          {
            ko: '소유권 이전이 승인을 기다리는 동안에는 취소할 수 없습니다.',
            en: 'Not possible while an ownership transfer awaits approval.',
          },
        ],
      },
    ],
  },
} satisfies HelpFile;
