import { chakra } from '@chakra-ui/react';
import { faults, type FaultDetail } from '@headland/contracts/fault';
import { useQuery } from '@tanstack/react-query';
import { CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { ReplayDialog } from '../../ui/replay/replay-dialog';
import { relevantSensors } from './relevant-sensors';

/** Replay of the half hour before and after. */
export function FaultReplay({ report }: { report: FaultDetail }) {
  const { t, of } = useI18n();
  const [open, setOpen] = useState(false);
  const result = useQuery({ ...query(faults.replay, { params: { id: report.id } }), enabled: open });
  if (report.vehicle.id === 0) return null;
  return (
    <chakra.div px="4" pb="3">
      <Button icon={<CirclePlay size={15} />} onClick={() => setOpen(true)}>
        {t('replay.title')}
      </Button>
      {open && (
        <ReplayDialog
          title={`${report.vehicle.vin} · ${report.code} ${of(report.name)}`}
          result={result}
          charts={['speed', ...relevantSensors(report.system)]}
          onClose={() => setOpen(false)}
        />
      )}
    </chakra.div>
  );
}
