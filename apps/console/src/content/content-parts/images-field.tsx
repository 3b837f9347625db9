import { chakra, Flex } from '@chakra-ui/react';
import type { ContentImage, StoredContentImage } from '@headland/contracts/content';
import { imageMegabytes, images } from '@headland/contracts/file';
import type { MessageKey } from '@headland/i18n/catalogue';
import { ChevronDown, ChevronUp, ImagePlus, X } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { Button, IconButton } from '../../ui/button';
import { boxCss, type FieldProps, Frame } from '../../ui/field-frame';
import { StoredImage } from '../../ui/stored-image';

interface Props extends Pick<FieldProps, 'label' | 'value' | 'onChange' | 'error' | 'name'> {
  most: number;
  /** what is said where more are given: the message of the schema */
  tooMany: MessageKey;
  onBusy?: (busy: boolean) => void;
  required?: boolean;
  /** those that were loaded, with their sizes */
  loaded?: readonly StoredContentImage[] | undefined;
  /** what is said of a picture by its size; it is no error */
  adviceOf?: (size: Size) => string | null;
  help?: string;
}
interface Size {
  width: number;
  height: number;
}
/** The pictures of a form are one text. */
export const picturesOf = (value: string): ContentImage[] =>
  value === '' ? [] : (JSON.parse(value) as ContentImage[]);
export const textOfPictures = (pictures: readonly ContentImage[]): string =>
  pictures.length === 0 ? '' : JSON.stringify(pictures.map(({ id, alt }) => ({ id, alt })));

/** Pictures in their order, dropped or chosen; sent at once, and taken by the record when it is saved. */
export function ImagesField({
  most,
  tooMany,
  value,
  onChange,
  onBusy,
  label,
  error,
  name,
  required = false,
  loaded = [],
  adviceOf,
  help,
}: Props) {
  const { t, problemLine } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<Problem | null>(null);
  const [surplus, setSurplus] = useState(false);
  const [busy, setBusy] = useState(false);
  const [dragged, setDragged] = useState<number | null>(null);
  const [sent, setSent] = useState<readonly (Size & { id: string })[]>([]);
  const advice = (id: string): string | null => {
    const size = [...sent, ...loaded].find((image) => image.id === id);
    return (size && adviceOf?.(size)) ?? null;
  };
  const pictures = picturesOf(value);
  const latest = useRef(value);
  useEffect(() => void (latest.current = value), [value]);
  const set = (next: readonly ContentImage[]): void => onChange(textOfPictures(next));
  const change = (at: number, over: Partial<ContentImage>): void =>
    set(pictures.map((picture, i) => (i === at ? { ...picture, ...over } : picture)));
  const move = (from: number, to: number): void => {
    const moved = pictures.filter((_, i) => i !== from);
    moved.splice(to, 0, ...pictures.slice(from, from + 1));
    set(moved);
  };
  const take = async (files: readonly File[]): Promise<void> => {
    const room = most - pictures.length;
    setRefused(null);
    setSurplus(files.length > room);
    if (room <= 0) return;
    setBusy(true);
    onBusy?.(true);
    const added: ContentImage[] = [];
    try {
      for (const file of files.slice(0, room)) {
        if (file.size > images.upload.file.maxBytes) throw new Problem('FILE_TOO_LARGE', { megabytes: imageMegabytes });
        const image = await call(images.upload, { file });
        setSent((before) => [...before, image]);
        added.push({ id: image.id, alt: '' });
      }
    } catch (no) {
      setRefused(no instanceof Problem ? no : new Problem('INTERNAL'));
    }
    // what was typed, moved or removed meanwhile stays so
    set([...picturesOf(latest.current), ...added]);
    setBusy(false);
    onBusy?.(false);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    // a picture of the form is dragged as a file, too
    if (!busy && dragged === null) void take([...event.dataTransfer.files]);
  };
  const dropOn = (event: DragEvent, at: number): void => {
    if (dragged === null) return;
    event.preventDefault();
    move(dragged, at);
    setDragged(null);
  };
  const full = pictures.length >= most;
  return (
    <Frame
      label={label}
      value={value}
      onChange={onChange}
      required={required}
      group
      help={
        error
          ? undefined
          : [t('image.help', { n: imageMegabytes }), t('content.images', { n: pictures.length, most }), help]
              .filter((part) => part !== undefined)
              .join(' · ')
      }
      {...(error ? { error } : {})}
    >
      {(a11y) => (
        <chakra.div
          role="group"
          aria-labelledby={a11y['aria-labelledby']}
          aria-describedby={a11y['aria-describedby']}
          display="grid"
          gap="2"
          p="2"
          border="1px dashed"
          borderColor={error || refused || surplus ? 'now.ink' : 'lineControl'}
          borderRadius="control"
          onDragOver={(e) => e.preventDefault()}
          onDrop={drop}
        >
          {pictures.map((picture, i) => (
            <Flex key={picture.id} gap="3" align="center" wrap="wrap" onDrop={(e) => dropOn(e, i)}>
              <chakra.div
                w="96px"
                h="64px"
                flexShrink={0}
                overflow="hidden"
                borderRadius="chip"
                bg="sunken"
                opacity={dragged === i ? 0.5 : 1}
                {...(most > 1 && { draggable: true, cursor: 'grab' })}
                onDragStart={() => setDragged(i)}
                onDragEnd={() => setDragged(null)}
              >
                <StoredImage id={picture.id} alt={picture.alt} fit="contain" fallback={null} />
              </chakra.div>
              <chakra.input
                css={boxCss(false)}
                flex="1"
                minW="140px"
                h="control"
                px="2.5"
                maxLength={100}
                aria-label={t('content.imageAlt', { n: i + 1 })}
                placeholder={t('image.alt')}
                value={picture.alt}
                onChange={(e) => change(i, { alt: e.target.value })}
              />
              <Flex>
                {most > 1 && (
                  <>
                    <IconButton
                      label={t('content.imageUp', { n: i + 1 })}
                      icon={<ChevronUp size={16} />}
                      disabled={i === 0}
                      onClick={() => move(i, i - 1)}
                    />
                    <IconButton
                      label={t('content.imageDown', { n: i + 1 })}
                      icon={<ChevronDown size={16} />}
                      disabled={i === pictures.length - 1}
                      onClick={() => move(i, i + 1)}
                    />
                  </>
                )}
                <IconButton
                  label={t('content.imageRemove', { n: i + 1 })}
                  icon={<X size={16} />}
                  onClick={() => {
                    setSurplus(false);
                    set(pictures.filter((_, other) => other !== i));
                  }}
                />
              </Flex>
              {advice(picture.id) !== null && (
                <chakra.p role="status" w="full" textStyle="small" color="watch.ink">
                  {advice(picture.id)}
                </chakra.p>
              )}
            </Flex>
          ))}
          {!full && (
            <Flex align="center" gap="3" wrap="wrap">
              <Button
                {...(name === undefined ? {} : { name })}
                busy={busy}
                icon={<ImagePlus size={15} />}
                onClick={() => input.current?.click()}
              >
                {t('content.addImage')}
              </Button>
              <chakra.span role="status" textStyle="small" color="ink3">
                {busy ? t('image.sending') : t('image.drop')}
              </chakra.span>
            </Flex>
          )}
          {surplus && (
            <chakra.p role="alert" textStyle="small" color="now.ink">
              {t(tooMany)}
            </chakra.p>
          )}
          {refused && (
            <chakra.p role="alert" textStyle="small" color="now.ink">
              {problemLine(refused)}
            </chakra.p>
          )}
          <input
            ref={input}
            type="file"
            hidden
            multiple={most > 1}
            aria-label={label}
            accept={images.upload.file.accept}
            onChange={(e) => {
              void take([...(e.target.files ?? [])]);
              e.target.value = '';
            }}
          />
        </chakra.div>
      )}
    </Frame>
  );
}
