import { chakra, Flex } from '@chakra-ui/react';
import { afterService } from '@headland/contracts/after-service';
import { diagnosis } from '@headland/contracts/diagnosis';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from '../../lib/search';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query, useCan } from '../../lib/session/session';
import { DetailCard } from '../../ui/detail-page';
import { Segmented } from '../../ui/tabs';
import { EmptyState } from '../../ui/states';
import { InjectorCodes } from './injector-codes';
import { PartReset } from './part-reset';
import { RunningTest } from '../remote-diagnosis/test-running';
import { TestPanel } from '../remote-diagnosis/test-panel';
import { useDefinition } from '../remote-diagnosis/use-definition';
import type { Session } from '../remote-diagnosis/use-session';
import { useWriteName, WriteFacts } from './write-result';

const works = ['c3iInfo', 'partReplacement', 'buzzTest'] as const;
type Work = (typeof works)[number];
const labelOf = {
  c3iInfo: 'serviceWork.injectors',
  partReplacement: 'serviceWork.part',
  buzzTest: 'serviceWork.buzzer',
} as const;
const maxShown = 5;

/** What only the after-service does, one kind at a time (`?work=`), and what was written last. What runs is always in sight. */
export function ServiceWork({ session, vin, model }: { session: Session; vin: string; model: string }) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  const { work: asked } = useSearch({ strict: false }) as Search;
  const runs = works.find((work) => work === session.test?.test);
  const work: Work = runs ?? works.find((name) => name === asked) ?? 'c3iInfo';
  const { definition } = useDefinition(session, work);
  const connected = session.open && session.view?.connectedAt != null;
  const may = can(diagnosis.ask.allow);
  const notNow =
    session.test !== null
      ? t('tests.because.running')
      : session.frozen
        ? t('tests.because.frozen')
        : session.busy
          ? t('tests.because.busy')
          : null;
  return (
    <>
      {may && connected && session.view?.kind !== 'afterService' && (
        <EmptyState title={t('serviceWork.title')} text={t('serviceWork.otherKind')} />
      )}
      {may && connected && session.view?.kind === 'afterService' && (
        <>
          <Flex>
            <Segmented
              label={t('serviceWork.title')}
              value={work}
              onChange={(next) =>
                void navigate({ to: '.', search: (old: Search) => ({ ...old, work: next }), replace: true })
              }
              choices={works.map((value) => ({ value, label: t(labelOf[value]) }))}
            />
          </Flex>
          {definition !== null && work === 'buzzTest' && (
            <TestPanel key={work} session={session} definition={definition} vin={vin} onOpen={() => undefined} />
          )}
          {definition !== null && work !== 'buzzTest' && (
            <>
              {session.test?.test === work && (
                <RunningTest session={session} run={session.test} definition={definition} parts={noParts} />
              )}
              {work === 'c3iInfo' && <InjectorCodes session={session} vin={vin} model={model} notNow={notNow} />}
              {work === 'partReplacement' && <PartReset session={session} vin={vin} notNow={notNow} />}
            </>
          )}
        </>
      )}
      {may && !connected && <EmptyState title={t('remote.notConnected')} text={t('remote.notConnectedText')} />}
      <LastWrites vehicleId={session.vehicleId} />
    </>
  );
}

/** A write is no measurement. */
const noParts: never[] = [];

/** The last writes to this machine by all members, each with its changes. */
function LastWrites({ vehicleId }: { vehicleId: number }) {
  const { t } = useI18n();
  const nameOf = useWriteName();
  const { data } = useQuery(query(afterService.writes, { params: { id: vehicleId }, query: { size: 10 } }));
  if (data === undefined) return null;
  return (
    <DetailCard title={t('serviceWork.last')}>
      {data.rows.length === 0 && <chakra.p color="ink3">{t('serviceWork.noneYet')}</chakra.p>}
      <chakra.div display="grid" gap="4" gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 380px), 1fr))">
        {data.rows.slice(0, maxShown).map((row) => (
          <chakra.article key={row.id} aria-label={nameOf(row)} borderTop="1px solid" borderColor="line" pt="2">
            <Flex gap="2" align="baseline" mb="1" wrap="wrap">
              <chakra.h3 textStyle="strong">{nameOf(row)}</chakra.h3>
              <chakra.span textStyle="small" color="ink3" className="num">
                {momentText(row.at)} · {row.by}
              </chakra.span>
            </Flex>
            <WriteFacts row={row} brief />
          </chakra.article>
        ))}
      </chakra.div>
    </DetailCard>
  );
}
