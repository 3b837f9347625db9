import { type FlashFile, reprogram } from '@headland/contracts/reprogram';
import { isMessageKey } from '@headland/i18n/catalogue';
import { useState } from 'react';
import { Problem } from '../../lib/call';
import { type Translate, useI18n } from '../../lib/i18n';
import { useInvalidate } from '../../ui/use-action';
import { call } from '../../lib/session/session';
import { ProgramStatementForm } from './program-statement';
import { UploadCard } from '../../ui/upload-card';

const megabytes = reprogram.upload.file.maxBytes / 1024 ** 2;

/**
 * Uploads one program. The server parses it to its last record and reports errors with their place; unknown targets are
 * asked from the user.
 */
export function ProgramUpload({ onUploaded }: { onUploaded: (file: FlashFile) => void }) {
  const { t } = useI18n();
  const invalidate = useInvalidate(reprogram.files);
  const [unread, setUnread] = useState<File | null>(null);
  const uploaded = (file: FlashFile): void => {
    onUploaded(file);
    invalidate();
  };
  if (unread !== null)
    return <ProgramStatementForm file={unread} onUploaded={uploaded} onCancel={() => setUnread(null)} />;
  return (
    <UploadCard
      rule={reprogram.upload.file}
      drop={t('reprogram.drop')}
      sending={t('reprogram.sending')}
      help={t('reprogram.fileRule', { megabytes })}
      judge={({ name }) =>
        /\.(ulp|ddr|s19)$/iu.test(name) ? null : new Problem('PROGRAM_INVALID', { fault: 'format', line: 0, byte: 0 })
      }
      send={async (file, signal) => {
        const answer = await call(reprogram.upload, { file }, signal).catch((error: unknown) => {
          if (!needsStatement(error)) throw error;
          return null;
        });
        if (answer === null) setUnread(file);
        else uploaded(answer);
      }}
      refusalText={(refused) => (refused.code === 'PROGRAM_INVALID' ? faultText(t, refused) : null)}
    />
  );
}

/** A valid file without a known target. */
const needsStatement = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'E0001' && 'target' in error.fields;

/** "Line 3: The checksum of the record does not hold. Nothing was stored." */
function faultText(t: Translate, { values }: Pick<Problem, 'values'>): string {
  const key = `programFault.${values.fault}`;
  const why = isMessageKey(key) ? t(key) : String(values.fault);
  // format and size errors belong to the whole file, not to a place in it
  if (values.fault === 'format' || values.fault === 'tooLarge') return `${why} ${t('reprogram.notStored')}`;
  const line = Number(values.line);
  const byte = Number(values.byte);
  const { header, profile } = values;
  // a container counts bytes from 0, a text its lines from 1
  const where =
    line > 0
      ? t('reprogram.atLine', { line })
      : header === undefined
        ? t('reprogram.atWhole')
        : t('reprogram.atByte', { byte });
  const by = header === undefined ? '' : ` ${t('reprogram.byHeader', { header, profile: profile ?? '' })}`;
  return `${where}: ${why}${by} ${t('reprogram.notStored')}`;
}
