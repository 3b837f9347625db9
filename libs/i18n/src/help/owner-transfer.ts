import type { HelpFile } from './help';

export const ownerTransferHelp = {
  '/ownerTransfer': {
    purpose: {
      ko: '고객이 앱에서 신청한 소유권 이전을 승인하거나 거절합니다. 양수인이 앱에서 수락한 뒤에 승인할 수 있습니다.',
      en: 'Approve or reject ownership transfers that owners request in the app. Approval is possible once the transferee has accepted.',
    },
    tasks: [
      {
        title: { ko: '이전 승인하기', en: 'Approve a transfer' },
        words: { ko: '명의 변경, 중고 거래, 소유자 바꾸기', en: 'change of owner, used sale, new owner' },
        steps: [
          {
            ko: '{transferStatus.accepted} 행을 열고 두 고객의 약관 동의, 미처리 고장, 소모품을 확인합니다.',
            en: 'Open a row in {transferStatus.accepted}; check the terms of both customers, open faults and consumables.',
          },
          {
            ko: '{transfer.approve}을(를) 누르고 확인합니다. 즉시 새 소유자가 되고 되돌릴 수 없습니다.',
            en: 'Press {transfer.approve} and confirm. The owner changes at once; it cannot be undone.',
          },
          {
            ko: '미처리 SOS나 진행 중인 세션이 있거나 양수인이 필수 약관에 동의하지 않았으면 승인할 수 없습니다.',
            en: 'Not possible while an SOS is open or a session is running, or if the transferee has not agreed to the required terms.',
          },
        ],
      },
      {
        title: { ko: '이전 거절하기', en: 'Reject a transfer' },
        words: { ko: '이전 반려, 신청 취소', en: 'decline, refuse' },
        steps: [
          {
            ko: '{transfer.reject}을(를) 누르고 사유를 입력합니다. 사유는 두 고객에게 전달됩니다.',
            en: 'Press {transfer.reject} and give the reason; it is sent to both customers.',
          },
        ],
      },
      {
        title: { ko: '인수 확인서 전달하기', en: 'Share the handover document' },
        words: { ko: 'RDI, 인도 점검표, 서류 보내기', en: 'RDI, delivery inspection, document link' },
        steps: [
          {
            ko: '승인하면 문서가 만들어집니다. {transfer.copyLink}(으)로 링크를 복사하거나 PDF를 내려받습니다. 링크는 30일, 20회까지 열립니다.',
            en: 'The document is created on approval. Press {transfer.copyLink}, or download the PDF. The link is valid for 30 days and 20 views.',
          },
        ],
      },
    ],
    states: [
      {
        term: 'transferStatus.requested',
        mark: 'watch',
        means: {
          ko: '양도인이 신청했고 양수인의 수락을 기다립니다. 7일이 지나면 자동으로 거절됩니다.',
          en: 'Requested; it waits for the transferee and is rejected automatically after 7 days.',
        },
      },
      {
        term: 'transferStatus.accepted',
        mark: 'today',
        means: { ko: '담당자가 승인하거나 거절할 차례입니다.', en: 'Your decision is needed.' },
      },
      {
        term: 'transferStatus.approved',
        mark: 'normal',
        means: { ko: '소유자가 바뀌었습니다.', en: 'The owner has changed.' },
      },
      {
        term: 'transferStatus.rejected',
        mark: 'off',
        means: {
          ko: '담당자나 양수인이 거절했거나 기한이 지났습니다.',
          en: 'Rejected by staff or the transferee, or expired.',
        },
      },
    ],
  },
} satisfies HelpFile;
