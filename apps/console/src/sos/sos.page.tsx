import { useT } from '../lib/text';
import { Page, PageHead } from '../ui/panel';

export function SosPage() {
  const t = useT();
  return <Page head={<PageHead title={t('screen.sos')} />}>{null}</Page>;
}
