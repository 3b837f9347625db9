import { chakra } from '@chakra-ui/react';
import { vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { monthOf } from '../../lib/calendar';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { Calendar } from '../../ui/calendar';

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

interface Props {
  id: number;
  day: string;
  today: string;
  onPick: (day: string) => void;
}
/** A month of a vehicle, with a dot on each day that has data. */
export function DayPicker({ id, day, today, onPick }: Props) {
  const { t } = useI18n();
  const [month, setMonth] = useState(monthOf(day));
  const { data = none } = useQuery({
    ...query(vehicles.days, { params: { id }, query: { month } }),
    staleTime: 60_000,
  });
  const days = useMemo(() => new Set(data), [data]);
  return (
    <chakra.div pt="2">
      <Calendar
        label={t('vehicle.track.day')}
        from={day}
        to={undefined}
        last={today}
        today={today}
        weekdays={weekdays.map((w) => t(`vehicle.weekday.${w}`))}
        marked={{ days, text: t('vehicle.track.hasData') }}
        onMonth={setMonth}
        onPick={onPick}
      />
    </chakra.div>
  );
}
const none: never[] = [];
