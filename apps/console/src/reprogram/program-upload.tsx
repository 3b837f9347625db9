import { chakra, Flex } from '@chakra-ui/react';
import { type FlashFile, reprogram } from '@headland/contracts/reprogram';
import { isMessageKey } from '@headland/i18n/catalogue';
import { FileUp } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Problem } from '../lib/call';
import { type Say, useWords } from '../lib/text';
import { useReread } from '../lib/use-act';
import { call } from '../session/session';
import { Button } from '../ui/button';
import { StateMark } from '../ui/state-mark';

const megabytes = reprogram.upload.file.maxBytes / 1024 ** 2;

/** One program, dropped here or chosen. The server reads it to its last record and says where and why one is bad. */
export function ProgramUpload({ onUploaded }: { onUploaded: (file: FlashFile) => void }) {
  const { t, problem } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { take, busy, refused } = useUpload(onUploaded);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!busy) take([...event.dataTransfer.files]);
  };
  return (
    <chakra.div
      css={zoneCss}
      data-over={over || undefined}
      data-bad={refused !== null || undefined}
      onDragOver={(e) => {
        e.preventDefault();
        setOver(true);
      }}
      onDragLeave={(e) => !e.currentTarget.contains(e.relatedTarget as Node | null) && setOver(false)}
      onDrop={drop}
    >
      <chakra.p textStyle="strong" role="status">
        {t(busy ? 'reprogram.sending' : 'reprogram.drop')}
      </chakra.p>
      <chakra.p textStyle="small" color="ink3">
        {t('reprogram.fileRule', { megabytes })}
      </chakra.p>
      <Button icon={<FileUp size={15} />} busy={busy} onClick={() => input.current?.click()}>
        {t('reprogram.chooseFile')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('reprogram.chooseFile')}
        accept={reprogram.upload.file.accept}
        onChange={(e) => {
          take([...(e.target.files ?? [])]);
          // the same file may be chosen again, corrected
          e.target.value = '';
        }}
      />
      {refused && (
        <Flex role="alert" gap="1.5" align="baseline" justify="center" wrap="wrap" textStyle="dense" color="now.ink">
          <StateMark state="now" size={9} />
          {refused.code === 'PROGRAM_INVALID' ? faultText(t, refused) : refused.fields.file === 'field.oneFile' ? t('field.oneFile') : problem(refused)}
        </Flex>
      )}
    </chakra.div>
  );
}

/** "Line 3: The checksum of the record does not hold. Nothing was stored." */
export function faultText(t: Say, { values }: Pick<Problem, 'values'>): string {
  const key = `programFault.${values.fault}`;
  const why = isMessageKey(key) ? t(key) : String(values.fault);
  // the format and the size are the name's and the file's, not those of a place in it
  if (values.fault === 'format' || values.fault === 'tooLarge') return `${why} ${t('reprogram.notStored')}`;
  const line = Number(values.line);
  const byte = Number(values.byte);
  // a container counts bytes from 0, a text its lines from 1
  const container = ['magic', 'container', 'target', 'headerLength', 'length', 'field', 'reserved', 'crc', 'headerCrc'].includes(String(values.fault));
  const where = line > 0 ? t('reprogram.atLine', { line }) : container ? t('reprogram.atByte', { byte }) : t('reprogram.atWhole');
  return `${where}: ${why} ${t('reprogram.notStored')}`;
}

/** One file at a time on its way; what comes after one has left the page is nobody's. */
function useUpload(done: (file: FlashFile) => void) {
  const reread = useReread(reprogram.files);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const send = async (file: File): Promise<void> => {
    const mine = new AbortController();
    stop.current = mine;
    setBusy(true);
    try {
      done(await call(reprogram.upload, { file }, mine.signal));
      reread();
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
    if (!/\.(ulp|ddr|s19)$/iu.test(file.name)) return setRefused(new Problem('PROGRAM_INVALID', { fault: 'format', line: 0, byte: 0 }));
    // it would be refused after all of it was sent
    if (file.size > reprogram.upload.file.maxBytes) return setRefused(new Problem('FILE_TOO_LARGE', { megabytes }));
    void send(file);
  };
  return { take, busy, refused };
}

const zoneCss = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  textAlign: 'center',
  gap: '8px',
  padding: '16px',
  border: '1px dashed var(--line-control)',
  borderRadius: 'var(--r-card)',
  transition: 'background var(--m-fast), border-color var(--m-fast)',
  '&[data-bad]': { borderColor: 'var(--now-ink)' },
  '&[data-over]': { borderColor: 'var(--accent)', background: 'var(--accent-soft)', borderStyle: 'solid' },
} as const;
