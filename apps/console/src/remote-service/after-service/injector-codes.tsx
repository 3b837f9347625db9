import { chakra, Flex } from '@chakra-ui/react';
import { afterService, type Injectors } from '@headland/contracts/after-service';
import { InjectorCode } from '@headland/contracts/service-write';
import {
  type CodeRefusal,
  checksumDiffers,
  codeRefusal,
  judgeCode,
} from '@headland/domain/after-service/injector-code';
import { cylinderText } from '@headland/i18n/diagnosis-labels';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { DetailCard } from '../../ui/detail-page';
import { Button } from '../../ui/button';
import { Control } from '../../ui/field-frame';
import { StateMark } from '../../ui/state-mark';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { ConfirmWrite } from './confirm-write';
import { useInjectorProfile } from './use-injector-profile';
import type { Session } from '../remote-diagnosis/use-session';

interface Props {
  session: Session;
  vin: string;
  model: string | null;
  /** why nothing can be written now; null: it can */
  notNow: string | null;
}
type Row = NonNullable<Injectors['rows']>[number];

/** The codes in the engine, in firing order, each with a field for the code of a new injector. */
export function InjectorCodes({ session, vin, model, notNow }: Props) {
  const { t, field } = useI18n();
  const sessionId = session.view?.id ?? 0;
  const { data, error, refetch } = useQuery(query(afterService.injectors, { params: { sessionId } }));
  const [asking, setAsking] = useState<{ cylinder: number; code: string; old: string | null } | null>(null);
  const profile = useInjectorProfile();
  const info = session.view?.info ?? {};
  const engine = {
    model,
    engineType: info.engine_type ?? null,
    hwVariant: info.hw_variant ?? null,
    cylinders: info.cyl ?? null,
  };
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={4} />;
  // without the present codes, the cylinders that the engine has
  const rows: Row[] =
    data.rows ?? (data.firingOrder ?? []).map((cylinder) => ({ cylinder, code: null, coding: null, checksum: null }));
  const refusalOf = (row: Row, code: string): Refusal => {
    const parsed = InjectorCode.safeParse({ cylinder: cylinderText(row.cylinder), code });
    if (!parsed.success) return parsed.error.issues[0]?.message ?? 'field.c3iCode';
    if (code === row.code) return 'same';
    const refusal = codeRefusal(
      { cylinder: row.cylinder, code: parsed.data.code },
      engine,
      data.rows?.map((r) => r.code) ?? null,
      profile,
    );
    // a code that does not match its profile is written on confirmation
    return refusal === null || refusal === 'checksum' ? null : refusals[refusal];
  };
  const checkedOf = (code: string): boolean | null => judgeCode(code, engine, profile).checksum;
  const differs = asking !== null && checkedOf(asking.code) === false;
  return (
    <DetailCard title={t('serviceWork.injectors')}>
      <chakra.p textStyle="dense" color="ink2" mb="3">
        {data.firingOrder !== null && (
          <b className="num">{`${t('serviceWork.firing')} ${data.firingOrder.join('–')}. `}</b>
        )}
        {t('serviceWork.codeHelp')}
      </chakra.p>
      {data.rows === null && (
        <chakra.p role="status" color="watch.ink" textStyle="dense" mb="2">
          {t('serviceWork.noCodes')}
        </chakra.p>
      )}
      {rows.length === 0 ? (
        <EmptyState title={field('field.c3iOrder', '')} />
      ) : (
        <chakra.table w="full" textStyle="dense" css={tableCss} aria-label={t('serviceWork.injectors')}>
          <thead>
            <tr>
              <th scope="col">{t('serviceWork.firing')}</th>
              <th scope="col">{t('serviceWork.cylinder')}</th>
              <th scope="col">{t('serviceWork.present')}</th>
              <th scope="col">{t('serviceWork.new')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <CodeRow
                // a code that was written empties its field
                key={`${row.cylinder} ${row.code}`}
                row={row}
                at={at + 1}
                notNow={notNow}
                refusalOf={(code) => refusalOf(row, code)}
                checkedOf={checkedOf}
                onWrite={(code) => setAsking({ cylinder: row.cylinder, code, old: row.code })}
              />
            ))}
          </tbody>
        </chakra.table>
      )}
      {asking !== null && (
        <ConfirmWrite
          session={session}
          item="c3iInfo"
          title={t('serviceWork.askWrite', { vin, n: cylinderText(asking.cylinder) })}
          label={t('serviceWork.write')}
          rows={[
            [t('serviceWork.old'), asking.old ?? '–'],
            [t('serviceWork.new'), asking.code],
            ...(differs ? [[t('serviceWork.checksumBad'), t('field.c3iChecksum')] satisfies [string, string]] : []),
          ]}
          onClose={() => setAsking(null)}
          onConfirm={(confirmed) =>
            void session
              .ask({
                op: 'write',
                item: 'c3iInfo',
                value: { cylinder: cylinderText(asking.cylinder), code: asking.code },
                confirmed: differs ? [...confirmed, checksumDiffers] : confirmed,
              })
              .then(() => setAsking(null))
          }
        />
      )}
    </DetailCard>
  );
}

/** Key of the message of the reason why a code may not be written; null: it may. */
type Refusal = string | null;
const refusals: Record<Exclude<CodeRefusal, 'checksum'>, string> = {
  cylinder: 'field.c3iCylinder',
  order: 'field.c3iOrder',
  twice: 'field.c3iTwice',
};

interface RowProps {
  row: Row;
  /** its place among the cylinders as they fire, from 1 */
  at: number;
  notNow: string | null;
  refusalOf: (code: string) => Refusal;
  checkedOf: (code: string) => boolean | null;
  onWrite: (code: string) => void;
}
function CodeRow({ row, at, notNow, refusalOf, checkedOf, onWrite }: RowProps) {
  const { t, field } = useI18n();
  const noteId = useId();
  const [code, setCode] = useState('');
  const n = cylinderText(row.cylinder);
  const refusal = code === '' ? null : refusalOf(code);
  const note =
    code === ''
      ? null
      : refusal === null
        ? checkedOf(code) === false
          ? t('field.c3iChecksum')
          : t(checkedOf(code) ? 'serviceWork.codeOk' : 'serviceWork.codeUnchecked', { n: code.length })
        : refusal === 'same'
          ? t('serviceWork.codeSame')
          : field(refusal, t('serviceWork.new'));
  return (
    <tr>
      <td className="num">{at}</td>
      <th scope="row" className="num">
        {n}
      </th>
      <td>
        <chakra.span className="num" overflowWrap="anywhere">
          {row.code ?? '–'}
        </chakra.span>
        {row.code !== null && (
          <chakra.small display="block" color={row.checksum === false ? 'watch.ink' : 'ink3'}>
            {row.coding}{' '}
            {t(
              row.checksum === null
                ? 'serviceWork.checksumNone'
                : row.checksum
                  ? 'serviceWork.checksumOk'
                  : 'serviceWork.checksumBad',
            )}
          </chakra.small>
        )}
      </td>
      <td>
        <Control bad={refusal !== null}>
          <chakra.input
            className="num"
            aria-label={t('serviceWork.newOf', { n })}
            aria-invalid={refusal !== null || undefined}
            aria-describedby={note === null ? undefined : noteId}
            flex="1"
            minW="0"
            w="full"
            h="full"
            border="0"
            bg="transparent"
            outline="0"
            pl="2.5"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            value={code}
            onChange={(e) => setCode(e.target.value.toUpperCase().replaceAll(/\s/gu, ''))}
          />
        </Control>
        {note !== null && (
          <Flex
            id={noteId}
            role="status"
            gap="1.5"
            mt="1"
            align="center"
            textStyle="small"
            color={refusal === null ? 'ink2' : 'now.ink'}
          >
            {refusal === null ? <Check size={12} aria-hidden /> : <StateMark state="now" size={9} />}
            {note}
          </Flex>
        )}
      </td>
      <td>
        <Button
          aria-label={t('serviceWork.writeOf', { n })}
          disabled={code === '' || refusal !== null || notNow !== null}
          reason={notNow ?? note ?? undefined}
          onClick={() => onWrite(code)}
        >
          {t('serviceWork.write')}
        </Button>
      </td>
    </tr>
  );
}

const tableCss = {
  '& th, & td': {
    textAlign: 'left',
    padding: '6px 12px 6px 0',
    borderBottom: '1px solid var(--line)',
    verticalAlign: 'top',
  },
  '& thead th': { color: 'var(--ink-3)', fontWeight: 500 },
  '& tbody td, & tbody th': { lineHeight: '20px', paddingTop: '8px' },
  '& td:last-child': { paddingRight: 0, textAlign: 'right' },
  '@media (max-width: 767px)': {
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '&, & tbody': { display: 'block' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: '24px 32px minmax(0,1fr)',
      gap: '4px 8px',
      padding: '8px 0',
      borderBottom: '1px solid var(--line)',
    },
    '& tbody td, & tbody th': { border: 0, padding: 0 },
    '& td:nth-of-type(3), & td:last-child': { gridColumn: '1 / -1' },
  },
} as const;
