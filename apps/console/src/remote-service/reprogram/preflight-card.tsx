import { chakra, Flex } from '@chakra-ui/react';
import type { ServiceRow } from '@headland/contracts/diagnosis';
import { type FlashFile, type Preflight, reprogram } from '@headland/contracts/reprogram';
import { flashBatteryV } from '@headland/domain/reprogram/offer';
import { useQuery } from '@tanstack/react-query';
import { Cpu } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { DetailCard } from '../../ui/detail-page';
import { Checkbox } from '../../ui/field';
import { StateMark } from '../../ui/state-mark';
import { ErrorState, Skeleton } from '../../ui/states';
import { ConfirmStart } from './confirm-start';

/** Refetch interval: the machine's state changes without an event. */
const refetchMs = 2_000;

/** Step 2: whether this program can be offered to this machine now; and the way to step 3. */
export function PreflightCard({ vehicle, fileId }: { vehicle: ServiceRow; fileId: number | null }) {
  const { t } = useI18n();
  return (
    <DetailCard title={t('reprogram.step.preflight')} wide={fileId === null}>
      {fileId === null ? (
        <chakra.p color="ink3">{t('reprogram.chooseFirst')}</chakra.p>
      ) : (
        <Live key={fileId} vehicle={vehicle} fileId={fileId} />
      )}
    </DetailCard>
  );
}

function Live({ vehicle, fileId }: { vehicle: ServiceRow; fileId: number }) {
  const { t } = useI18n();
  const [again, setAgain] = useState(false);
  const [asking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery({
    ...query(reprogram.preflight, { params: { id: vehicle.id }, query: { fileId } }),
    refetchInterval: refetchMs,
  });
  const { data: file } = useQuery(query(reprogram.file, { params: { id: fileId } }));
  // a failed fetch counts as not met
  if (data === undefined || error)
    return error ? (
      <ErrorState compact error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={10} height={24} />
    );
  const ready = data.ok && (!data.sameVersion || again);
  const isBusy = data.checks.some((c) => c.check === 'noSession' && c.ok === false);
  return (
    <Flex direction="column" gap="3">
      <chakra.p textStyle="strong" className="num">
        {t('reprogram.fromTo', { from: data.fromVersion ?? '–', to: data.toVersion })}
      </chakra.p>
      <Checks checks={data.checks} />
      {isBusy && vehicle.holder !== null && (
        <Flex gap="1.5" align="center" role="status" color="watch.ink" textStyle="dense">
          <StateMark state="watch" size={9} />
          {t('remote.heldBy', {
            by: vehicle.holder.by,
            organization: vehicle.holder.organization,
            since: momentText(vehicle.holder.since),
          })}
        </Flex>
      )}
      {data.checks.some((c) => c.ok === null && (c.check === 'variant' || c.check === 'calibration')) && (
        <chakra.p textStyle="dense" color="ink2">
          {t('reprogram.readFirst')}
        </chakra.p>
      )}
      {data.sameVersion && (
        <Flex direction="column" gap="1" role="note">
          <Flex gap="1.5" align="center" color="today.ink" textStyle="dense">
            <StateMark state="today" size={9} />
            {t('reprogram.sameVersion')}
          </Flex>
          <Checkbox checked={again} onChange={setAgain}>
            {t('reprogram.goOn')}
          </Checkbox>
        </Flex>
      )}
      <Flex gap="3" align="center" wrap="wrap">
        <Button
          kind="primary"
          icon={<Cpu size={15} />}
          disabled={!ready || file === undefined}
          reason={data.ok ? t('reprogram.tickFirst') : t('reprogram.allMust')}
          onClick={() => setAsking(true)}
        >
          {t('reprogram.go')}
        </Button>
        {!ready && (
          <chakra.span textStyle="small" color="ink3">
            {data.ok ? t('reprogram.tickFirst') : t('reprogram.allMust')}
          </chakra.span>
        )}
      </Flex>
      {asking && file && (
        <ConfirmStart
          vehicle={vehicle}
          file={file satisfies FlashFile}
          preflight={data}
          again={again}
          onClose={() => setAsking(false)}
        />
      )}
    </Flex>
  );
}

/** Each condition with whether it holds and its value; unknown ones do not hold. */
export function Checks({ checks }: Pick<Preflight, 'checks'>) {
  const { t, number } = useI18n();
  return (
    <chakra.ul listStyleType="none" p="0" display="grid" gap="1" textStyle="dense">
      {checks.map(({ check, ok, value }) => (
        <chakra.li key={check} display="flex" gap="2" alignItems="center">
          <StateMark state={ok === true ? 'normal' : ok === false ? 'now' : 'off'} />
          <chakra.span flex="1">
            {check === 'battery'
              ? t('preflight.battery', { least: number(flashBatteryV, 1) })
              : t(`preflight.${check}`)}
          </chakra.span>
          {value !== null && (
            <chakra.span className="num" color="ink2">
              {typeof value === 'number' ? number(value) : value}
            </chakra.span>
          )}
          <chakra.span
            minW="72px"
            textAlign="right"
            color={ok === true ? 'ink3' : ok === false ? 'now.ink' : 'ink2'}
            fontWeight={ok === true ? undefined : 600}
          >
            {t(ok === true ? 'reprogram.ok' : ok === false ? 'reprogram.notOk' : 'reprogram.unknown')}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
