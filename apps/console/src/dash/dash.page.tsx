import { useT } from '../lib/text';
import { Page, PageHead } from '../ui/panel';

export function DashPage() {
  const t = useT();
  return <Page head={<PageHead title={t('screen.dash')} />}>{null}</Page>;
}
