import { chakra, Flex } from '@chakra-ui/react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { StateMark, VehicleMark } from '../state-mark';
import type { MapStage } from './map-canvas';
import { scaleBar } from './view';
import type { Bounds } from './viewport-query';

const states = ['drive', 'work', 'idle', 'off', 'offline'] as const;
/** What the shapes mean, and how far a finger's breadth is. Ring, point and badges are explained on request. */
export function Legend({
  stage,
  view,
  fleet,
}: {
  stage: MapStage;
  view: (Bounds & { zoom: number }) | null;
  fleet: boolean;
}) {
  const { t, number } = useI18n();
  const [open, setOpen] = useState(false);
  const more = useId();
  const bar = view && scaleBar((view.north + view.south) / 2, stage.view().scale, 96);
  return (
    <Flex
      className="legend"
      pos="absolute"
      left="3"
      bottom="3"
      zIndex="mapControl"
      direction="column"
      gap="1"
      bg="raised"
      borderRadius="control"
      boxShadow="low"
      textStyle="small"
      color="ink2"
      aria-label={t('map.legend')}
      role="group"
      maxW="calc(100% - 24px)"
      overflow="hidden"
    >
      {open && (
        <chakra.ul id={more} listStyleType="none" px="3" pt="2" display="grid" gap="1.5">
          <Explained mark={<Ring />}>{t('map.legend.ring')}</Explained>
          <Explained mark={<VehicleMark state="work" heading={60} size={18} />}>{t('map.legend.point')}</Explained>
          <Explained mark={<StateMark state="today" />}>{t('map.legend.fault')}</Explained>
          <Explained mark={<StateMark state="now" />}>{t('map.legend.sos')}</Explained>
        </chakra.ul>
      )}
      <Flex align="center" gap="3.5" px="3" h="7">
        {fleet &&
          states.map((s) => (
            <chakra.span
              key={s}
              display={{ base: 'none', md: 'inline-flex' }}
              gap="1"
              alignItems="center"
              whiteSpace="nowrap"
            >
              <VehicleMark state={s} heading={0} size={16} />
              {t(`state.${s}`)}
            </chakra.span>
          ))}
        {fleet && (
          <chakra.button
            type="button"
            aria-expanded={open}
            aria-controls={open ? more : undefined}
            aria-label={t('map.legend.more')}
            title={t('map.legend.more')}
            minW="6"
            h="7"
            display="grid"
            placeItems="center"
            _hover={{ color: 'ink' }}
            onClick={() => setOpen(!open)}
          >
            {open ? <ChevronDown size={14} aria-hidden /> : <ChevronUp size={14} aria-hidden />}
          </chakra.button>
        )}
        {bar && (
          <chakra.span display="inline-flex" gap="2" alignItems="center" className="num" whiteSpace="nowrap">
            <chakra.i
              display="block"
              h="6px"
              border="1px solid"
              borderColor="ink3"
              borderTop="0"
              style={{ width: bar.pixels }}
            />
            {bar.metres >= 1000 ? `${number(bar.metres / 1000)} km` : `${number(bar.metres)} m`}
          </chakra.span>
        )}
      </Flex>
    </Flex>
  );
}

const Explained = ({ mark, children }: { mark: ReactNode; children: ReactNode }) => (
  <chakra.li display="flex" gap="2" alignItems="center">
    <chakra.span w="24px" display="grid" placeItems="center" flexShrink={0} aria-hidden>
      {mark}
    </chakra.span>
    {children}
  </chakra.li>
);

/** A cluster as the map draws it. */
const Ring = () => (
  <svg width="24" height="24" viewBox="0 0 36 36" aria-hidden="true">
    <circle cx="18" cy="18" r="14" fill="var(--raised)" stroke="var(--off-line)" strokeWidth="5" />
    <circle
      cx="18"
      cy="18"
      r="14"
      fill="none"
      stroke="var(--normal-fill)"
      strokeWidth="5"
      strokeDasharray="55 88"
      transform="rotate(-40 18 18)"
    />
    <circle
      cx="18"
      cy="18"
      r="14"
      fill="none"
      stroke="var(--now-mark)"
      strokeWidth="5"
      strokeDasharray="10 88"
      transform="rotate(-90 18 18)"
    />
  </svg>
);
