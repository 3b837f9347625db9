import { chakra, Flex } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Problem } from '../lib/call';
import { useI18n } from '../lib/i18n';
import { Button } from './button';
import { StateMark } from './state-mark';

interface Props {
  /** the endpoint's own rule */
  rule: { accept: string; maxBytes: number };
  /** what is to be dropped here, what is going on while it is sent, and what a file has to be */
  drop: string;
  sending: string;
  help: string;
  /** uploads it and continues with the answer; its error is shown here */
  send: (file: File, signal: AbortSignal) => Promise<void>;
  /** an error that can be found before the upload */
  judge?: (file: File) => Problem | null;
  /** words of one's own for a refusal; null: those of the catalogue */
  refusalText?: (refused: Problem) => string | null;
  /** fills a page of its own: a picture above, and the main button */
  picture?: ReactNode;
}

/** One file, dropped here or chosen, and what is wrong with it. What it is the server judges by its content. */
export function UploadCard({ rule, drop, sending, help, send, judge, refusalText, picture }: Props) {
  const { t, problemLine } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { take, busy, refused } = useUpload({ maxBytes: rule.maxBytes, send, judge });
  const dropped = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!busy) take([...event.dataTransfer.files]);
  };
  return (
    <chakra.div
      css={zoneCss}
      w={picture === undefined ? undefined : 'min(640px, 100%)'}
      minH={picture === undefined ? undefined : '240px'}
      data-over={over || undefined}
      data-bad={refused !== null || undefined}
      onDragOver={(e) => {
        e.preventDefault();
        setOver(true);
      }}
      onDragLeave={(e) => !e.currentTarget.contains(e.relatedTarget as Node | null) && setOver(false)}
      onDrop={dropped}
    >
      {picture !== undefined && <chakra.span color="ink3">{picture}</chakra.span>}
      <chakra.p textStyle="strong" role="status">
        {busy ? sending : drop}
      </chakra.p>
      <chakra.p textStyle="small" color="ink3">
        {help}
      </chakra.p>
      <Button
        kind={picture === undefined ? 'plain' : 'primary'}
        icon={<FileUp size={15} />}
        busy={busy}
        onClick={() => input.current?.click()}
      >
        {t('upload.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('upload.choose')}
        accept={rule.accept}
        onChange={(e) => {
          take([...(e.target.files ?? [])]);
          // the same file may be chosen again, corrected
          e.target.value = '';
        }}
      />
      {refused && (
        <Flex role="alert" gap="1.5" align="baseline" justify="center" textStyle="dense" color="now.ink">
          <StateMark state="now" size={9} />
          <span>
            {refused.fields.file === 'field.oneFile'
              ? t('field.oneFile')
              : (refusalText?.(refused) ?? problemLine(refused))}
          </span>
        </Flex>
      )}
    </chakra.div>
  );
}

/** One upload at a time; an answer after the page was left is ignored. */
function useUpload({
  maxBytes,
  send,
  judge,
}: {
  maxBytes: number;
  send: Props['send'];
  judge: Props['judge'] | undefined;
}) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const begin = async (file: File): Promise<void> => {
    const mine = new AbortController();
    stop.current = mine;
    setBusy(true);
    try {
      await send(file, mine.signal);
    } catch (error) {
      if (!mine.signal.aborted) setRefused(error instanceof Problem ? error : new Problem('INTERNAL'));
    } finally {
      if (!mine.signal.aborted) setBusy(false);
    }
  };
  const take = (files: readonly File[]): void => {
    setRefused(null);
    const [file] = files;
    if (!file) return;
    if (files.length > 1) return setRefused(new Problem('E0001', {}, { file: 'field.oneFile' }));
    const bad = judge?.(file) ?? null;
    if (bad) return setRefused(bad);
    // it would be refused after all of it was sent
    if (file.size > maxBytes) return setRefused(new Problem('FILE_TOO_LARGE', { megabytes: maxBytes / 1024 ** 2 }));
    void begin(file);
  };
  return { take, busy, refused };
}

const zoneCss = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  textAlign: 'center',
  gap: '10px',
  padding: '20px 16px',
  border: '1px dashed var(--line-control)',
  borderRadius: 'var(--r-card)',
  background: 'var(--surface)',
  transition: 'background var(--m-fast), border-color var(--m-fast)',
  '&[data-bad]': { borderColor: 'var(--now-ink)' },
  '&[data-over]': { borderColor: 'var(--accent)', background: 'var(--accent-soft)', borderStyle: 'solid' },
} as const;
