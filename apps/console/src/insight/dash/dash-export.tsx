import { dash } from '@headland/contracts/statistics';
import { CalendarClock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useT } from '../../lib/i18n';
import { ExportButton } from '../../ui/export-button';
import { MenuItem } from '../../ui/menu';

const ScheduleDialog = lazy(() =>
  import('../../ui/saved-views/schedule-dialog').then((m) => ({ default: m.ScheduleDialog })),
);
const noView = { filter: {}, columns: {} };

/** The dashboard as a workbook or PDF, now or at set times. */
export function DashExport({ organizationId }: { organizationId: number | undefined }) {
  const t = useT();
  const [scheduling, setScheduling] = useState(false);
  const filter = { organizationId };
  return (
    <>
      <ExportButton
        list="dash"
        filter={filter}
        more={
          <MenuItem value="schedule" icon={<CalendarClock size={14} />} onSelect={() => setScheduling(true)}>
            {t('exportSchedule.menu')}
          </MenuItem>
        }
      />
      {scheduling && (
        <Suspense>
          <ScheduleDialog
            scheduled={{ list: 'dash', filter, columns: [], askPurpose: false }}
            schema={dash.now.query}
            state={noView}
            name={t('screen.dash')}
            onClose={() => setScheduling(false)}
          />
        </Suspense>
      )}
    </>
  );
}
