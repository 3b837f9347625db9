import { chakra, Flex } from '@chakra-ui/react';
import { t100 } from '@headland/contracts/fields';
import { fileId } from '@headland/contracts/file';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { useWords } from '../lib/text';
import { momentText } from '../lib/time';
import { Button } from './button';
import { Dialog } from './dialog';
import { ImageField } from './image-field';
import { ErrorState } from './states';
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
  /** may take pictures off; null: nobody may any more, or not this member */
  remove: { busy: boolean; run: (imageId: string, done: () => void) => void } | null;
}

/** The pictures of a record in a row; each opens in its full size, with who added it and when. */
export function Pictures({ pictures, name, remove }: Props) {
  const { t } = useWords();
  const [shown, show] = useState<Picture | null>(null);
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
              onClick={() => show(picture)}
            >
              <StoredImage id={picture.id} alt="" fallback={<ImageOff size={16} aria-hidden />} />
            </chakra.button>
          </li>
        ))}
      </Flex>
      {shown && (
        <Dialog
          open
          onClose={() => show(null)}
          width="960px"
          title={shown.alt || name}
          {...(remove ? { confirm: { label: t('image.takeOff'), danger: true, busy: remove.busy, onConfirm: () => remove.run(shown.id, () => show(null)) } } : {})}
        >
          <chakra.div h="min(64vh, 620px)" display="grid" placeItems="center" bg="sunken" color="ink3">
            <StoredImage id={shown.id} alt={shown.alt || t('image.one')} size="full" fit="contain" fallback={<ImageOff size={28} aria-hidden />} />
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

/** The button that adds one, and its dialog. `most`: then it waits, and says so. */
export function AddPicture({ count, most, send }: { count: number; most: number; send: (body: NewPicture) => Promise<unknown> }) {
  const { t } = useWords();
  const [adding, add] = useState(false);
  return (
    <>
      <Button kind="link" disabled={count >= most} reason={count >= most ? t('image.full', { n: most }) : undefined} onClick={() => add(true)}>
        {t('image.add')}
      </Button>
      {adding && <AddDialog send={send} onClose={() => add(false)} />}
    </>
  );
}

function AddDialog({ send, onClose }: { send: (body: NewPicture) => Promise<unknown>; onClose: () => void }) {
  const { t } = useWords();
  const form = useForm(NewPicture, { imageId: '', alt: '' });
  const [sending, setSending] = useState(false);
  const run = async (): Promise<void> => {
    if (!(await form.submit(send))) return;
    toast(t('image.said.added'));
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
        {form.problem && <ErrorState compact error={form.problem} />}
      </chakra.div>
    </Dialog>
  );
}
