import { chakra } from '@chakra-ui/react';
import { useI18n } from '../../lib/i18n';
import { Figure } from '../../ui/figure';
import { useMeasure } from '../../ui/measures';

interface Props {
  meter: 'engineHours' | 'odometer';
  /** with its correction */
  value: number | null | undefined;
  correction: number;
  digits?: number;
}
/** A meter reading with its correction; the mark behind it says that it is corrected, and by how much. */
export function MeterFigure({ meter, value, correction, digits }: Props) {
  const { t, number } = useI18n();
  const measure = useMeasure();
  const shown = measure(meter, value);
  const figure = <Figure {...shown} {...(digits === undefined ? {} : { digits })} />;
  if (correction === 0 || value === null || value === undefined) return figure;
  const text = (n: number): string => `${number(measure(meter, n).value ?? 0, shown.digits)} ${shown.unit}`;
  const corrected = t('vehicle.corrected', {
    machine: text(value - correction),
    correction: `${correction > 0 ? '+' : ''}${text(correction)}`,
  });
  return (
    <chakra.span whiteSpace="nowrap" title={corrected}>
      {figure}
      <chakra.sup aria-hidden color="accent" fontWeight="600" ml="1px">
        ±
      </chakra.sup>
      <span className="sr">{corrected}</span>
    </chakra.span>
  );
}
