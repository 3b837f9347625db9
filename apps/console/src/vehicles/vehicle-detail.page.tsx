import { useT } from '../lib/text';
import { Page, PageHead } from '../ui/panel';

export function VehicleDetailPage() {
  const t = useT();
  return <Page head={<PageHead title={t('screen.statusDetail')} />}>{null}</Page>;
}
