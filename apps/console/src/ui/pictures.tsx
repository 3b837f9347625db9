import { chakra, Flex } from '@chakra-ui/react';
import { t100 } from '@headland/contracts/fields';
import { fileId } from '@headland/contracts/file';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { useSeen } from '../lib/use-seen';
import { useI18n } from '../lib/i18n';
import { momentText } from '../lib/time';
import { ActProblem } from './action-problem';
import { Button } from './button';
import { Dialog } from './dialog';
import { ImageField } from './image-field';
import { StoredImage } from './stored-image';
import { toast } from './toast';
import { useForm } from './use-form';

export interface Picture {
  id: string;
  alt: string;
  at: string;
  by: string | null;
}
interface Props {
  pictures: readonly Picture[];
  /** a picture without words of its own is called by these when it is open */
  name: string;
  /** may remove pictures; null: not allowed any more, or not for this member */
  remove: { busy: boolean; run: (imageId: string, version: number) => Promise<unknown> } | null;
  /** of the record, where taking one off carries the version that was seen when it was opened */
  version?: number;
}

/** The pictures of a record in a row; each opens in its full size, with who added it and when. */
export function Pictures({ pictures, name, remove, version = 0 }: Props) {
  const { t } = useI18n();
  const [shownId, setShownId] = useState<string | null>(null);
  // one that a colleague removes meanwhile is closed
  const shown = pictures.find((p) => p.id === shownId);
  const seen = useSeen(version, shown !== undefined);
  const takeOff = (run: NonNullable<Props['remove']>['run'], id: string): void =>
    // a refusal is shown in a toast
    void seen((now) => run(id, now)).then(
      () => setShownId(null),
      () => undefined,
    );
  return (
    <>
      {pictures.length === 0 && <chakra.p color="ink3">{t('image.none')}</chakra.p>}
      <Flex as="ul" listStyleType="none" gap="2" wrap="wrap">
        {pictures.map((picture, i) => (
          <li key={picture.id}>
            <chakra.button
              type="button"
              aria-label={picture.alt || t('image.number', { n: i + 1 })}
              title={picture.alt}
              w="72px"
              h="54px"
              borderRadius="chip"
              overflow="hidden"
              bg="sunken"
              display="grid"
              placeItems="center"
              color="ink3"
              onClick={() => setShownId(picture.id)}
            >
              <StoredImage id={picture.id} alt="" fallback={<ImageOff size={16} aria-hidden />} />
            </chakra.button>
          </li>
        ))}
      </Flex>
      {shown && (
        <Dialog
          open
          onClose={() => setShownId(null)}
          width="960px"
          title={shown.alt || name}
          {...(remove
            ? {
                confirm: {
                  label: t('image.takeOff'),
                  danger: true,
                  busy: remove.busy,
                  onConfirm: () => takeOff(remove.run, shown.id),
                },
              }
            : {})}
        >
          <chakra.div
            h="min(64vh, 620px)"
            display="grid"
            gridTemplateRows="minmax(0,1fr)"
            placeItems="center"
            bg="sunken"
            color="ink3"
          >
            <StoredImage
              id={shown.id}
              alt={shown.alt || t('image.one')}
              size="full"
              fit="contain"
              fallback={<ImageOff size={28} aria-hidden />}
            />
          </chakra.div>
          <chakra.p mt="2" color="ink3" className="num">
            {momentText(shown.at)} · {shown.by ?? '–'}
          </chakra.p>
        </Dialog>
      )}
    </>
  );
}

const NewPicture = z.object({ imageId: fileId, alt: t100.optional() });
type NewPicture = z.output<typeof NewPicture>;

interface AddProps {
  count: number;
  /** then the button is pending */
  most: number;
  /** of the record: the act carries the one that was seen when the dialog opened */
  version: number;
  send: (body: NewPicture, version: number) => Promise<unknown>;
}
/** The button that adds one, and its dialog. */
export function AddPicture({ count, most, version, send }: AddProps) {
  const { t } = useI18n();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Button
        kind="link"
        disabled={count >= most}
        reason={count >= most ? t('image.full', { n: most }) : undefined}
        onClick={() => setAdding(true)}
      >
        {t('image.add')}
      </Button>
      {adding && <AddDialog version={version} send={send} onClose={() => setAdding(false)} />}
    </>
  );
}

function AddDialog({ version, send, onClose }: Pick<AddProps, 'send'> & { version: number; onClose: () => void }) {
  const { t } = useI18n();
  const form = useForm(NewPicture, { imageId: '', alt: '' });
  const [sending, setSending] = useState(false);
  const seen = useSeen(version, true);
  const run = async (): Promise<void> => {
    if (!(await form.submit((body) => seen((now) => send(body, now))))) return;
    toast(t('image.toast.added'));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="520px"
      title={t('image.add')}
      confirm={{ label: t('image.add'), onConfirm: () => void run(), busy: form.busy, disabled: sending }}
    >
      <chakra.div display="grid" gap="3">
        <ImageField
          label={t('image.one')}
          {...form.field('imageId')}
          required
          alt={form.field('alt')}
          fallback={<ImageOff size={20} aria-hidden />}
          onBusy={setSending}
        />
        {form.problem && <ActProblem problem={form.problem} />}
      </chakra.div>
    </Dialog>
  );
}
