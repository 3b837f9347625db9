import type { Endpoint } from '@headland/contracts/endpoint';
import { FileSpreadsheet } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { saveFile } from '../../lib/save-file';
import { Button, type ButtonProps } from '../button';
import { useAction } from '../use-action';

interface Props extends Pick<ButtonProps, 'kind'> {
  endpoint: Endpoint & { stream: string };
  /** without a name from the server */
  file: string;
}
/** The workbook to fill in. */
export function TemplateButton({ endpoint, file, kind = 'plain' }: Props) {
  const { t } = useI18n();
  const template = useAction(endpoint, { done: (download) => saveFile(download, file, endpoint.stream) });
  return (
    <Button kind={kind} icon={<FileSpreadsheet size={15} />} busy={template.busy} onClick={() => template.run({})}>
      {t('workbook.getTemplate')}
    </Button>
  );
}
