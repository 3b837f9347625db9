import { useT } from '../lib/text';
import { Page, PageHead } from '../ui/panel';

export function VehicleListPage() {
  const t = useT();
  return <Page head={<PageHead title={t('screen.status')} />}>{null}</Page>;
}
