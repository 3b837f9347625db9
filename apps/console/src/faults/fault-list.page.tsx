import { useT } from '../lib/text';
import { Page, PageHead } from '../ui/panel';

export function FaultListPage() {
  const t = useT();
  return <Page head={<PageHead title={t('screen.breakdown')} />}>{null}</Page>;
}
