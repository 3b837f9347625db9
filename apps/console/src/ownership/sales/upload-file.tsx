import { chakra, Flex } from '@chakra-ui/react';
import { saleFileMegabytes, type SaleUpload, sales } from '@headland/contracts/sale';
import { maxWorkbookRows } from '@headland/contracts/workbook';
import { FileSpreadsheet } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { UploadCard } from '../../ui/upload-card';
import { TemplateButton } from './template-button';

/** The workbook of sales: where it goes, and what to know before. */
export function UploadFile({ onUploaded }: { onUploaded: (upload: SaleUpload) => void }) {
  const { t, number } = useI18n();
  return (
    <Flex direction="column" align="center" gap="4" flex="1" overflowY="auto" p={{ base: '4', md: '8' }}>
      <UploadCard
        rule={sales.upload.file}
        drop={t('sale.drop')}
        sending={t('sale.sending')}
        help={t('sale.fileRule', { rows: number(maxWorkbookRows), megabytes: saleFileMegabytes })}
        picture={<FileSpreadsheet size={32} strokeWidth={1.4} aria-hidden />}
        send={async (file, signal) => onUploaded(await call(sales.upload, { file }, signal))}
        refusalText={(refused) => (refused.fields.file === undefined ? null : t('error.WORKBOOK_INVALID'))}
      />
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
