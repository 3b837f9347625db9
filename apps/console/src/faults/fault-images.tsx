import { chakra, Flex } from '@chakra-ui/react';
import { type FaultDetail, type FaultImage, faults, mostFaultImages } from '@headland/contracts/fault';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useAct, useReread } from '../lib/use-act';
import { useWords } from '../lib/text';
import { momentText } from '../lib/time';
import { call as send, useCan } from '../session/session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ImageField } from '../ui/image-field';
import { Section } from '../ui/panel';
import { ErrorState } from '../ui/states';
import { StoredImage } from '../ui/stored-image';
import { toast } from '../ui/toast';
import { useForm } from '../ui/use-form';

/** Pictures of the damage, five at the most; with the completion they are locked. */
export function FaultImages({ report }: { report: FaultDetail }) {
  const { t } = useWords();
  const may = useCan()(faults.addImage.allow) && report.status !== 'completed';
  const [adding, add] = useState(false);
  const [shown, show] = useState<FaultImage | null>(null);
  const full = report.images.length >= mostFaultImages;
  if (!may && report.images.length === 0) return null;
  return (
    <Section
      title={`${t('fault.images')} ${report.images.length} / ${mostFaultImages}`}
      actions={
        may && (
          <Button kind="link" disabled={full} reason={full ? t('error.FAULT_IMAGES_FULL', { n: mostFaultImages }) : undefined} onClick={() => add(true)}>
            {t('fault.addImage')}
          </Button>
        )
      }
    >
      {report.images.length === 0 && <chakra.p color="ink3">{t('fault.noImages')}</chakra.p>}
      <Flex as="ul" listStyleType="none" gap="2" wrap="wrap">
        {report.images.map((image, i) => (
          <li key={image.id}>
            <chakra.button
              type="button"
              aria-label={image.alt || t('fault.imageNumber', { n: i + 1 })}
              title={image.alt}
              w="72px"
              h="54px"
              borderRadius="chip"
              overflow="hidden"
              bg="sunken"
              display="grid"
              placeItems="center"
              color="ink3"
              onClick={() => show(image)}
            >
              <StoredImage id={image.id} alt="" fallback={<ImageOff size={16} aria-hidden />} />
            </chakra.button>
          </li>
        ))}
      </Flex>
      {adding && <AddImage id={report.id} onClose={() => add(false)} />}
      {shown && <OneImage report={report} image={shown} may={may} onClose={() => show(null)} />}
    </Section>
  );
}

function AddImage({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useWords();
  const reread = useReread(faults.addImage);
  const form = useForm(faults.addImage.body, { imageId: '', alt: '' });
  const [sending, setSending] = useState(false);
  const run = async (): Promise<void> => {
    if (!(await form.submit((body) => send(faults.addImage, { params: { id }, body })))) return;
    reread();
    toast(t('fault.said.imageAdded'));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="520px"
      title={t('fault.addImage')}
      confirm={{ label: t('fault.addImage'), onConfirm: () => void run(), busy: form.busy, disabled: sending }}
    >
      <chakra.div display="grid" gap="3">
        <ImageField
          label={t('fault.image')}
          {...form.field('imageId')}
          required
          alt={form.field('alt')}
          fallback={<ImageOff size={20} aria-hidden />}
          onBusy={setSending}
        />
        {form.problem && <ErrorState compact error={form.problem} />}
      </chakra.div>
    </Dialog>
  );
}

function OneImage({ report, image, may, onClose }: { report: FaultDetail; image: FaultImage; may: boolean; onClose: () => void }) {
  const { t } = useWords();
  const remove = useAct(faults.removeImage, { said: t('fault.said.imageRemoved'), done: onClose });
  return (
    <Dialog
      open
      onClose={onClose}
      width="960px"
      title={image.alt || `${report.vehicle.vin} · ${report.code}`}
      {...(may
        ? { confirm: { label: t('fault.removeImage'), danger: true, busy: remove.busy, onConfirm: () => remove.run({ params: { id: report.id, imageId: image.id } }) } }
        : {})}
    >
      <chakra.div h="min(64vh, 620px)" display="grid" placeItems="center" bg="sunken" color="ink3">
        <StoredImage id={image.id} alt={image.alt || t('fault.image')} size="full" fit="contain" fallback={<ImageOff size={28} aria-hidden />} />
      </chakra.div>
      <chakra.p mt="2" color="ink3" className="num">
        {momentText(image.at)} · {image.by ?? '–'}
      </chakra.p>
    </Dialog>
  );
}
