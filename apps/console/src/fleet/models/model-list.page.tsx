import { chakra } from '@chakra-ui/react';
import { remoteControls } from '@headland/contracts/device/down';
import { type ModelRow, models, modelTypes } from '@headland/contracts/model';
import { modelListColumns } from '@headland/i18n/columns/models';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Figure } from '../../ui/figure';
import { FilterBar, FilterMany, FilterText } from '../../ui/filter-bar';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { NewRecord } from '../../ui/records/record-actions';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import { ModelPicture } from './model-picture';
import { modelScreens } from './use-model';

/** Models of tractors and excavators; a row opens the page of its model. */
export function ModelListPage() {
  const { t } = useI18n();
  const mayRegister = useCan()(models.create.allow);
  const list = useList(models.list);
  const { columns, phone } = useColumns();
  const f = list.filter;
  const action = mayRegister && <NewRecord screens={modelScreens} look="plain" />;
  return (
    <ListPage<ModelRow>
      title={t('screen.model')}
      list={list}
      exportAs="models"
      actions={<NewRecord screens={modelScreens} />}
      to={(r) => toRecord('/modelDetail', r.id)}
      filters={
        <FilterBar onReset={list.reset}>
          <FilterText label={t('model.field.name')} value={f.name} onApply={(name) => list.set({ name })} />
          <FilterMany
            label={t('model.field.type')}
            values={f.type}
            options={modelTypes.map((value) => ({ value, label: t(`modelType.${value}`) }))}
            onApply={(type) => list.set({ type })}
          />
          <FilterMany
            label={t('model.field.remoteControl')}
            values={f.remoteControl}
            options={remoteControls.map((value) => ({ value, label: t(`remoteControl.${value}`) }))}
            onApply={(remoteControl) => list.set({ remoteControl })}
          />
          <FilterText
            label={t('model.field.releaseYear')}
            value={f.releaseYear === undefined ? undefined : String(f.releaseYear)}
            onApply={(releaseYear) => list.set({ releaseYear })}
            width="130px"
          />
        </FilterBar>
      }
      table={{ columns, phone, idOf: (r) => r.id }}
      empty={{ title: t('model.empty'), text: t('model.emptyText'), ...(action ? { action } : {}) }}
    />
  );
}

function useColumns(): { columns: Column<ModelRow>[]; phone: Column<ModelRow>[] } {
  const { t, number } = useI18n();
  const c = useListColumns(modelListColumns);
  return useMemo(
    () => ({
      columns: [
        {
          key: 'image',
          title: t('model.image'),
          width: '66px',
          exports: [],
          cell: (r) => <ModelPicture model={r} size="row" />,
        },
        ...Object.values<Column<ModelRow>>({
          ...c,
          name: { ...c.name, identity: true, cell: (r) => <b>{r.name}</b> },
          machine: { ...c.machine, hidden: true },
          horsepower: { ...c.horsepower, cell: (r) => <Figure value={r.horsepower} unit="PS" /> },
          description: { ...c.description, cell: (r) => <span title={r.description}>{r.description || '–'}</span> },
          registeredAt: {
            ...c.registeredAt,
            cell: (r) => <chakra.span color="ink2">{dayText(r.registeredAt)}</chakra.span>,
          },
        }),
      ],
      phone: [
        {
          ...c.name,
          cell: (r) => (
            <chakra.span display="flex" gap="2.5" alignItems="center" py="1.5">
              <ModelPicture model={r} size="row" />
              <chakra.span minW="0" lineHeight="18px">
                <b>{r.name}</b>
                <chakra.small display="block" color="ink3" className="num">
                  {t(`modelType.${r.type}`)} · {number(r.horsepower)} PS · {r.releaseYear}
                </chakra.small>
              </chakra.span>
            </chakra.span>
          ),
        },
        c.vehicles,
      ],
    }),
    [t, number, c],
  );
}
