import { chakra } from '@chakra-ui/react';
import { catalogue, catalogueMegabytes } from '@headland/contracts/fault-catalogue';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Problem } from '../lib/call';
import { useReread } from '../lib/use-act';
import { useWords } from '../lib/text';
import { call as send } from '../session/session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { toast } from '../ui/toast';

/** Chooses a file and has it checked and kept. A broken one is answered with every place that is wrong in it. */
export function LoadCatalogueButton() {
  const { t, problem } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const reread = useReread(catalogue.load);
  const [busy, setBusy] = useState(false);
  const [refused, refuse] = useState<Problem | null>(null);
  const take = async (file: File): Promise<void> => {
    if (file.size > catalogue.load.file.maxBytes) return refuse(new Problem('FILE_TOO_LARGE', { megabytes: catalogueMegabytes }));
    setBusy(true);
    try {
      const { version, changes } = await send(catalogue.load, { file });
      toast(t('catalogue.said.loaded', { version, n: changes.length }));
      reread();
    } catch (error) {
      refuse(error instanceof Problem ? error : new Problem('INTERNAL'));
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
        {t('catalogue.load')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('catalogue.load')}
        accept={catalogue.load.file.accept}
        onChange={(e) => {
          const [file] = e.target.files ?? [];
          if (file) void take(file);
          // the same file may be chosen again, corrected
          e.target.value = '';
        }}
      />
      {refused && (
        <Dialog open onClose={() => refuse(null)} width="640px" title={t('catalogue.refused')}>
          <p>{problem(refused)}</p>
          {places.length > 0 && (
            <chakra.ol mt="3" pl="5" maxH="320px" overflowY="auto" textStyle="dense" listStyleType="decimal" className="num">
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
