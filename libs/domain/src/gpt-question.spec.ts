import { describe, expect, it } from 'vitest';
import { judgeQuestionType } from './gpt-question';

describe('the type of a question', () => {
  it.each([
    '오늘 영농일지 써 줘: 3마지기 모내기',
    '영농 일지 양식이 있나요?',
    '어제 사과밭에 방제했어. 농약 이름이랑 날짜 기록해 줘',
    '오늘 오전에 논 2,000평에 비료 살포했습니다',
    '9월 20일 벼 수확 3헥타르 마쳤어요',
    '이번 주에 한 제초 작업을 정리해 줘',
    '지난주 콩 파종한 것 일지로 남겨 줘',
    'Please write down in my farm journal that I sowed barley',
    'We harvested 3 ha of rice today',
    'Yesterday I sprayed the apple trees, keep track of it',
    'Add to the spraying log: 20 L on plot B',
  ])('%s is the journal', (question) => expect(judgeQuestionType(question)).toBe('journal'));
  it.each([
    '엔진오일은 몇 시간마다 교체하나요?',
    '요소수 경고등이 켜졌어요',
    '로터리 작업 중에 엔진이 과열됩니다',
    '오늘 로터리 작업했는데 엔진 소음이 커졌어요',
    '파종 시기는 언제가 좋나요?',
    '벼 수확 전에 콤바인 점검 항목을 알려 주세요',
    '비료는 얼마나 줘야 하나요?',
    'What does fault code E0300 mean?',
    'When is the best time for sowing barley?',
    'The harvester lost power, engine warning light is on',
    'How do I log in to the app?',
    '',
  ])('%s is general', (question) => expect(judgeQuestionType(question)).toBe('general'));
});
