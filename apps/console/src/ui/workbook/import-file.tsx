import { chakra, Flex } from '@chakra-ui/react';
import type { FileRule } from '@headland/contracts/endpoint';
import { maxWorkbookRows } from '@headland/contracts/workbook';
import { FileSpreadsheet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';
import { UploadCard } from '../upload-card';

interface Props {
  rule: FileRule;
  send: (file: File, signal: AbortSignal) => Promise<void>;
  /** what a row of the template is */
  tip: string;
  template: ReactNode;
}
/** The first step of an import: where the workbook goes, and what to know before. */
export function ImportFile({ rule, send, tip, template }: Props) {
  const { t, number } = useI18n();
  const megabytes = rule.maxBytes / 1024 ** 2;
  return (
    <Flex direction="column" align="center" gap="4" flex="1" overflowY="auto" p={{ base: '4', md: '8' }}>
      <UploadCard
        {...{ rule, send }}
        drop={t('workbook.drop')}
        sending={t('workbook.sending')}
        help={t('workbook.fileRule', { rows: number(maxWorkbookRows), megabytes })}
        picture={<FileSpreadsheet size={32} strokeWidth={1.4} aria-hidden />}
        refusalText={(refused) => (refused.fields.file === undefined ? null : t('error.WORKBOOK_INVALID'))}
      />
      <Flex direction="column" gap="2" w="min(640px, 100%)" textStyle="dense" color="ink2">
        <chakra.ul pl="5" listStyleType="disc">
          <li>{tip}</li>
          <li>{t('workbook.tip.values')}</li>
          <li>{t('workbook.tip.nothing')}</li>
        </chakra.ul>
        <chakra.div>{template}</chakra.div>
      </Flex>
    </Flex>
  );
}
