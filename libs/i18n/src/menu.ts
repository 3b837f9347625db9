import type { Messages } from './messages';

/** Titles of the screens and of their groups in the menu. */
export const menu = {
  'menu.home': { ko: '홈', en: 'Home' },
  'menu.vehicle': { ko: '차량', en: 'Vehicle' },
  'menu.maintenance': { ko: '정비', en: 'Maintenance' },
  'menu.user': { ko: '사용자', en: 'Users' },
  'menu.statistics': { ko: '통계', en: 'Statistics' },
  'menu.remoteService': { ko: '원격 서비스', en: 'Remote service' },
  'menu.customerService': { ko: '고객 지원', en: 'Customer service' },
  'menu.ecommerce': { ko: '이커머스', en: 'E-commerce' },
  'menu.gptService': { ko: 'GPT 서비스', en: 'GPT service' },
  'menu.administrator': { ko: '관리자', en: 'Administrator' },
  'screen.dash': { ko: '대시보드', en: 'Dashboard' },
  'screen.status': { ko: '차량 현황', en: 'Vehicle status' },
  'screen.statusDetail': { ko: '차량', en: 'Vehicle' },
  'screen.sale': { ko: '판매', en: 'Sales' },
  'screen.saleDetail': { ko: '판매 상세', en: 'Sale details' },
  'screen.statusModi': { ko: '차량 정보 수정', en: 'Edit vehicle' },
  'screen.expendable': { ko: '소모품', en: 'Consumables' },
  'screen.expendableDetail': { ko: '소모품 상세', en: 'Consumable' },
  'screen.breakdown': { ko: '고장 신고', en: 'Fault reports' },
  'screen.sos': { ko: 'SOS', en: 'SOS calls' },
} satisfies Messages;
