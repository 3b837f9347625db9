import { chakra, Flex } from '@chakra-ui/react';
import { imageMegabytes, images, type StoredImage as Stored } from '@headland/contracts/file';
import { ImageUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Problem } from '../lib/call';
import { useI18n } from '../lib/i18n';
import { call } from '../lib/session/session';
import { Button } from './button';
import { TextField } from './field';
import { type FieldProps, Frame } from './field-frame';
import { StateMark } from './state-mark';
import { StoredImage } from './stored-image';

interface Props extends Pick<FieldProps, 'label' | 'value' | 'onChange' | 'error' | 'required' | 'name'> {
  /** the field of the text that describes the picture; none: it has another label */
  alt?: Omit<FieldProps, 'label'>;
  /** below the field, in place of what may be sent: the recommended size, say */
  help?: string;
  /** what is shown where there is no picture */
  fallback: ReactNode;
  /** a picture is on its way: what is saved now would lack it */
  onBusy?: (busy: boolean) => void;
}

/**
 * One picture: dropped here or chosen, sent at once and kept by its id; the record references it when it is saved. What the server refuses by its
 * content is shown here, and the previous picture stays.
 */
export function ImageField({
  label,
  value,
  onChange,
  error,
  required = false,
  name,
  alt,
  help,
  fallback,
  onBusy,
}: Props) {
  const { t, problemLine } = useI18n();
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload((image) => onChange(image.id), onBusy);
  const [over, setOver] = useState(false);
  const { sent, busy, refused } = upload;
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !busy) void upload.take(file);
  };
  const remove = (): void => {
    upload.forget();
    onChange('');
    alt?.onChange('');
    requestAnimationFrame(() => document.getElementById(inputId)?.focus());
  };
  return (
    <Flex direction="column" gap="3">
      <Frame
        label={label}
        value={value}
        onChange={onChange}
        required={required}
        group
        help={refused || error ? undefined : (help ?? t('image.help', { n: imageMegabytes }))}
        {...(error ? { error } : {})}
      >
        {(a11y) => (
          <chakra.div
            role="group"
            aria-labelledby={a11y['aria-labelledby']}
            aria-describedby={a11y['aria-describedby']}
            css={zoneCss}
            data-over={over || undefined}
            data-bad={refused !== null || error !== undefined || undefined}
            onDragOver={(e) => {
              e.preventDefault();
              setOver(true);
            }}
            onDragLeave={(e) => !e.currentTarget.contains(e.relatedTarget as Node | null) && setOver(false)}
            onDrop={drop}
          >
            <chakra.div css={frameCss}>
              {value === '' ? (
                fallback
              ) : (
                <StoredImage key={value} id={value} alt={alt?.value ?? ''} fit="contain" fallback={fallback} />
              )}
            </chakra.div>
            <Flex direction="column" gap="2" minW="0" align="flex-start" flex="1" minWidth="150px">
              <chakra.span role="status" textStyle="small" color="ink2" maxW="full" overflowWrap="anywhere">
                {busy
                  ? t('image.sending')
                  : value === ''
                    ? t('image.drop')
                    : sent?.id === value
                      ? `${sent.name} · ${sent.width} × ${sent.height}`
                      : ''}
              </chakra.span>
              <Flex gap="2" wrap="wrap">
                <Button
                  id={inputId}
                  {...(name === undefined ? {} : { name })}
                  busy={busy}
                  icon={<ImageUp size={15} />}
                  onClick={() => input.current?.click()}
                >
                  {t(value === '' ? 'image.choose' : 'image.replace')}
                </Button>
                {value !== '' && (
                  <Button kind="quiet" disabled={busy} onClick={remove}>
                    {t('image.remove')}
                  </Button>
                )}
              </Flex>
            </Flex>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={label}
              accept={images.upload.file.accept}
              onChange={(e) => {
                const [file] = e.target.files ?? [];
                if (file) void upload.take(file);
                // the same file may be chosen again
                e.target.value = '';
              }}
            />
          </chakra.div>
        )}
      </Frame>
      {refused && (
        <Flex role="alert" gap="5px" align="center" textStyle="small" color="now.ink" mt="-2">
          <StateMark state="now" size={9} />
          {problemLine(refused)}
        </Flex>
      )}
      {value !== '' && alt && (
        <TextField label={t('image.alt')} required={false} maxLength={100} help={t('image.altHelp')} {...alt} />
      )}
    </Flex>
  );
}

/** One upload at a time; an answer after the field is unmounted is ignored. */
function useUpload(done: (image: Stored) => void, onBusy: ((busy: boolean) => void) | undefined) {
  const [sent, setSent] = useState<Stored | null>(null);
  const [refused, setRefused] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const take = async (file: File): Promise<void> => {
    setRefused(null);
    if (file.size > images.upload.file.maxBytes)
      return setRefused(new Problem('FILE_TOO_LARGE', { megabytes: imageMegabytes }));
    const mine = new AbortController();
    stop.current = mine;
    setBusy(true);
    onBusy?.(true);
    try {
      const image = await call(images.upload, { file }, mine.signal);
      setSent(image);
      done(image);
    } catch (error) {
      if (!mine.signal.aborted) setRefused(error instanceof Problem ? error : new Problem('INTERNAL'));
    } finally {
      if (!mine.signal.aborted) {
        setBusy(false);
        onBusy?.(false);
      }
    }
  };
  const forget = (): void => {
    setSent(null);
    setRefused(null);
  };
  return { sent, refused, busy, take, forget };
}

const zoneCss = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '12px',
  padding: '8px',
  border: '1px dashed var(--line-control)',
  borderRadius: 'var(--r-control)',
  background: 'var(--surface)',
  transition: 'background var(--m-fast), border-color var(--m-fast)',
  '&[data-bad]': { borderColor: 'var(--now-ink)' },
  '&[data-over]': { borderColor: 'var(--accent)', background: 'var(--accent-soft)', borderStyle: 'solid' },
} as const;
const frameCss = {
  width: '144px',
  height: '96px',
  flexShrink: 0,
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  borderRadius: 'var(--r-chip)',
  background: 'var(--sunken)',
  color: 'var(--ink-3)',
} as const;
