import { chakra, Flex } from '@chakra-ui/react';
import { customers } from '@headland/contracts/customer';
import { devices } from '@headland/contracts/device';
import { faults } from '@headland/contracts/fault';
import {
  infoCheck,
  type InfoCard,
  type InfoDevice,
  type InfoKind,
  type InfoVehicle,
} from '@headland/contracts/info-check';
import { sales } from '@headland/contracts/sale';
import { phoneText } from '@headland/domain/phone-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useI18n } from '../lib/i18n';
import { query, useCan } from '../lib/session/session';
import { type RecordPath, toRecord } from '../lib/paths';
import { Dialog } from '../ui/dialog';
import { Facts } from '../ui/panel';
import { StateLabel } from '../ui/status-chip';
import { stateOfSeverity } from '../ui/state-mark';
import { ErrorState, Skeleton } from '../ui/states';

interface Props {
  kind: InfoKind;
  id: number;
  onClose: () => void;
}
/**
 * The result of a search: the machine with its device, sale, owner and open faults, as far as permitted, with links to
 * their pages.
 */
export function InfoCardDialog({ kind, id, onClose }: Props) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(query(infoCheck.card, { params: { kind, id } }));
  return (
    <Dialog open onClose={onClose} title={data ? titleOf(data) : t('shell.infoCard')} width="520px">
      {data ? (
        <Card card={data} onLeave={onClose} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={6} />
      )}
    </Dialog>
  );
}

const titleOf = ({ device, owner, vehicles }: InfoCard): string =>
  owner?.name ?? device?.deviceId ?? vehicles[0]?.vin ?? '';

function Card({ card: { device, owner, vehicles }, onLeave }: { card: InfoCard; onLeave: () => void }) {
  const { t } = useI18n();
  const may = useCan()('status:R');
  return (
    <Flex direction="column" gap="4" maxH="60vh" overflowY="auto">
      {owner && <Owner owner={owner} onLeave={onLeave} />}
      {device && vehicles.every((v) => v.device?.id !== device.id) && <Device device={device} onLeave={onLeave} />}
      {vehicles.map((vehicle) => (
        <Vehicle key={vehicle.id} vehicle={vehicle} known={owner !== null} onLeave={onLeave} />
      ))}
      {may && vehicles.length === 0 && <p>{t('shell.infoNoVehicle')}</p>}
    </Flex>
  );
}

function Vehicle({ vehicle: v, known, onLeave }: { vehicle: InfoVehicle; known: boolean; onLeave: () => void }) {
  const { t, of } = useI18n();
  const can = useCan();
  return (
    <>
      <Part title={t('shell.infoVehicle')} to={<Go to="/statusDetail" id={v.id} onLeave={onLeave} />}>
        <Facts
          rows={[
            [t('vehicle.vin'), v.vin],
            [t('vehicle.model'), v.model],
            [t('vehicle.dealer'), v.dealer.name],
          ]}
        />
      </Part>
      {can(devices.get.allow) &&
        (v.device ? (
          <Device device={v.device} onLeave={onLeave} />
        ) : (
          <Part title={t('feature.device')}>{t('shell.infoNoDevice')}</Part>
        ))}
      {can(sales.get.allow) && (
        <Part title={t('feature.sale')} to={<Go to="/saleDetail" id={v.id} onLeave={onLeave} />}>
          <Facts rows={[[t('sale.soldOn'), v.soldOn ?? t('sale.state.unsold')]]} />
        </Part>
      )}
      {can(customers.get.allow) &&
        !known &&
        (v.owner ? (
          <Owner owner={v.owner} onLeave={onLeave} />
        ) : (
          <Part title={t('shell.infoOwner')}>{t('fault.noCustomer')}</Part>
        ))}
      {can(faults.list.allow) && (
        <Part title={t('shell.infoFaults')}>
          {v.openFaults.length === 0
            ? t('shell.infoNoFaults')
            : v.openFaults.map((f) => (
                <Flex key={f.id} gap="2" align="baseline">
                  <StateLabel state={stateOfSeverity[f.severity]}>{t(`severity.${f.severity}`)}</StateLabel>
                  <chakra.span color="accent">
                    <Link to="/breakdown" search={{ id: String(f.id) }} onClick={onLeave}>
                      {f.code}
                    </Link>
                  </chakra.span>
                  <span>{of(f.name)}</span>
                </Flex>
              ))}
        </Part>
      )}
    </>
  );
}

function Device({ device: d, onLeave }: { device: InfoDevice; onLeave: () => void }) {
  const { t } = useI18n();
  return (
    <Part title={t('feature.device')} to={<Go to="/deviceDetail" id={d.id} onLeave={onLeave} />}>
      <Facts
        rows={[
          [t('device.id'), d.deviceId],
          [t('device.status'), t(`device.status.${d.status}`)],
          [t('device.sim'), d.sim ?? '–'],
          [t('device.activation'), d.activation ?? '–'],
        ]}
      />
    </Part>
  );
}

function Owner({ owner, onLeave }: { owner: NonNullable<InfoCard['owner']>; onLeave: () => void }) {
  const { t } = useI18n();
  return (
    <Part title={t('shell.infoOwner')} to={<Go to="/customerDetail" id={owner.id} onLeave={onLeave} />}>
      <Facts
        rows={[
          [t('customer.field.name'), owner.name],
          [t('customer.field.phone'), owner.phone ? phoneText(owner.phone) : '–'],
        ]}
      />
    </Part>
  );
}

function Part({ title, to, children }: { title: string; to?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <Flex justify="space-between" mb="1">
        <chakra.h3 textStyle="label" color="ink">
          {title}
        </chakra.h3>
        {to}
      </Flex>
      {children}
    </section>
  );
}

function Go({ to, id, onLeave }: { to: RecordPath; id: number; onLeave: () => void }) {
  const { t } = useI18n();
  return (
    <chakra.span color="accent" textStyle="small">
      <Link to={toRecord(to, id)} onClick={onLeave}>
        {t('shell.infoOpen')}
      </Link>
    </chakra.span>
  );
}
