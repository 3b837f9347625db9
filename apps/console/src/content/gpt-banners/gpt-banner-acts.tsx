import { type GptBannerRow, gptBanners } from '@headland/contracts/gpt-banner';
import { bannerRefusal } from '@headland/domain/gpt-banner';
import { useNavigate } from '@tanstack/react-router';
import { CirclePause, Copy, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { RemoveRecord, takeBack } from '../../ui/records/record-actions';
import { useAction } from '../../ui/use-action';
import { useUndo } from '../../ui/use-undo';

type Banner = Pick<GptBannerRow, 'id' | 'version' | 'name' | 'status'>;

/** To the form of a new banner, for who may register one; `copyOf`: with what another one is. */
export function NewBanner({ copyOf, look = 'primary' }: { copyOf?: number; look?: 'primary' | 'plain' }) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  if (!can(gptBanners.create.allow)) return null;
  const copies = copyOf !== undefined;
  return (
    <Button
      kind={look}
      icon={copies ? <Copy size={15} /> : <Plus size={15} />}
      onClick={() =>
        void navigate({ to: '/gptBannerRegi', ...(copies && { search: { copy: String(copyOf) } as never }) })
      }
    >
      {t(copies ? 'gptBanner.copy' : 'gptBanner.new')}
    </Button>
  );
}

/** Suspends a banner after the question, for who may; `refused`: why it cannot be done now. */
export function SuspendBanner({
  banner,
  refused,
  onDone,
}: {
  banner: Banner | undefined;
  refused?: string | undefined;
  onDone?: () => void;
}) {
  const { t } = useI18n();
  const can = useCan();
  const [asking, setAsking] = useState(false);
  const suspend = useAction(gptBanners.suspend, {
    success: ({ name }) => t('gptBanner.toast.suspended', { name }),
    done: () => {
      setAsking(false);
      onDone?.();
    },
  });
  if (!can(gptBanners.suspend.allow)) return null;
  const no = banner && bannerRefusal(banner.status, 'suspend');
  const reason = refused ?? (no ? t(`error.${no}`, { name: banner.name }) : undefined);
  return (
    <>
      <Button
        icon={<CirclePause size={15} />}
        disabled={banner === undefined || reason !== undefined}
        reason={reason}
        onClick={() => setAsking(true)}
      >
        {t('gptBanner.suspend')}
      </Button>
      {asking && banner && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={t('gptBanner.suspendTitle')}
          confirm={{
            label: t('gptBanner.suspend'),
            danger: true,
            busy: suspend.busy,
            onConfirm: () => suspend.run({ params: { id: banner.id }, body: { version: banner.version } }),
          }}
        >
          <p>{t('gptBanner.suspendText', { name: banner.name })}</p>
        </Dialog>
      )}
    </>
  );
}

/** Deletes one banner, for who may; the deletion can be taken back. */
export function RemoveBanner({ banner }: { banner: Banner }) {
  const { t } = useI18n();
  const no = bannerRefusal(banner.status, 'delete');
  return (
    <RemoveRecord
      kind="gptBanner"
      endpoint={gptBanners.remove}
      record={banner}
      also={[gptBanners.list]}
      undo={gptBanners.restore}
      list="/gptBanner"
      refused={no ? t(`error.${no}`, { name: banner.name }) : undefined}
    />
  );
}

/** Deletes those that are ticked, all or none; the deletion can be taken back. */
export function RemoveBanners({ banners, onDone }: { banners: readonly Banner[]; onDone: () => void }) {
  const { t } = useI18n();
  const can = useCan();
  const undo = useUndo();
  const ids = banners.map(({ id }) => id);
  const remove = useAction(gptBanners.removeMany, {
    done: ({ removed }) => {
      onDone();
      undo(t('gptBanner.toast.removed', { n: removed }), () => takeBack(gptBanners.restore, ids));
    },
  });
  if (!can(gptBanners.removeMany.allow)) return null;
  const published = banners.some(({ status }) => bannerRefusal(status, 'delete') !== null);
  return (
    <Button
      kind="danger"
      icon={<Trash2 size={15} />}
      disabled={published}
      reason={published ? t('gptBanner.deletePublished') : undefined}
      busy={remove.busy}
      onClick={() => remove.run({ body: { ids } })}
    >
      {t('gptBanner.delete')}
    </Button>
  );
}
