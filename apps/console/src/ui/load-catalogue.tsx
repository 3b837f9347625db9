import { chakra } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Problem } from '../lib/call';
import { useInvalidate } from './use-action';
import { useI18n } from '../lib/i18n';
import { call as send } from '../lib/session/session';
import { Button } from './button';
import type { CatalogueKind } from './catalogue-versions';
import { Dialog } from './dialog';
import { toast } from './toast';

/** Chooses a file and has it checked and kept. A broken one is answered with every place that is wrong in it. */
export function LoadCatalogueButton({ kind: { calls, labels } }: { kind: CatalogueKind }) {
  const { t, problemLine } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const invalidate = useInvalidate(calls.load);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const take = async (file: File): Promise<void> => {
    const { maxBytes } = calls.load.file;
    if (file.size > maxBytes) return setRefused(new Problem('FILE_TOO_LARGE', { megabytes: maxBytes / 1024 ** 2 }));
    setBusy(true);
    try {
      const { version, changes } = await send(calls.load, { file });
      toast(t(labels.loaded, { version, n: changes.length }));
      invalidate();
    } catch (error) {
      setRefused(error instanceof Problem ? error : new Problem('INTERNAL'));
    } finally {
      setBusy(false);
    }
  };
  const places = String(refused?.values.problems ?? '')
    .split('\n')
    .filter(Boolean);
  return (
    <>
      <Button icon={<FileUp size={15} />} busy={busy} onClick={() => input.current?.click()}>
        {t(labels.load)}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t(labels.load)}
        accept={calls.load.file.accept}
        onChange={(e) => {
          const [file] = e.target.files ?? [];
          if (file) void take(file);
          // the same file may be chosen again, corrected
          e.target.value = '';
        }}
      />
      {refused && (
        <Dialog open onClose={() => setRefused(null)} width="640px" title={t('catalogue.refused')}>
          <p>{problemLine(refused)}</p>
          {places.length > 0 && (
            <chakra.ol
              mt="3"
              pl="5"
              maxH="320px"
              overflowY="auto"
              textStyle="dense"
              listStyleType="decimal"
              className="num"
            >
              {places.map((place) => (
                <li key={place}>{place}</li>
              ))}
            </chakra.ol>
          )}
        </Dialog>
      )}
    </>
  );
}
