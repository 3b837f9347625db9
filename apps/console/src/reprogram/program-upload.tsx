import { type FlashFile, reprogram } from '@headland/contracts/reprogram';
import { isMessageKey } from '@headland/i18n/catalogue';
import { Problem } from '../lib/call';
import { type Say, useWords } from '../lib/text';
import { useReread } from '../lib/use-act';
import { call } from '../session/session';
import { UploadCard } from '../ui/upload-card';

const megabytes = reprogram.upload.file.maxBytes / 1024 ** 2;

/** One program. The server reads it to its last record and says where and why one is bad. */
export function ProgramUpload({ onUploaded }: { onUploaded: (file: FlashFile) => void }) {
  const { t } = useWords();
  const reread = useReread(reprogram.files);
  return (
    <UploadCard
      rule={reprogram.upload.file}
      drop={t('reprogram.drop')}
      sending={t('reprogram.sending')}
      help={t('reprogram.fileRule', { megabytes })}
      judge={({ name }) => (/\.(ulp|ddr|s19)$/iu.test(name) ? null : new Problem('PROGRAM_INVALID', { fault: 'format', line: 0, byte: 0 }))}
      send={async (file, signal) => {
        onUploaded(await call(reprogram.upload, { file }, signal));
        reread();
      }}
      say={(refused) => (refused.code === 'PROGRAM_INVALID' ? faultText(t, refused) : null)}
    />
  );
}

/** "Line 3: The checksum of the record does not hold. Nothing was stored." */
function faultText(t: Say, { values }: Pick<Problem, 'values'>): string {
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
