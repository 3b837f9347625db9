import { chakra, Flex } from '@chakra-ui/react';
import { vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { Button } from '../../ui/button';
import type { List } from '../../ui/use-list';
import { VehicleLink } from './vehicle-labels';

/** Vehicles that the map cannot show, because no position of theirs is known: how many, and which. */
export function Unplaced({ list }: { list: List<typeof vehicles.list> }) {
  const { t, number } = useI18n();
  const [open, setOpen] = useState(false);
  const { bbox: _, page: __, size: ___, sort: ____, order: _____, ...filter } = list.filter;
  const asked = {
    ...Object.fromEntries(Object.entries(filter).map(([k, v]) => [k, typeof v === 'boolean' ? String(v) : v])),
    placed: 'false',
    size: 20,
  };
  const { data } = useQuery({
    ...query(vehicles.list, { query: { ...asked, sort: 'vin', order: 'asc' } as never }),
    staleTime: 60_000,
  });
  const total = data?.page.total ?? 0;
  if (data === undefined || total === 0) return null;
  return (
    <chakra.div css={placeCss}>
      <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('vehicle.unplaced', { n: number(total) })}
      </Button>
      {open && (
        <chakra.div px="3" pb="3" textStyle="dense" maxH="240px" overflowY="auto">
          <chakra.ul listStyleType="none">
            {data.rows.map((r) => (
              <Flex
                as="li"
                key={r.id}
                gap="3"
                py="1"
                className="num"
                css={{ '& a:hover': { textDecoration: 'underline' } }}
              >
                <VehicleLink id={r.id}>{r.vin}</VehicleLink>
                <chakra.span color="ink3">
                  {t(r.lastSeenAt === null ? 'state.never' : 'vehicle.noPositionYet')}
                </chakra.span>
              </Flex>
            ))}
          </chakra.ul>
          {total > data.rows.length && (
            <Button kind="link" px="0" onClick={() => list.set({ placed: 'false' })}>
              {t('vehicle.showAll', { n: number(total) })}
            </Button>
          )}
        </chakra.div>
      )}
    </chakra.div>
  );
}

const placeCss = {
  position: 'absolute',
  zIndex: 500,
  left: '12px',
  top: '12px',
  background: 'var(--raised)',
  borderRadius: 'var(--r-control)',
  boxShadow: 'var(--shadow-1)',
  maxWidth: 'calc(100% - 80px)',
} as const;
