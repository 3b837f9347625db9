import { chakra } from '@chakra-ui/react';
import { engineInfoFields, type EngineInfo } from '@headland/contracts/device/diagnosis';
import type { ServiceDetail } from '@headland/contracts/diagnosis';
import { Copy } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { Button } from '../../ui/button';
import { copyText } from '../../ui/copy-text';
import { DetailCard } from '../../ui/detail-page';
import { StateMark } from '../../ui/state-mark';
import { EmptyState } from '../../ui/states';
import { toast } from '../../ui/toast';
import { engineRows, engineValue } from './engine-rows';
import type { Session } from './use-session';

/** The units' information on connect: every field under its workshop name, with differences to the last time. */
export function EngineInfoTab({ session: { view, open }, detail }: { session: Session; detail: ServiceDetail }) {
  const i18n = useI18n();
  const { t } = i18n;
  const own = view?.info ?? null;
  const info = own ?? detail.info;
  const at = own === null ? detail.infoAt : (view?.connectedAt ?? null);
  const changed = own === null ? [] : (view?.changedInfo ?? []);
  if (info === null)
    return (
      <DetailCard title={t('remote.tab.engine')}>
        <EmptyState title={t('remote.noInfo')} text={t('remote.noInfoText')} />
      </DetailCard>
    );
  const copy = (): void => {
    const rows = engineRows(i18n, info).map((row) => row.join('\t'));
    void copyText(rows.join('\n'), t, { refused: () => toast(t('remote.notCopied'), 'now') });
  };
  return (
    <DetailCard
      title={t('remote.tab.engine')}
      actions={
        <>
          {at !== null && (
            <chakra.span textStyle="small" color="ink3" className="num">
              {t(open && own !== null ? 'remote.infoRead' : 'remote.infoLast', { at: momentText(at) })}
            </chakra.span>
          )}
          <Button icon={<Copy size={14} />} onClick={copy}>
            {t('remote.copyAll')}
          </Button>
        </>
      }
    >
      {changed.length > 0 && (
        <chakra.p role="status" mb="2" textStyle="dense" color="watch.ink" display="flex" gap="1.5" alignItems="center">
          <StateMark state="watch" size={9} />
          {t('remote.infoChanged', { n: changed.length })}
        </chakra.p>
      )}
      <chakra.dl display="grid" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }} columnGap="8" textStyle="dense">
        {engineInfoFields.map((field) => (
          <Field key={field} field={field} info={info} changed={changed.includes(field)} />
        ))}
      </chakra.dl>
    </DetailCard>
  );
}

function Field({ field, info, changed }: { field: keyof EngineInfo; info: EngineInfo; changed: boolean }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <chakra.div
      display="flex"
      gap="3"
      py="1"
      borderBottom="1px solid"
      borderColor="line"
      alignItems="baseline"
      bg={changed ? 'watch.soft' : undefined}
    >
      <chakra.dt color="ink3" flex="1">
        {t(`remote.info.${field}`)}
      </chakra.dt>
      <chakra.dd className="num" textAlign="right" overflowWrap="anywhere" fontWeight={changed ? '600' : '500'}>
        {engineValue(i18n, field, info)}
        {changed && (
          <chakra.span color="watch.ink" ml="2" textStyle="small">
            {t('remote.changed')}
          </chakra.span>
        )}
      </chakra.dd>
    </chakra.div>
  );
}
