import { type FaultDetail, faults, maxFaultImages } from '@headland/contracts/fault';
import { isOpenFault } from '@headland/domain/fault';
import { useAction, useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { call as send, useCan } from '../../lib/session/session';
import { Section } from '../../ui/panel';
import { AddPicture, Pictures } from '../../ui/pictures';

/** Images of the damage, five at most; locked on completion. */
export function FaultImages({ report: { id, version, status, images, vehicle, code } }: { report: FaultDetail }) {
  const { t } = useI18n();
  const invalidate = useInvalidate(faults.addImage);
  const remove = useAction(faults.removeImage, { success: t('image.toast.takenOff') });
  const may = useCan()(faults.addImage.allow) && isOpenFault(status);
  if (!may && images.length === 0) return null;
  return (
    <Section
      title={`${t('image.list')} ${images.length} / ${maxFaultImages}`}
      actions={
        may && (
          <AddPicture
            count={images.length}
            most={maxFaultImages}
            version={version}
            send={(body, seen) =>
              send(faults.addImage, { params: { id }, body: { ...body, version: seen } }).then(invalidate)
            }
          />
        )
      }
    >
      <Pictures
        pictures={images}
        name={`${vehicle.vin} · ${code}`}
        version={version}
        remove={
          may
            ? {
                busy: remove.busy,
                run: (imageId, seen) => remove.runAsync({ params: { id, imageId }, query: { version: seen } }),
              }
            : null
        }
      />
    </Section>
  );
}
