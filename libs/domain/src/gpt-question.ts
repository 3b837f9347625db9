import type { QuestionType } from '@headland/contracts/gpt-chat';

/**
 * A question belongs to the farming journal if it names the journal, or reports or asks for a record of field work on
 * a crop or plot: sowing, transplanting, spraying, fertilizing, irrigating, weeding, harvesting. All else is general,
 * such as questions on the machine itself. Judged by words, so that the same question always has the same type.
 */
export function judgeQuestionType(question: string): QuestionType {
  const text = question.toLowerCase();
  if (journal.test(text)) return 'journal';
  if (machineTrouble.test(text)) return 'general';
  return work.test(text) && (record.test(text) || done.test(text)) ? 'journal' : 'general';
}

const journal =
  /영농\s*일지|농사\s*일지|농작업\s*일지|작업\s*일지|재배\s*일지|방제\s*일지|일지\s*(?:에|를|로)?\s*(?:써|쓰|적|작성|기록|정리|남)|farm(?:ing)?\s+(?:journal|diary|log|record)|field\s+(?:journal|diary|log)|crop\s+(?:journal|diary|log)|spray(?:ing)?\s+(?:log|record|diary)/u;
const work =
  /파종|씨(?:를|\s)?\s*뿌|모내기|이앙|정식|이식|방제|농약|약제\s*살포|살포|시비|비료|퇴비|관수|물대기|제초|김매기|수확|벼\s*베기|추수|탈곡|건조|경운|로터리|쟁기|두둑|비닐\s*멀칭|멀칭|sow(?:ed|ing|n)?\b|plant(?:ed|ing)\b|transplant|spray|fertili[sz]|manur|irrigat|weed(?:ed|ing)|harvest|thresh|plough|plow|till(?:ed|ing)|mulch/u;
const record = /기록|일지|정리해|적어|메모|남겨|저장해|record|log\b|note\b|write\s+down|keep\s+track|summar/u;
/** Work that was done, with its day or its area. */
const done =
  /(?:오늘|어제|그제|지난\s*주|이번\s*주|오전|오후|\d+\s*월\s*\d+\s*일|\d+\s*(?:평|마지기|헥타르|ha)).*(?:했|했어|했습니다|하였|뿌렸|심었|줬|주었|베었|마쳤|끝냈|돌렸)|\b(?:today|yesterday|this (?:morning|afternoon|week)|last week)\b.*(?:ed\b|\bdid\b|\bsown\b|\bsowed\b)|\b(?:i|we)\s+(?:have\s+)?(?:sowed|planted|sprayed|harvested|fertili[sz]ed|ploughed|plowed|tilled|weeded|irrigated)\b.*\b(?:today|yesterday|ha|hectares?|acres?)\b/u;
const machineTrouble =
  /경고등|고장|오류|에러|코드|누유|누수|과열|소음|시동|엔진|배터리|요소수|dpf|오일|필터|벨트|부품|수리|정비|warning (?:light|lamp)|fault|error|leak|overheat|engine|battery|urea|def\b|oil\b|filter|belt|repair|service interval/u;
