import { chakra, Flex } from '@chakra-ui/react';
import type { FaultDetail } from '@headland/contracts/fault';
import { phoneText } from '@headland/domain/phone-text';
import { Maximize2, Minimize2, Phone } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { IconButton } from '../../ui/button';
import { around } from '../../ui/map/around';
import { LiveMap } from '../../ui/map/live-map';
import type { Overlay } from '../../ui/map/overlays';
import { Section } from '../../ui/panel';

/** The machine's position, the three nearest agencies, and how to reach them. */
export function FaultWhere({ report }: { report: FaultDetail }) {
  const { t, of, number } = useI18n();
  const [large, setLarge] = useState(false);
  const overlays = useMemo<Overlay[]>(() => {
    if (report.lat === null || report.lon === null) return [];
    const position = { lat: report.lat, lon: report.lon };
    return [
      ...(report.track.length > 1 ? [{ kind: 'track' as const, id: 'track', points: report.track }] : []),
      // one name has room in the small map
      ...report.nearest.slice(0, large ? 3 : 1).flatMap((a) =>
        a.lat === null || a.lon === null
          ? []
          : [
              {
                kind: 'place' as const,
                id: `a${a.id}`,
                lat: a.lat,
                lon: a.lon,
                label: a.name,
                under: true,
                ...(a.distanceKm === null ? {} : { note: `${a.distanceKm} km` }),
              },
            ],
      ),
      {
        kind: 'vehicle' as const,
        id: report.vehicle.id,
        ...position,
        state: report.now?.state ?? 'never',
        heading: report.now?.values.heading ?? null,
      },
    ];
  }, [report, large]);
  if (report.lat === null || report.lon === null) return null;
  return (
    <>
      <chakra.div
        data-fault-map
        position="relative"
        h={large ? '300px' : '96px'}
        borderTop="1px solid"
        borderColor="line"
      >
        <LiveMap
          fleet={false}
          legend={large}
          controls={large}
          overlays={overlays}
          start={around([report, ...report.nearest.slice(0, 1)].flatMap(known), free, { nearest: 13 })}
        />
        <Flex
          position="absolute"
          left="2"
          top="2"
          gap="1"
          align="flex-start"
          maxW="calc(100% - 64px)"
          zIndex="mapControl"
        >
          <chakra.span bg="raised" borderRadius="control" px="2" py="0.5" boxShadow="var(--shadow-1)" textStyle="small">
            {report.place ? of(report.place) : `${report.lat.toFixed(4)}, ${report.lon.toFixed(4)}`}
          </chakra.span>
        </Flex>
        <chakra.span
          position="absolute"
          right="2"
          top={large ? 'auto' : '2'}
          bottom={large ? '8' : 'auto'}
          zIndex="mapControl"
          bg="raised"
          borderRadius="control"
        >
          <IconButton
            label={t(large ? 'map.smaller' : 'map.larger')}
            icon={large ? <Minimize2 size={14} /> : <Maximize2 size={14} />}
            aria-expanded={large}
            onClick={() => setLarge(!large)}
          />
        </chakra.span>
      </chakra.div>
      <Section title={t('fault.nearest')}>
        <chakra.ul listStyleType="none">
          {report.nearest.map((a) => (
            <Flex as="li" key={a.id} gap="3" minH="7" align="center">
              <chakra.span flex="1" minW="0" truncate>
                {a.name}
              </chakra.span>
              {a.phone !== null && (
                <chakra.a
                  href={`tel:${a.phone.replaceAll(/[^+\d]/gu, '')}`}
                  color="accent"
                  className="num"
                  display="inline-flex"
                  gap="1"
                  alignItems="center"
                >
                  <Phone size={13} aria-hidden />
                  {phoneText(a.phone)}
                </chakra.a>
              )}
              <chakra.span color="ink3" className="num" minW="14" textAlign="right">
                {a.distanceKm === null ? '–' : `${number(a.distanceKm, 1)} km`}
              </chakra.span>
            </Flex>
          ))}
        </chakra.ul>
      </Section>
    </>
  );
}

/** Padding of the map for its controls and captions, px. */
const free = { width: 260, height: 44 };
const known = ({ lat, lon }: { lat: number | null; lon: number | null }) =>
  lat === null || lon === null ? [] : [{ lat, lon }];
