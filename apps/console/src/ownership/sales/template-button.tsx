import { sales } from '@headland/contracts/sale';
import { FileSpreadsheet } from 'lucide-react';
import { saveFile } from '../../lib/save-file';
import { useI18n } from '../../lib/i18n';
import { useAction } from '../../ui/use-action';
import { Button, type ButtonProps } from '../../ui/button';

/** The workbook to fill in. */
export function TemplateButton({ kind = 'plain' }: Pick<ButtonProps, 'kind'>) {
  const { t } = useI18n();
  const template = useAction(sales.template, { done: (file) => saveFile(file, 'sales.xlsx', sales.template.stream) });
  return (
    <Button kind={kind} icon={<FileSpreadsheet size={15} />} busy={template.busy} onClick={() => template.run({})}>
      {t('sale.getTemplate')}
    </Button>
  );
}
