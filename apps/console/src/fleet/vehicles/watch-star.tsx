import type { VehicleRow } from '@headland/contracts/vehicle';
import { silentHours, type WatchBody } from '@headland/contracts/watch';
import { severities } from '@headland/contracts/fault';
import { type WatchMatter, watchPermission } from '@headland/domain/vehicle-watch';
import { BellRing, Star } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Menu, MenuCheck, MenuChoice, MenuItem, MenuLine, MenuNote } from '../../ui/menu';
import { useSetWatch, useWatch } from './use-watches';

type Vehicle = Pick<VehicleRow, 'id' | 'vin' | 'model'>;

/** In a row: whether the vehicle is in the own list. A plain button, since there may be a hundred of them. */
export function WatchStar({ vehicle: { id, vin, model } }: { vehicle: Vehicle }) {
  const { t } = useI18n();
  const watch = useWatch(id);
  const set = useSetWatch();
  const on = watch !== undefined;
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={t('watch.starOf', { vin })}
      title={t(on ? 'watch.remove' : 'watch.add')}
      style={on ? { ...starCss, color: 'var(--accent)' } : starCss}
      onClick={(event) => {
        // the row behind opens the vehicle
        event.stopPropagation();
        set({ vehicleId: id, vin, model }, on ? null : {});
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Star size={14} fill={on ? 'currentColor' : 'none'} aria-hidden />
    </button>
  );
}
const starCss: CSSProperties = {
  ...{ display: 'inline-grid', placeItems: 'center', width: 24, height: 24, margin: '-6px 0 -6px -8px' },
  ...{ color: 'var(--ink-3)', verticalAlign: 'middle', cursor: 'pointer' },
};

/** On the vehicle's page: in the own list or not, and what its member is notified of. */
export function WatchMenu({ vehicle: { id, vin, model } }: { vehicle: Vehicle }) {
  const { t } = useI18n();
  const can = useCan();
  const watch = useWatch(id);
  const set = useSetWatch();
  const may = (matter: WatchMatter): boolean => can(watchPermission[matter]);
  const change = (body: Partial<WatchBody>): void => set({ vehicleId: id, vin, model }, body);
  const on = watch !== undefined;
  const notified = on && (watch.sos || watch.maintenance || watch.fault !== null || watch.offlineHours !== null);
  return (
    <Menu
      trigger={
        <Button
          icon={<Star size={15} fill={on ? 'currentColor' : 'none'} />}
          aria-pressed={on}
          color={on ? 'accent' : undefined}
        >
          {t('watch.mine')}
          {notified && <BellRing size={13} role="img" aria-label={t('watch.notified')} />}
        </Button>
      }
    >
      <MenuItem
        value="list"
        icon={<Star size={14} fill={on ? 'none' : 'currentColor'} />}
        onSelect={() => (on ? set({ vehicleId: id, vin, model }, null) : change({}))}
      >
        {t(on ? 'watch.remove' : 'watch.add')}
      </MenuItem>
      <MenuLine />
      <MenuNote>{t('watch.notifyMe')}</MenuNote>
      {may('sos') && (
        <MenuCheck value="sos" checked={watch?.sos ?? false} onChange={(sos) => change({ sos })}>
          {t('watch.sos')}
        </MenuCheck>
      )}
      {may('maintenance') && (
        <MenuCheck
          value="maintenance"
          checked={watch?.maintenance ?? false}
          onChange={(maintenance) => change({ maintenance })}
        >
          {t('watch.maintenance')}
        </MenuCheck>
      )}
      {may('fault') && (
        <MenuChoice
          label={t('watch.fault')}
          value={watch?.fault ?? ''}
          choices={[
            { value: '', label: t('watch.no') },
            ...severities.map((value) => ({ value, label: t(`watch.from.${value}`) })),
          ]}
          onChange={(value) => change({ fault: severities.find((severity) => severity === value) ?? null })}
        />
      )}
      <MenuChoice
        label={t('watch.offline')}
        value={String(watch?.offlineHours ?? '')}
        choices={[
          { value: '', label: t('watch.no') },
          ...silentHours.map((n) => ({ value: String(n), label: t('watch.hours', { n }) })),
        ]}
        onChange={(value) => change({ offlineHours: silentHours.find((hours) => String(hours) === value) ?? null })}
      />
      <MenuLine />
      <MenuNote maxW="280px">{t('watch.note')}</MenuNote>
    </Menu>
  );
}
