import { chakra, Flex } from '@chakra-ui/react';
import { sosAlerts, type SosDetail } from '@headland/contracts/sos';
import type { NearAgency } from '@headland/contracts/shared-shapes';
import { phoneText } from '@headland/domain/phone-text';
import { Phone } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { Section } from '../../ui/panel';
import { dialable } from './phone';
import { isOpen } from './sos-labels';

const shownAgencies = 3;
/** The nearest, and the vehicle's own, which knows the machine, however many others are nearer. */
export const agenciesToShow = ({ nearest, agency }: SosDetail): NearAgency[] =>
  nearest.filter((a, i) => i < shownAgencies || a.id === agency.id);

/** The nearest agencies with their phones, unless the dispatch form shows them. */
export function SosAgencies({ sos }: { sos: SosDetail }) {
  const { t } = useI18n();
  const can = useCan();
  const inForm = can(sosAlerts.dispatch.allow) && (sos.status === 'raised' || sos.status === 'acknowledged');
  if (inForm || !isOpen(sos) || sos.nearest.length === 0) return null;
  return (
    <Section title={t('sos.nearest')}>
      <chakra.ul listStyleType="none">
        {agenciesToShow(sos).map((a) => (
          <Flex as="li" key={a.id} gap="3" minH="8" align="center">
            <chakra.span flex="1" minW="0" truncate>
              {a.name}
            </chakra.span>
            <AgencyNote agency={a} />
          </Flex>
        ))}
      </chakra.ul>
    </Section>
  );
}

/** Phone and distance of an agency, to the right of its name. */
export function AgencyNote({ agency: { name, phone, distanceKm } }: { agency: NearAgency }) {
  const { t, number } = useI18n();
  const digits = dialable(phone);
  return (
    <chakra.span display="inline-flex" gap="3" alignItems="center" fontWeight="400" className="num" whiteSpace="nowrap">
      {digits !== null && (
        <chakra.a
          href={`tel:${digits}`}
          aria-label={`${t('sos.callWho', { name })} ${phone}`}
          color="accent"
          display="inline-flex"
          gap="1"
          alignItems="center"
          minH="8"
          _hover={{ textDecoration: 'underline' }}
          onClick={(e) => e.stopPropagation()}
        >
          <Phone size={13} aria-hidden />
          {phone && phoneText(phone)}
        </chakra.a>
      )}
      {distanceKm !== null && (
        <chakra.span color="ink3" minW="14" textAlign="right">
          {number(distanceKm, 1)} km
        </chakra.span>
      )}
    </chakra.span>
  );
}
