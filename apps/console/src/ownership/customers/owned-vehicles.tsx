import { chakra, Flex } from '@chakra-ui/react';
import { type CustomerDetail, customers, type OwnedVehicle } from '@headland/contracts/customer';
import { vehicles } from '@headland/contracts/vehicle';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, Plus, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Button, IconButton } from '../../ui/button';
import { TextLink } from '../../ui/detail-page';
import { Figure } from '../../ui/figure';
import { useMeasure } from '../../ui/measures';
import { StateMark, VehicleMark } from '../../ui/state-mark';
import { EmptyState } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { RemoveVehicle } from './remove-vehicle';

/** The customer's machines; each is added, changed and removed here. Of one who left the app there are none. */
export function OwnedVehicles({ customer: c }: { customer: CustomerDetail }) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  const [removing, setRemoving] = useState<OwnedVehicle | null>(null);
  const columns = useColumns(setRemoving);
  const open = c.appStatus !== 'withdrawn';
  return (
    <>
      {c.owned.length === 0 ? (
        <EmptyState title={t('customer.noVehicles')} />
      ) : (
        <chakra.div overflowX="auto">
          <Table label={t('customer.vehicles')} columns={columns} rows={c.owned} idOf={idOf} />
        </chakra.div>
      )}
      <Flex px="4" py="3" gap="3" align="center" wrap="wrap">
        {open && can(customers.addVehicle.allow) && (
          <Button
            icon={<Plus size={15} />}
            onClick={() => void navigate({ to: toRecord('/customerVehicleRegi', c.id) })}
          >
            {t('customer.addVehicle')}
          </Button>
        )}
        {c.elsewhere > 0 && (
          <chakra.span textStyle="small" color="ink3">
            {t('customer.elsewhere', { n: c.elsewhere })}
          </chakra.span>
        )}
      </Flex>
      {removing && <RemoveVehicle vehicle={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

const idOf = (v: OwnedVehicle): number => v.id;

function useColumns(onRemove: (vehicle: OwnedVehicle) => void): Column<OwnedVehicle>[] {
  const { t } = useI18n();
  const can = useCan();
  const measure = useMeasure();
  const navigate = useNavigate();
  return useMemo(() => {
    const acts = can(customers.changeVehicle.allow) || can(customers.removeVehicle.allow);
    return [
      {
        key: 'vin',
        title: t('customer.vin'),
        width: '188px',
        cell: (v) => (
          <chakra.span className="num" display="block" lineHeight="18px" py="1">
            <TextLink to={can(vehicles.get.allow) ? toRecord('/statusDetail', v.id) : null}>{v.vin}</TextLink>
            {v.nickname !== null && (
              <chakra.small display="block" color="ink3">
                {v.nickname}
              </chakra.small>
            )}
          </chakra.span>
        ),
      },
      { key: 'model', title: t('customer.model'), cell: (v) => v.model },
      {
        key: 'soldOn',
        title: t('customer.soldOn'),
        width: '104px',
        cell: (v) => <chakra.span className="num">{v.soldOn ?? '–'}</chakra.span>,
      },
      { key: 'dealer', title: t('customer.field.dealer'), cell: (v) => v.dealer.name },
      {
        key: 'odometer',
        title: t('customer.odometer'),
        align: 'right',
        width: '112px',
        cell: (v) => <Figure {...measure('odometer', v.odometerKm)} />,
      },
      {
        key: 'engineHours',
        title: t('customer.engineHours'),
        align: 'right',
        width: '112px',
        cell: (v) => <Figure {...measure('engineHours', v.engineHours)} />,
      },
      { key: 'state', title: t('customer.state'), width: '120px', cell: (v) => <State vehicle={v} /> },
      ...(acts
        ? [
            {
              key: 'acts',
              title: '',
              width: '84px',
              align: 'right' as const,
              cell: (v: OwnedVehicle) => (
                <Flex justify="flex-end">
                  {can(customers.changeVehicle.allow) && (
                    <IconButton
                      label={t('customer.changeVehicle', { vin: v.vin })}
                      icon={<Pencil size={15} />}
                      onClick={() => void navigate({ to: toRecord('/customerVehicleModi', v.id) })}
                    />
                  )}
                  {can(customers.removeVehicle.allow) && (
                    <IconButton
                      label={t('customer.removeVehicle', { vin: v.vin })}
                      icon={<X size={15} />}
                      disabled={v.openSos}
                      onClick={() => onRemove(v)}
                    />
                  )}
                </Flex>
              ),
            },
          ]
        : []),
    ];
  }, [t, can, measure, navigate, onRemove]);
}

/** A call of help before what it is doing. */
function State({ vehicle: { state, openSos } }: { vehicle: OwnedVehicle }) {
  const { t } = useI18n();
  return (
    <Flex
      as="span"
      display="inline-flex"
      align="center"
      gap="1.5"
      color={openSos ? 'now.ink' : undefined}
      fontWeight={openSos ? 500 : undefined}
    >
      {openSos ? <StateMark state="now" /> : <VehicleMark state={state} />}
      {openSos ? 'SOS' : t(`state.${state}`)}
    </Flex>
  );
}
