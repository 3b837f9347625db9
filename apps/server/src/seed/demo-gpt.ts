import type { DataSource } from 'typeorm';
import { judgeQuestionType } from '@headland/domain/gpt-question';
import { bannerStatus } from '@headland/domain/gpt-banner';
import { dayOf, plusDays } from '@headland/domain/zone-day';
import type { Config } from '../platform/config';
import { FileStore, keepFile } from '../platform/files/file-store';
import { storePicture } from './demo-pictures';
import { pseudoRandom } from './pseudo-random';

/** Banners of every status, and three weeks of questions to the assistant with their answers. */
export async function addGptService(database: DataSource, config: Config, now: Date): Promise<void> {
  await addBanners(database, config, now);
  await addQuestions(database, config, now);
}

interface DemoBanner {
  name: string;
  content: string;
  /** days from today */
  from: number;
  to: number;
  suspended?: number;
  sky: string;
  field: string;
}
const banners: DemoBanner[] = [
  {
    name: '수확 후 콤바인 보관 점검',
    content:
      '수확을 마친 콤바인은 곡물 탱크와 체인을 청소하고 배터리를 분리해 보관하세요.\n보관 전 점검 항목을 GPT 상담에 물어보세요.',
    ...{ from: -12, to: 18, sky: '#dfe9ef', field: '#b08d3c' },
  },
  {
    name: '영농일지 바로 쓰기',
    content: '오늘 한 작업을 말하듯 적으면 날짜, 작업, 면적으로 정리해 드립니다.',
    ...{ from: -4, to: 40, sky: '#e8efe2', field: '#5f8a4b' },
  },
  {
    name: '겨울철 시동 준비 안내',
    content: '영하의 날씨에는 예열 플러그와 배터리 전압을 먼저 확인하세요.',
    ...{ from: 9, to: 70, sky: '#dce6f2', field: '#8fa3b5' },
  },
  {
    name: '요소수 관리 안내',
    content: '요소수는 영하 11도에서 업니다. 보관과 보충 방법을 물어보세요.',
    ...{ from: -30, to: 25, suspended: -3, sky: '#e6eef5', field: '#6f8fae' },
  },
  {
    name: '모내기 전 이앙기 점검',
    content: '이앙기 식부 장치와 유압을 미리 점검하세요.',
    ...{ from: -190, to: -160, sky: '#e5f0ea', field: '#6aa07b' },
  },
];

async function addBanners(database: DataSource, config: Config, now: Date): Promise<void> {
  const files = new FileStore(database, config);
  const today = dayOf(now.getTime(), config.PRODUCT_TIME_ZONE);
  const [author] = await database.query<{ name: string }[]>(
    "SELECT name FROM user_account WHERE group_type = 'DAEDONG' AND role = 'ADMIN' ORDER BY id LIMIT 1",
  );
  for (const { name, content, from, to, suspended, sky, field } of banners) {
    const imageId = await storePicture(files, {
      ...{ name: `${name}.png`, svg: landscape(sky, field), width: 900, height: 500 },
    });
    await keepFile(database.manager, imageId, 'image', 'image');
    const suspendedAt = suspended === undefined ? null : new Date(now.getTime() + suspended * dayMs);
    const period = { startOn: plusDays(today, from), endOn: plusDays(today, to), suspendedAt };
    const by = author?.name ?? 'demo';
    const [banner] = await database.query<{ id: number }[]>(
      `INSERT INTO gpt_banner (name, start_on, end_on, url, image_id, image_alt, content, created_by, created_at, suspended_at, suspended_by, announced)
       VALUES ($1, $2, $3, 'https://www.example.com/gpt', $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
      [
        ...[name, period.startOn, period.endOn, imageId, '가을 들판', content, by],
        ...[
          new Date(now.getTime() + (Math.min(from, 0) - 2) * dayMs),
          suspendedAt,
          suspendedAt && by,
          bannerStatus(period, today),
        ],
      ],
    );
    await database.query(
      `INSERT INTO gpt_banner_click (banner_id, on_day, count)
       SELECT $1, d::date, 3 + abs(hashint4($1 * 31 + d::date - date '2020-01-01')) % 40 FROM generate_series($2::date, LEAST($3::date, $4::date), '1 day') d`,
      [
        banner?.id,
        period.startOn,
        period.endOn,
        suspendedAt ? dayOf(suspendedAt.getTime(), config.PRODUCT_TIME_ZONE) : today,
      ],
    );
  }
}
const dayMs = 86_400_000;

/** A field under the sky, drawn: no picture of anybody else's. */
const landscape = (sky: string, field: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500"><rect width="900" height="500" fill="${sky}"/>
   <circle cx="700" cy="120" r="54" fill="#fff" opacity=".8"/><path d="M0 300 Q225 240 450 300 T900 290 V500 H0Z" fill="${field}" opacity=".55"/>
   ${Array.from({ length: 9 }, (_, i) => `<path d="M${450 + (i - 4) * 40} 330 L${450 + (i - 4) * 260} 500" stroke="${field}" stroke-width="26" opacity=".9"/>`).join('')}
   <g transform="translate(330 250)" fill="#3d4a45"><rect x="40" y="0" width="92" height="66" rx="6"/><rect x="52" y="10" width="52" height="36" fill="${sky}"/>
   <rect x="120" y="36" width="92" height="44" rx="5"/><circle cx="62" cy="96" r="46"/><circle cx="62" cy="96" r="20" fill="${sky}"/><circle cx="186" cy="106" r="30"/><circle cx="186" cy="106" r="12" fill="${sky}"/></g></svg>`;

interface Exchange {
  question: string;
  answer: string;
}
/** In the words of the trade. */
const exchanges: Exchange[] = [
  {
    question: '엔진오일은 몇 시간마다 교체해야 하나요?',
    answer:
      '첫 교체는 50 시간, 그다음부터는 250 시간마다 교체합니다. 먼지가 많은 곳에서 작업하면 교체 시기를 앞당기는 것이 좋습니다.',
  },
  {
    question: '요소수 경고등이 켜졌는데 계속 작업해도 되나요?',
    answer:
      '요소수가 부족하면 출력이 제한될 수 있으니 작업을 멈추고 먼저 보충하세요. 보충한 뒤에도 경고등이 켜져 있으면 대리점에 점검을 요청하세요.',
  },
  {
    question: '오늘 영농일지 써 줘. 3번 논 벼 수확 2,400평, 콤바인 4시간',
    answer: '작업일: 오늘\n작업: 벼 수확\n필지: 3번 논 2,400평\n장비: 콤바인 4시간',
  },
  {
    question: 'E0312 고장 코드가 무슨 뜻인가요?',
    answer:
      '고장 신고 화면에 표시된 조치 방법을 먼저 확인해 주세요. 경고등이 적색이면 엔진을 끄고 대리점에 연락하세요.',
  },
  {
    question: '어제 사과밭 방제했어. 농약 20 L 살포한 거 기록해 줘',
    answer:
      '작업일: 어제\n작업: 방제\n작물: 사과\n살포량: 20 L\n농약 이름과 희석 배수를 알려 주시면 함께 정리하겠습니다.',
  },
  {
    question: '겨울에 트랙터 보관할 때 배터리를 빼야 하나요?',
    answer: '한 달 넘게 쓰지 않으면 배터리를 분리해 실내에 두고, 한 달에 한 번 충전해 주세요.',
  },
  {
    question: 'PTO가 들어가지 않습니다. 어디를 봐야 하나요?',
    answer:
      '엔진 회전수를 낮추고 브레이크를 밟은 상태에서 다시 시도하세요. 작업기 연결축의 핀과 안전 스위치를 확인하고, 그래도 들어가지 않으면 대리점 점검이 필요합니다.',
  },
  {
    question: '에어클리너 엘리먼트는 불어서 다시 써도 되나요?',
    answer:
      '바깥쪽 엘리먼트는 안에서 밖으로 낮은 압력의 공기로 불어 다시 쓸 수 있습니다. 안쪽 엘리먼트는 청소하지 말고 교체하세요.',
  },
  {
    question: 'DPF 재생 중에 작업을 멈춰도 됩니까?',
    answer:
      '재생이 끝날 때까지 엔진을 끄지 않는 것이 좋습니다. 멈춰야 한다면 다음에 엔진을 켰을 때 재생이 다시 시작됩니다.',
  },
  {
    question: 'How often should I grease the front axle?',
    answer: 'Grease the front axle every 50 engine hours, and after each work in water or deep mud.',
  },
];

async function addQuestions(database: DataSource, { PRODUCT_TIME_ZONE: zone }: Config, now: Date): Promise<void> {
  const draw = pseudoRandom(20_261_101);
  const customers = await database.query<{ id: number }[]>(
    "SELECT id FROM customer WHERE app_status = 'registered' AND joined_at IS NOT NULL AND removed_at IS NULL ORDER BY id LIMIT 24",
  );
  if (customers.length === 0) return;
  const rows = Array.from({ length: 70 }, (_, i) => {
    const { question, answer } = draw.of(exchanges);
    const at = new Date(now.getTime() - Math.floor(i * 7.1 * 3_600_000 + draw.next() * 3_600_000));
    const problem = draw.chance(0.08) ? draw.of(['timeout', 'unreachable', 'budget'] as const) : null;
    const isStopped = problem === null && draw.chance(0.04);
    return {
      customer_id: draw.of(customers).id,
      ...{ asked_at: at.toISOString(), on_day: dayOf(at.getTime(), zone), type: judgeQuestionType(question), question },
      answer: problem !== null ? '' : isStopped ? answer.slice(0, 24) : answer,
      ...{ state: problem !== null ? 'failed' : isStopped ? 'stopped' : 'answered', problem },
      machines: problem === null && draw.chance(0.5) ? 1 : 0,
      prompt_tokens: problem === null ? 600 + Math.floor(draw.next() * 500) : null,
      answer_tokens: problem === null ? answer.length : null,
      ended_at: new Date(at.getTime() + 4_000 + Math.floor(draw.next() * 9_000)).toISOString(),
    };
  }).reverse();
  await database.query(
    `INSERT INTO gpt_question (customer_id, asked_at, on_day, type, question, answer, state, problem, machines, prompt_tokens, answer_tokens, ended_at)
     SELECT customer_id, asked_at, on_day, type, question, answer, state, problem, machines, prompt_tokens, answer_tokens, ended_at
     FROM jsonb_to_recordset($1::jsonb) AS r(customer_id int, asked_at timestamptz, on_day date, type text, question text, answer text, state text, problem text,
       machines smallint, prompt_tokens int, answer_tokens int, ended_at timestamptz)`,
    [JSON.stringify(rows)],
  );
}
