import type { HelpFile } from './help';

export const homeHelp = {
  '/dash': {
    purpose: {
      ko: '지금 처리해야 할 일과 지난 7일의 흐름을 한 화면에서 봅니다. 맨 위 {dash.strip}은(는) 실시간이고, 아래 타일은 어제까지 7일을 집계하여 직전 7일과 비교합니다.',
      en: 'What needs action now and how the last 7 days went, on one screen. The strip {dash.strip} at the top is live; the tiles below cover the 7 days up to yesterday and compare them with the 7 days before.',
    },
    tasks: [
      {
        title: { ko: '급한 일부터 열기', en: 'Start with what is urgent' },
        words: {
          ko: '오늘 할 일, 현황판, 대기 건수, 첫 화면',
          en: 'what to do first, overview, open items, start page',
        },
        steps: [
          {
            ko: '{dash.strip}에서 {dash.sosRaised}, {dash.faultsOccurred}, {dash.transfers}, {dash.consumables}의 숫자를 확인합니다. 색은 할 일이 있을 때만 나타납니다.',
            en: 'Read {dash.sosRaised}, {dash.faultsOccurred}, {dash.transfers} and {dash.consumables} in {dash.strip}. A number is colored only when something has to be done.',
          },
          {
            ko: '숫자를 누르면 그 조건으로 걸러진 목록이 열립니다. 조회 권한이 없는 항목은 숫자만 표시됩니다.',
            en: 'Click a number to open the list with that filter. Where you have no permission only the number is shown.',
          },
          {
            ko: '{dash.recent} 줄에는 방금 발생한 이벤트가 나옵니다. 누르면 해당 SOS나 고장이 열립니다.',
            en: '{dash.recent} shows the newest events. Click one to open that SOS or fault.',
          },
        ],
      },
      {
        title: { ko: '지난 7일 비교하기', en: 'Compare the last 7 days' },
        words: { ko: '주간 보고, 지난주와 비교, 추세, 실적', en: 'weekly report, trend, last week, performance' },
        steps: [
          {
            ko: '각 타일의 큰 숫자는 7일 합계이고, 그 아래가 직전 7일과의 차이입니다.',
            en: 'The large figure of a tile is the total of 7 days; below it is the difference from the 7 days before.',
          },
          {
            ko: '타일 오른쪽 위의 표 버튼을 누르면 같은 값이 표로 나옵니다. 화면 낭독기에는 표가 더 편합니다.',
            en: 'The table button at the top right of a tile shows the same values as a table, which works better with a screen reader.',
          },
          {
            ko: '타일 하나를 불러오지 못하면 그 타일에만 {common.retry} 버튼이 나타납니다.',
            en: 'If one tile cannot be loaded, {common.retry} appears on that tile only.',
          },
        ],
      },
      {
        title: { ko: '조직 하나만 보기', en: 'Look at one organization' },
        words: { ko: '우리 대리점만, 지역본부별, 조직 바꾸기', en: 'only our agency, by region, change organization' },
        steps: [
          {
            ko: '제목 옆 {dash.organization}에서 고릅니다. 하위 조직이 함께 집계됩니다.',
            en: 'Choose one under {dash.organization} beside the title. Its subordinates are included.',
          },
          {
            ko: '선택한 조직은 주소에 남으므로 즐겨찾기로 저장하거나 링크로 전달할 수 있습니다.',
            en: 'The choice is part of the address: bookmark it or send it as a link.',
          },
        ],
      },
      {
        title: { ko: '대시보드를 파일이나 이메일로 받기', en: 'Get the dashboard as a file or by email' },
        words: {
          ko: '주간 보고서, 인쇄, PDF 저장, 회의 자료, 매주 월요일 메일',
          en: 'weekly report, print, save as PDF, handout, mail every Monday',
        },
        steps: [
          {
            ko: '{export.excel}을(를) 누르면 타일마다 시트 하나인 파일을, 옆의 화살표에서 {export.pdf}을(를) 고르면 인쇄용 보고서를 받습니다.',
            en: '{export.excel} has one sheet for each tile; {export.pdf}, under the arrow beside it, is a report for printing.',
          },
          {
            ko: '같은 메뉴의 {exportSchedule.menu} 항목에서 주기와 시각을 정하면, 보내는 날의 직전 7일이 담긴 파일의 링크가 이메일로 옵니다.',
            en: '{exportSchedule.menu} in the same menu sends an email with a link at set times; the file covers the 7 days before that day.',
          },
          {
            ko: '{myInfo.title}의 {exportSchedule.own}에서 다음 발송을 확인하고 삭제합니다.',
            en: '{exportSchedule.own} in {myInfo.title} shows when it is sent next, and deletes it.',
          },
        ],
      },
    ],
    states: [
      {
        term: 'severity.critical',
        mark: 'now',
        means: { ko: '10분 안에 접수해야 하는 고장입니다.', en: 'A fault to be accepted within 10 minutes.' },
      },
      {
        term: 'severity.major',
        mark: 'today',
        means: { ko: '2시간 안에 접수해야 하는 고장입니다.', en: 'A fault to be accepted within 2 hours.' },
      },
      {
        term: 'severity.minor',
        mark: 'watch',
        means: { ko: '24시간 안에 접수해야 하는 고장입니다.', en: 'A fault to be accepted within 24 hours.' },
      },
    ],
  },
} satisfies HelpFile;
