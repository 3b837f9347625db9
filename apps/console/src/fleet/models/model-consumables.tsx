import { chakra } from '@chakra-ui/react';
import type { ModelDetail } from '@headland/contracts/model';
import { useI18n } from '../../lib/i18n';
import { Figure } from '../../ui/figure';
import { Progress } from '../../ui/progress';

/** What is replaced and inspected how often. */
export function ModelConsumables({ model: { consumables: items, redating } }: { model: ModelDetail }) {
  const { t } = useI18n();
  return (
    <>
      {redating && <Redating {...redating} />}
      {items.length === 0 ? (
        <chakra.p px="4" pb="4" color="ink2" textStyle="dense">
          {t('model.item.none')}
        </chakra.p>
      ) : (
        <Items items={items} />
      )}
    </>
  );
}

/** The set was saved, and its vehicles follow: until the last one does, what they are due is not settled. */
function Redating({ done, vehicles }: NonNullable<ModelDetail['redating']>) {
  const { t, number } = useI18n();
  return (
    <chakra.div px="4" pb="3">
      <chakra.p textStyle="dense" mb="1.5" className="num" role="status">
        {t('model.redating', { done: number(done), vehicles: number(vehicles) })}
      </chakra.p>
      <Progress label={t('model.redatingLabel')} value={done} most={vehicles} />
    </chakra.div>
  );
}

function Items({ items }: { items: ModelDetail['consumables'] }) {
  const { t, number } = useI18n();
  return (
    <chakra.div overflowX="auto" tabIndex={0} role="group" aria-label={t('model.consumables')}>
      <chakra.table css={tableCss} aria-label={t('model.consumables')}>
        <thead>
          <tr>
            <th scope="col" data-no data-end>
              {t('common.no')}
            </th>
            <th scope="col">{t('model.item.name')}</th>
            <th scope="col">{t('model.item.maintenance')}</th>
            <th scope="col" data-end>
              {t('model.item.initialHours')}
            </th>
            <th scope="col" data-end>
              {t('model.item.cycleHours')}
            </th>
            <th scope="col" data-end>
              {t('model.item.cycleDays')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, i) => (
            <tr key={item.id}>
              <td data-no data-end className="num faint">
                {number(i + 1)}
              </td>
              <th scope="row">{item.name}</th>
              <td>{t(`maintenance.${item.maintenance}`)}</td>
              <td data-end>
                <Figure value={item.initialHours} unit="h" />
              </td>
              <td data-end>
                <Figure value={item.cycleHours} unit="h" />
              </td>
              <td data-end>
                {item.cycleDays === null ? (
                  <span className="faint">{t('model.item.hoursOnly')}</span>
                ) : (
                  <Figure value={item.cycleDays} unit={t('model.item.days')} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.div>
  );
}

const tableCss = {
  width: '100%',
  '& thead th': {
    font: '500 12px/16px var(--font)',
    color: 'var(--ink-3)',
    textAlign: 'left',
    height: '32px',
    padding: '0 8px',
    background: 'var(--sunken)',
    borderBlock: '1px solid var(--line)',
    whiteSpace: 'nowrap',
  },
  '& td, & tbody th': {
    height: 'var(--h-row)',
    padding: '0 8px',
    borderBottom: '1px solid var(--line)',
    textAlign: 'left',
    fontWeight: 400,
    whiteSpace: 'nowrap',
  },
  '& tbody th': { fontWeight: 600 },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  '& [data-end]': { textAlign: 'right' },
  '& .faint': { color: 'var(--ink-3)' },
  '& tr > [data-no]': { paddingLeft: '16px', width: '56px' },
  '& td:last-of-type, & thead th:last-of-type': { paddingRight: '16px' },
} as const;
