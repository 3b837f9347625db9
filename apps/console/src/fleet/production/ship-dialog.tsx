import { chakra } from '@chakra-ui/react';
import { production, type ProductionRow, ShipBody } from '@headland/contracts/production';
import { isMessageKey } from '@headland/i18n/catalogue';
import { useState } from 'react';
import { Problem } from '../../lib/call';
import { serverNow } from '../../lib/clock';
import { useInvalidate } from '../../ui/use-action';
import { type TextValues, useI18n, withTimes } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { call } from '../../lib/session/session';
import { Dialog } from '../../ui/dialog';
import { DateField } from '../../ui/date-field';
import { useNotDealers, useOrganizationNodes } from '../../ui/organization-filter';
import { ActError } from '../../ui/states';
import { StateMark } from '../../ui/state-mark';
import { toast } from '../../ui/toast';
import { TreeSelect } from '../../ui/tree-select';
import { useForm } from '../../ui/use-form';

const ShipForm = ShipBody.omit({ units: true });
type Refused = { vin: string; why: string; values: TextValues }[];

/** Date and dealer for several units at once: all of them are shipped, or none, and then the refused ones are listed with the reason. */
export function ShipDialog({
  units: picked,
  onClose,
  onShipped,
}: {
  units: readonly ProductionRow[];
  onClose: () => void;
  onShipped: () => void;
}) {
  const { t } = useI18n();
  // as they were when the dialog was opened: the list behind it may show what somebody else has changed since
  const [units] = useState(picked);
  const nodes = useOrganizationNodes();
  const forbidden = useNotDealers(nodes);
  const form = useForm(ShipForm, { shippedOn: dayText(serverNow()), dealerId: '' });
  const invalidate = useInvalidate(production.list);
  const [refused, setRefused] = useState<Refused>([]);
  const ship = async (): Promise<void> => {
    setRefused([]);
    const done = await form.submit(async (body) => {
      try {
        const { shipped } = await call(production.ship, {
          body: { ...body, units: units.map(({ id, version }) => ({ id, version })) },
        });
        toast(t('production.toast.shipped', { n: shipped }));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const { ofUnits, ofForm } = partsOf(error, units);
        setRefused(ofUnits);
        throw new Problem(error.code, error.values, ofForm, error.reference, error.status);
      }
    });
    if (!done) return;
    invalidate();
    onShipped();
  };
  const close = (): void => {
    // what was changed meanwhile is read when it is no longer in the way of the reasons
    if (refused.length > 0) invalidate();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t('production.shipTitle', { n: units.length })}
      confirm={{ label: t('production.ship'), busy: form.busy, onConfirm: () => void ship() }}
    >
      <chakra.div display="grid" gap="3" color="ink">
        <chakra.p textStyle="dense" color="ink2" className="num">
          {vinsText(units, t('production.andMore', { n: units.length - 3 }))}
        </chakra.p>
        <DateField label={t('production.shippedOn')} {...form.field('shippedOn')} />
        <TreeSelect
          label={t('production.dealer')}
          nodes={nodes}
          forbidden={forbidden}
          {...form.field('dealerId')}
          help={t('production.dealerHelp')}
        />
        {refused.length > 0 && <RefusedUnits refused={refused} />}
        {form.problem && refused.length === 0 && <ActError error={form.problem} />}
      </chakra.div>
    </Dialog>
  );
}

function RefusedUnits({ refused }: { refused: Refused }) {
  const { t } = useI18n();
  return (
    <chakra.div
      role="alert"
      borderRadius="control"
      border="1px solid"
      borderColor="now.line"
      bg="now.soft"
      px="3"
      py="2"
    >
      <chakra.p display="flex" alignItems="center" gap="2" color="now.ink" textStyle="strong">
        <StateMark state="now" size={10} />
        {t('production.refused', { n: refused.length })}
      </chakra.p>
      <chakra.ul mt="1.5" pl="0" listStyleType="none" maxH="180px" overflowY="auto" textStyle="dense">
        {refused.map(({ vin, why, values }) => (
          <chakra.li key={vin} display="grid" gridTemplateColumns="auto minmax(0,1fr)" columnGap="3" py="0.5">
            <span className="num">{vin}</span>
            <chakra.span color="ink2">
              {isMessageKey(why) ? t(why, { label: '', ...withTimes(values) }) : why}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.div>
  );
}

/** `units.3` is the fourth unit of the list; everything else is a field of the form. */
function partsOf(
  { fields, fieldValues }: Problem,
  units: readonly ProductionRow[],
): { ofUnits: Refused; ofForm: Record<string, string> } {
  const placed = Object.entries(fields).map(([path, why]) => ({
    path,
    why,
    unit: units[Number(/^units\.(\d+)$/u.exec(path)?.[1] ?? NaN)],
  }));
  return {
    ofUnits: placed.flatMap(({ path, unit, why }) =>
      unit ? [{ vin: unit.vin, why, values: fieldValues[path] ?? {} }] : [],
    ),
    ofForm: Object.fromEntries(placed.filter(({ unit }) => !unit).map(({ path, why }) => [path, why])),
  };
}

const vinsText = (units: readonly ProductionRow[], more: string): string =>
  [...units.slice(0, 3).map((u) => u.vin), ...(units.length > 3 ? [more] : [])].join(', ');
