import { gptBanners } from '@headland/contracts/gpt-banner';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { Panel, Section } from '../../ui/panel';
import { ErrorState, Skeleton } from '../../ui/states';
import { BannerChip, BannerFacts, periodText } from './gpt-banner-parts';
import { BannerPreview } from './gpt-banner-preview';

/** A banner with all its fields, for who may not change it. */
export function GptBannerPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(query(gptBanners.get, { params: { id } }));
  return (
    <Panel
      title={data?.name ?? '…'}
      over={data && <BannerChip status={data.status} />}
      under={data && <span className="num">{periodText(data)}</span>}
      label={data?.name ?? t('screen.gptBanner')}
      onClose={onClose}
    >
      {data ? (
        <>
          <Section>
            <BannerFacts banner={data} />
          </Section>
          <Section title={t('gptBanner.preview')}>
            <BannerPreview {...data} />
          </Section>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={8} />
      )}
    </Panel>
  );
}
