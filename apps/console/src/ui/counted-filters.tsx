import { chakra, Flex } from '@chakra-ui/react';
import type { MessageKey } from '@headland/i18n/catalogue';
import { X } from 'lucide-react';
import { useI18n } from '../lib/i18n';
import { weekdayName } from '../lib/calendar';
import { Button } from './button';
import { useFilterOn } from './filter-bar';
import { useOrganizationNodes } from './organization-filter';

type Filter = Record<string, unknown>;
/** Filters that only links of the statistics set, by the keys that go together. */
const groups = [
  { keys: ['modelName'], title: 'counted.model' },
  { keys: ['modelType'], title: 'counted.type' },
  { keys: ['dealerId'], title: 'counted.dealer' },
  { keys: ['regionId'], title: 'counted.region' },
  { keys: ['ownerId', 'ownedFrom', 'ownedTo'], title: 'counted.owner' },
  { keys: ['code'], title: 'counted.code' },
  { keys: ['part'], title: 'counted.part' },
  { keys: ['dates'], title: 'counted.completedIn' },
  { keys: ['weekday'], title: 'counted.weekday' },
  { keys: ['hour'], title: 'counted.hour' },
  { keys: ['activeFrom', 'activeTo'], title: 'counted.active' },
  { keys: ['closed'], title: 'counted.closed' },
] as const satisfies readonly { keys: readonly string[]; title: MessageKey }[];

interface Props {
  filter: object;
  set: (patch: never) => void;
  /** filters that the list shows by itself */
  without?: readonly string[];
}
/** The filters with which the statistics opened a list, each with a button that removes it. */
export function CountedFilters({ filter, set, without = [] }: Props) {
  const { t } = useI18n();
  const f = filter as Filter;
  const shown = groups.filter(
    ({ keys }) =>
      !without.includes(keys[0]) &&
      f[keys[0]] !== undefined &&
      !(Array.isArray(f[keys[0]]) && (f[keys[0]] as unknown[]).length === 0) &&
      f[keys[0]] !== 'occurred',
  );
  const valueOf = useValues(f);
  useFilterOn(shown.length > 0);
  if (shown.length === 0) return null;
  return (
    <Flex role="group" aria-label={t('counted.filters')} gap="2" wrap="wrap">
      {shown.map(({ keys, title }) => {
        const value = valueOf(keys[0]);
        const text = value === '' ? t(title) : `${t(title)}: ${value}`;
        return (
          <Button
            key={title}
            icon={<X size={13} aria-hidden />}
            aria-label={t('counted.remove', { filter: text })}
            onClick={() => set(Object.fromEntries(keys.map((k) => [k, undefined])) as never)}
          >
            <chakra.span maxW="240px" truncate>
              {text}
            </chakra.span>
          </Button>
        );
      })}
    </Flex>
  );
}

function useValues(f: Filter): (key: string) => string {
  const { t, language } = useI18n();
  const organizations = useOrganizationNodes();
  return (key) => {
    const value = f[key];
    switch (key) {
      case 'dates':
      case 'ownerId':
        return '';
      case 'modelType':
        return t(value === 'premium' ? 'modelType.premium' : 'modelType.standard');
      case 'regionId':
      case 'dealerId':
        return value === 0
          ? t('operation.noRegion')
          : (organizations.find((o) => o.id === value)?.label ?? String(value));
      case 'weekday':
        return weekdayName(Number(value), language);
      case 'hour':
        return `${String(value).padStart(2, '0')}:00`;
      case 'activeFrom':
        return `${String(f.activeFrom)} – ${String(f.activeTo ?? '')}`;
      case 'closed':
        return t(value === 'late' ? 'operation.late' : 'operation.onTime');
      case 'part':
        return value === '-' ? t('operation.noPart') : String(value);
      default:
        return Array.isArray(value) ? value.join(', ') : String(value);
    }
  };
}
