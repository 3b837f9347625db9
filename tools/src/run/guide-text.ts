import { formatMessage } from '@headland/i18n/format-message';
import { isMessageKey, type MessageKey } from '@headland/i18n/catalogue';
import {
  commonKeys,
  type HelpFile,
  type HelpKey,
  helpParts,
  type HelpState,
  type HelpText,
  type ScreenHelp,
} from '@headland/i18n/help/help';
import { allHelp } from '@headland/i18n/help/topics';
import type { Language } from '@headland/i18n/messages';

/** Screens that the guide shows, with the state in which they are taken (apps/e2e/src/tour/stops.ts). */
export const shown: Partial<Record<string, string>> = {
  '/dash': 'dash',
  '/status': 'status',
  '/statusDetail/$number': 'statusDetail',
  '/production': 'production',
  '/device': 'device',
  '/deviceDetail/$number': 'deviceDetail',
  '/modelModi/$number': 'modelModi',
  '/sale': 'sale',
  '/expendable': 'expendable',
  '/expendableDetail/$number': 'expendableDetail',
  '/breakdown': 'breakdown-one',
  '/sos': 'sos-one',
  '/ownerTransfer': 'ownerTransfer-one',
  '/customer': 'customer',
  '/customerDetail/$number': 'customerDetail',
  '/organization': 'organization-one',
  '/driveData': 'driveData',
  '/driveDataDetail/$number': 'driveDataDetail',
  '/operationData': 'operationData',
  '/operationDataModelDetail/$number': 'operationDataModelDetail',
  '/remote': 'remote',
  '/remoteDetail/$number': 'remoteDetail-tests',
  '/afterServiceDetail/$number': 'afterServiceDetail',
  '/reProgramDetail/$number': 'reProgramDetail',
  '/reProgramRollOut/$number': 'reProgramRollOut',
  '/noticeRegi/$number': 'noticeRegi',
  '/partDisplay': 'partDisplay',
  '/gptChatData': 'gptChatData-one',
  '/memberHistory': 'memberHistory-events',
};

const texts = {
  title: { ko: 'Headland 사용 설명서', en: 'Headland user’s guide' },
  intro: {
    ko: '화면마다 용도, 주요 작업의 순서, 상태의 뜻, 단축키를 설명합니다. 같은 내용을 화면의 {common.help} 버튼이나 [?] 키로 볼 수 있습니다. 권한이 없는 메뉴와 버튼은 표시되지 않습니다.',
    en: 'What each screen is for, how its main tasks are done, what its states mean, and its keys. The same is in the console: press {common.help} on a screen, or [?]. Menu entries and buttons for which you have no permission are not shown.',
  },
  everywhere: { ko: '모든 화면에서', en: 'On every screen' },
  one: { ko: '상세', en: '(details)' },
  lists: {
    ko: '목록의 조건, 정렬, 페이지, 열린 행은 주소에 담기므로 링크로 전달할 수 있습니다. 텍스트와 숫자 조건은 [Enter]를 눌러야 적용되고, 나머지는 고르는 즉시 적용됩니다. 열은 {table.columns}에서 고르고, 열 경계를 드래그하여 너비를 바꿉니다. 되돌릴 수 있는 작업은 묻지 않고 처리하며 8초 동안 {common.undo}을(를) 누를 수 있습니다.',
    en: 'The address of a list contains its filters, sort order, page and open row, so that you can send it as a link. Text and number filters apply on [Enter], all others at once. Choose columns under {table.columns}; drag the edge of a column to change its width. What can be undone is done without a question; you can press {common.undo} for 8 seconds.',
  },
  forms: {
    ko: '새로 등록하는 화면은 입력한 내용을 이 브라우저에 보관합니다. 다른 사람이 먼저 고쳤으면 저장할 때 누가 언제 고쳤는지 알려 주고, {form.showDifference}(으)로 비교할 수 있습니다.',
    en: 'Forms of new records keep your input in this browser. If a colleague changed the record first, saving is refused, and you see who changed it and when; {form.showDifference} compares the values.',
  },
  live: {
    ko: '데이터는 새로 고침 없이 바뀝니다. 위쪽에 {live.stopped}이(가) 보이면 그 시각까지의 화면이며, 다시 연결되면 빠진 내용이 채워집니다.',
    en: 'Data changes without a reload. If {live.stopped} is shown at the top, the screen shows the data as of that time; what was missed is filled in when the connection is back.',
  },
} satisfies Record<string, HelpText>;

/** The guide in one language: the help of every screen as Markdown, in the order of the menu. */
export function guideText(language: Language): string {
  const t = (key: MessageKey): string => formatMessage(language, key);
  const say = (text: HelpText): string =>
    helpParts(text[language], t)
      .map(({ kind, text: said }) => (kind === 'key' ? `<kbd>${said}</kbd>` : kind === 'word' ? `**${said}**` : said))
      .join('');
  const keys = (list: readonly HelpKey[], title: MessageKey): string[] => [
    `| ${t(title)} | |`,
    '| --- | --- |',
    ...list.map(
      ([names, does]) =>
        `| ${names.map((name) => `<kbd>${name}</kbd>`).join(' ')} | ${typeof does === 'string' ? t(does) : say(does)} |`,
    ),
    '',
  ];
  const states = (list: readonly HelpState[]): string[] => [
    `| ${t('help.states')} | |`,
    '| --- | --- |',
    ...list.map(({ term, means }) => `| ${t(term)} | ${say(means)} |`),
    '',
  ];
  const screen = ([path, help]: [string, ScreenHelp]): string[] => {
    const title = titleOf(path, t, language);
    const image = shown[path];
    return [
      `### ${title}`,
      '',
      say(help.purpose),
      '',
      ...(image === undefined ? [] : [`![${title}](images/${language}/${image}.webp)`, '']),
      ...help.tasks.flatMap(({ title: task, steps }) => [
        `#### ${say(task)}`,
        '',
        ...steps.map((step, i) => `${i + 1}. ${say(step)}`),
        '',
      ]),
      ...(help.states ? states(help.states) : []),
      ...(help.keys ? keys(help.keys, 'help.keysHere') : []),
    ];
  };
  const lines = [
    '<!-- written by `npm run lab -- guide` from libs/i18n/src/help -->',
    '',
    `# ${say(texts.title)}`,
    '',
    say(texts.intro),
    '',
    `## ${say(texts.everywhere)}`,
    '',
    ...[texts.lists, texts.forms, texts.live].flatMap((text) => [say(text), '']),
    ...keys(commonKeys, 'help.keysEverywhere'),
    ...Object.entries(allHelp).flatMap(([group, file]) => [
      `## ${t(`menu.${group as keyof typeof allHelp}`)}`,
      '',
      ...Object.entries<ScreenHelp>(file satisfies HelpFile).flatMap(screen),
    ]),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

const paths = new Set(Object.values<HelpFile>(allHelp).flatMap(Object.keys));

/** The title of a screen; one that is also the title of its list says that it is of one record. */
function titleOf(path: string, t: (key: MessageKey) => string, language: Language): string {
  const [name = '', number] = path.slice(1).split('/');
  const list = name.replace(/Detail$/u, '');
  const title = t(screenKey(name));
  const isOne = number !== undefined && paths.has(`/${list}`) && t(screenKey(list)) === title;
  return isOne ? `${title} ${texts.one[language]}` : title;
}

function screenKey(name: string): MessageKey {
  const key = `screen.${name}`;
  if (!isMessageKey(key)) throw new Error(`/${name} has no title`);
  return key;
}
