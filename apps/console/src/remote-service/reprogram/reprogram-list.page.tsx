import { programProfiles } from '@headland/contracts/profile';
import { reprogram, type ReprogramRow } from '@headland/contracts/reprogram';
import { rollOuts } from '@headland/contracts/roll-out';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from '../../lib/search';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { ListPage } from '../../ui/list-page';
import { ServiceFilters } from '../../ui/service/service-filters';
import { useLiveService } from '../../ui/service/use-live-service';
import { Tabs } from '../../ui/tabs';
import { useList } from '../../ui/use-list';
import { ProgramProfileTab } from './program-profile-tab';
import { useReprogramColumns } from './reprogram-columns';
import { RollOutList } from '../roll-out/roll-out-list';

/** Vehicles and the programs of their controllers, roll-outs, and for administrators the program profile. */
export function ReprogramListPage() {
  const { tab } = useSearch({ strict: false }) as Search;
  const can = useCan();
  if (tab === 'formats' && can(programProfiles.versions.allow))
    return <ProgramProfileTab tabs={<ReprogramTabs value="formats" />} />;
  return tab === 'rollOuts' ? <RollOutList tabs={<ReprogramTabs value="rollOuts" />} /> : <VehicleList />;
}

function ReprogramTabs({ value }: { value: 'vehicles' | 'rollOuts' | 'formats' }) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('rollOut.tabs')}
      value={value}
      // each has filters of its own
      onChange={(tab) => void navigate({ to: '.', replace: true, search: tab === 'vehicles' ? {} : { tab } })}
      choices={[
        { value: 'vehicles' as const, label: t('rollOut.tabVehicles') },
        { value: 'rollOuts' as const, label: t('rollOut.list') },
        ...(can(programProfiles.versions.allow) ? [{ value: 'formats' as const, label: t('programProfile.tab') }] : []),
      ]}
    />
  );
}

/** Reachable ones first; a row opens the page for programming it, selected ones can join a roll-out. */
function VehicleList() {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  const list = useList(reprogram.list);
  const rows = useLiveService(list.rows);
  const { columns, phone } = useReprogramColumns();
  const draft = (ids: ReadonlySet<number>): void =>
    void navigate({ to: toRecord('/reProgramRollOutRegi', 0), search: { ids: [...ids].join(',') } });
  return (
    <ListPage<ReprogramRow>
      title={t('screen.reProgram')}
      list={{ ...list, rows }}
      exportAs="reprogram"
      to={(r) => toRecord('/reProgramDetail', r.id)}
      tabs={<ReprogramTabs value="vehicles" />}
      filters={<ServiceFilters list={list} />}
      table={{ columns, phone, idOf, signature }}
      {...(can(rollOuts.create.allow)
        ? { bulk: ({ ids }) => <Button onClick={() => draft(ids)}>{t('rollOut.ofPicked')}</Button> }
        : {})}
      empty={{ title: t('reprogram.empty'), text: t('reprogram.emptyText') }}
    />
  );
}

const idOf = (r: ReprogramRow): number => r.id;
const signature = (r: ReprogramRow): string =>
  [r.online, r.engine, r.holder?.sessionId, r.lastFlash, r.ecuSoftware, r.dcuSoftware].join(' ');
