import { chakra, Flex } from '@chakra-ui/react';
import { mostSaleRows, saleFileMegabytes, type SaleUpload, sales } from '@headland/contracts/sale';
import { FileSpreadsheet, FileUp } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Problem } from '../lib/call';
import { useWords } from '../lib/text';
import { call } from '../session/session';
import { Button } from '../ui/button';
import { StateMark } from '../ui/state-mark';
import { TemplateButton } from './template-button';

/** One workbook, dropped here or chosen. What it is the server judges by its content. */
export function UploadFile({ onUploaded }: { onUploaded: (upload: SaleUpload) => void }) {
  const { t, number, problem } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { take, busy, refused } = useUpload(onUploaded);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!busy) take([...event.dataTransfer.files]);
  };
  return (
    <Flex direction="column" align="center" gap="4" flex="1" overflowY="auto" p={{ base: '4', md: '8' }}>
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
        <chakra.span color="ink3">
          <FileSpreadsheet size={32} strokeWidth={1.4} aria-hidden />
        </chakra.span>
        <chakra.p textStyle="strong" role="status">
          {t(busy ? 'sale.sending' : 'sale.drop')}
        </chakra.p>
        <chakra.p textStyle="small" color="ink3">
          {t('sale.fileRule', { rows: number(mostSaleRows), megabytes: saleFileMegabytes })}
        </chakra.p>
        <Button kind="primary" icon={<FileUp size={15} />} busy={busy} onClick={() => input.current?.click()}>
          {t('sale.chooseFile')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('sale.chooseFile')}
          accept={sales.upload.file.accept}
          onChange={(e) => {
            take([...(e.target.files ?? [])]);
            // the same file may be chosen again, corrected
            e.target.value = '';
          }}
        />
        {refused && (
          <Flex role="alert" gap="1.5" align="center" textStyle="dense" color="now.ink">
            <StateMark state="now" size={9} />
            {refused.fields.file ? t(refused.fields.file === 'field.oneFile' ? 'field.oneFile' : 'error.SALE_FILE_NOT_WORKBOOK') : problem(refused)}
          </Flex>
        )}
      </chakra.div>
      <Flex direction="column" gap="2" w="min(640px, 100%)" textStyle="dense" color="ink2">
        <chakra.ul pl="5" listStyleType="disc">
          <li>{t('sale.tip.template')}</li>
          <li>{t('sale.tip.values')}</li>
          <li>{t('sale.tip.nothing')}</li>
        </chakra.ul>
        <chakra.div>
          <TemplateButton />
        </chakra.div>
      </Flex>
    </Flex>
  );
}

/** One file at a time on its way; what comes after one has left the page is nobody's. */
function useUpload(done: (upload: SaleUpload) => void) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const send = async (file: File): Promise<void> => {
    const mine = new AbortController();
    stop.current = mine;
    setBusy(true);
    try {
      done(await call(sales.upload, { file }, mine.signal));
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
    // a folder, or a file that would be refused after ten megabytes
    if (file.size > sales.upload.file.maxBytes) return setRefused(new Problem('FILE_TOO_LARGE', { megabytes: saleFileMegabytes }));
    void send(file);
  };
  return { take, busy, refused };
}

const zoneCss = {
  width: 'min(640px, 100%)',
  minHeight: '240px',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  textAlign: 'center',
  gap: '10px',
  padding: '24px',
  border: '1px dashed var(--line-control)',
  borderRadius: 'var(--r-card)',
  background: 'var(--surface)',
  transition: 'background var(--m-fast), border-color var(--m-fast)',
  '&[data-bad]': { borderColor: 'var(--now-ink)' },
  '&[data-over]': { borderColor: 'var(--accent)', background: 'var(--accent-soft)', borderStyle: 'solid' },
} as const;
