import { chakra } from '@chakra-ui/react';
import { production, type ProductionRow, ShipBody } from '@headland/contracts/production';
import { isDealer } from '@headland/domain/organization';
import { isMessageKey } from '@headland/i18n/catalogue';
import { useMemo, useState } from 'react';
import { Problem } from '../../lib/call';
import { serverNow } from '../../lib/clock';
import { useInvalidate } from '../../ui/use-action';
import { type TextValues, useI18n, withTimes } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { call } from '../../lib/session/session';
import { Dialog } from '../../ui/dialog';
import { DateField } from '../../ui/date-field';
import { useOrganizationNodes } from '../../ui/organization-filter';
import { ErrorState } from '../../ui/states';
import { StateMark } from '../../ui/state-mark';
import { toast } from '../../ui/toast';
import { TreeSelect } from '../../ui/tree-select';
import { useForm } from '../../ui/use-form';

const ShipForm = ShipBody.omit({ ids: true });
type Refused = { vin: string; why: string; values: TextValues }[];

/** Date and dealer for several units at once: all of them are shipped, or none, and then the refused ones are listed with the reason. */
export function ShipDialog({
  units,
  onClose,
  onShipped,
}: {
  units: readonly ProductionRow[];
  onClose: () => void;
  onShipped: () => void;
}) {
  const { t, number } = useI18n();
  const nodes = useOrganizationNodes();
  const forbidden = useMemo(() => new Set(nodes.filter((n) => !isDealer(n.type)).map((n) => n.id)), [nodes]);
  const form = useForm(ShipForm, { shippedOn: dayText(serverNow()), dealerId: '' });
  const invalidate = useInvalidate(production.list);
  const [refused, setRefused] = useState<Refused>([]);
  const ship = async (): Promise<void> => {
    setRefused([]);
    const done = await form.submit(async (body) => {
      try {
        const { shipped } = await call(production.ship, { body: { ...body, ids: units.map((u) => u.id) } });
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
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('production.shipTitle', { n: number(units.length) })}
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
        {form.problem && refused.length === 0 && <ErrorState compact error={form.problem} />}
      </chakra.div>
    </Dialog>
  );
}

function RefusedUnits({ refused }: { refused: Refused }) {
  const { t, number } = useI18n();
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
        {t('production.refused', { n: number(refused.length) })}
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

/** `ids.3` is the fourth unit of the list; everything else is a field of the form. */
function partsOf(
  { fields, fieldValues }: Problem,
  units: readonly ProductionRow[],
): { ofUnits: Refused; ofForm: Record<string, string> } {
  const placed = Object.entries(fields).map(([path, why]) => ({
    path,
    why,
    unit: units[Number(/^ids\.(\d+)$/u.exec(path)?.[1] ?? NaN)],
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
