import { chakra, Flex } from '@chakra-ui/react';
import { type ModelDetail, models } from '@headland/contracts/model';
import { vehicles } from '@headland/contracts/vehicle';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Copy, Pencil } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useWords } from '../lib/text';
import { momentText } from '../lib/time';
import { useCan } from '../session/session';
import { Button, IconButton } from '../ui/button';
import { Figure } from '../ui/figure';
import { Card, Facts, Page } from '../ui/panel';
import { StateMark } from '../ui/state-mark';
import { TiltDial } from '../ui/tilt-figure';
import { ModelHistory } from './model-history';
import { ModelPicture } from './model-picture';
import { axes, deviceTypes } from './model-values';
import { underWay, useNumber, WithModel } from './use-model';

/** One model: what it is, when it counts as rolled over, what is replaced and inspected, its vehicles, and what their devices know of it. */
export function ModelDetailPage() {
  const number = useNumber();
  return (
    <WithModel key={number} id={number} watching>
      {(model) => <Model model={model} />}
    </WithModel>
  );
}

function Model({ model }: { model: ModelDetail }) {
  const { t } = useWords();
  useEffect(() => {
    document.title = `${model.name} · Headland`;
  }, [model.name]);
  return (
    <Page head={<Head model={model} />}>
      <chakra.div
        // what is hidden for screen readers only hangs on this box, or the page itself would scroll to it
        pos="relative"
        flex="1"
        minH="0"
        overflowY="auto"
        px={{ base: '3', md: '4' }}
        pb="4"
        display="grid"
        gap="3"
        alignContent="start"
        gridAutoRows="max-content"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1fr) minmax(0,1fr)' }}
      >
        <Box title={t('model.basics')}>
          <Basics model={model} />
        </Box>
        <chakra.div display="grid" gap="3" alignContent="start" gridTemplateColumns="minmax(0,1fr)" gridTemplateRows="auto 1fr">
          <Box title={t('model.fleet')}>
            <Fleet model={model} />
          </Box>
          <Box title={t('model.rollover')}>
            <Limits model={model} />
          </Box>
        </chakra.div>
        <Box title={t('model.consumables')} count={model.consumables.length} flush wide>
          <Consumables items={model.consumables} />
        </Box>
        <Box title={t('model.history')} flush wide>
          <ModelHistory id={model.id} />
        </Box>
      </chakra.div>
    </Page>
  );
}

function Head({ model }: { model: ModelDetail }) {
  const { t } = useWords();
  const can = useCan();
  const navigate = useNavigate();
  const to = (path: '/modelRegi/$number' | '/modelModi/$number') => void navigate({ to: path, params: { number: String(model.id) } as never });
  return (
    <Flex as="header" px="4" py="3" minH="14" gap="3" align="center" wrap="wrap" flexShrink={0}>
      <IconButton label={t('model.toList')} icon={<ArrowLeft size={18} />} onClick={() => void navigate({ to: '/model' })} ml="-2" />
      <chakra.h1 textStyle="title" overflowWrap="anywhere">
        {model.name}
      </chakra.h1>
      <chakra.span color="ink2">
        {t(`machine.${model.machine}`)} · {t(`modelType.${model.type}`)}
      </chakra.span>
      <chakra.span flex="1" />
      {can(models.create.allow) && (
        <Button icon={<Copy size={15} />} onClick={() => to('/modelRegi/$number')}>
          {t('model.copy')}
        </Button>
      )}
      {can(models.change.allow) && (
        <Button kind="primary" icon={<Pencil size={15} />} onClick={() => to('/modelModi/$number')}>
          {t('model.edit')}
        </Button>
      )}
    </Flex>
  );
}

function Box({ title, count, flush = false, wide = false, children }: { title: string; count?: number; flush?: boolean; wide?: boolean; children: ReactNode }) {
  return (
    <Card as="section" aria-label={title} gridColumn={wide ? '1 / -1' : undefined} overflow="hidden" display="flex" flexDirection="column">
      <Flex px="4" pt="3" pb="2" gap="2" align="baseline">
        <chakra.h2 textStyle="strong">{title}</chakra.h2>
        {count !== undefined && (
          <chakra.span textStyle="dense" color="ink3" className="num">
            {count}
          </chakra.span>
        )}
      </Flex>
      {flush ? (
        children
      ) : (
        <chakra.div px="4" pb="4" flex="1" display="grid" gridTemplateColumns="minmax(0,1fr)" alignItems="stretch">
          {children}
        </chakra.div>
      )}
    </Card>
  );
}

function Basics({ model: m }: { model: ModelDetail }) {
  const { t } = useWords();
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'minmax(0,5fr) minmax(0,6fr)' }}>
      <ModelPicture model={m} size="page" />
      <Facts
        rows={[
          [t('model.field.name'), m.name],
          [t('model.field.type'), t(`modelType.${m.type}`)],
          [t('model.field.machine'), t(`machine.${m.machine}`)],
          [t('model.field.releaseYear'), m.releaseYear],
          [t('model.field.horsepower'), <Figure key="hp" value={m.horsepower} unit="PS" />],
          [t('model.field.remoteControl'), t(`remoteControl.${m.remoteControl}`)],
          [t('model.field.description'), m.description || '–'],
          [t('model.registeredAt'), momentText(m.registeredAt)],
        ]}
      />
    </chakra.div>
  );
}

/** How many vehicles there are of it, and how far their devices know what is configured here. */
function Fleet({ model }: { model: ModelDetail }) {
  const { t, number } = useWords();
  const can = useCan();
  const { devices, sent, confirmed } = model.delivery;
  const figure = (
    <chakra.b textStyle="head" className="num">
      {number(model.vehicles)}
    </chakra.b>
  );
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'auto minmax(0,1fr)' }}>
      <chakra.div minW="120px">
        <chakra.div textStyle="small" color="ink3">
          {t('model.vehicles')}
        </chakra.div>
        {model.vehicles > 0 && can(vehicles.list.allow) ? (
          <chakra.span color="accent" css={{ '& a:hover': { textDecoration: 'underline' } }}>
            <Link to="/status" search={{ model: [model.name] } as never} aria-label={t('model.toVehicles', { n: number(model.vehicles) })}>
              {figure}
            </Link>
          </chakra.span>
        ) : (
          figure
        )}
      </chakra.div>
      <chakra.div minW="0">
        <Flex textStyle="small" color="ink3" gap="2" align="center" mb="1">
          {t('model.delivery')}
          {devices > 0 && <StateMark state={underWay(model.delivery) ? 'watch' : 'normal'} size={9} />}
        </Flex>
        {devices === 0 ? (
          <chakra.p textStyle="dense" color="ink2">
            {t('model.deliveryNone')}
          </chakra.p>
        ) : (
          <>
            <Progress devices={devices} sent={sent} confirmed={confirmed} />
            <chakra.p textStyle="dense" mt="1.5" className="num" aria-live="polite">
              {t('model.deliveryState', { devices: number(devices), sent: number(sent), confirmed: number(confirmed) })}
            </chakra.p>
            {underWay(model.delivery) && (
              <chakra.p textStyle="small" color="ink3">
                {t('model.deliveryWaits')}
              </chakra.p>
            )}
          </>
        )}
      </chakra.div>
    </chakra.div>
  );
}

/** Sent as a light bar, confirmed as a full one over it. */
function Progress({ devices, sent, confirmed }: ModelDetail['delivery']) {
  const { t } = useWords();
  const share = (n: number) => ({ width: `${(n / devices) * 100}%` });
  return (
    <chakra.div
      role="progressbar"
      aria-label={t('model.delivery')}
      aria-valuemin={0}
      aria-valuemax={devices}
      aria-valuenow={confirmed}
      pos="relative"
      h="2"
      borderRadius="round"
      bg="hover"
      overflow="hidden"
    >
      <chakra.div pos="absolute" inset="0" bg="normal.line" style={share(sent)} transition="width var(--m-mid)" />
      <chakra.div pos="absolute" inset="0" bg="normal.fill" style={share(confirmed)} transition="width var(--m-mid)" />
    </chakra.div>
  );
}

function Limits({ model }: { model: ModelDetail }) {
  const { t, number } = useWords();
  return (
    <Flex direction="column" gap="4">
      {deviceTypes.map((type) => (
        <div key={type}>
          <chakra.h3 textStyle="label" color="ink2" mb="2">
            {t('model.deviceType', { n: type })}
          </chakra.h3>
          <chakra.div display="grid" gap="3" gridTemplateColumns="repeat(auto-fit, minmax(150px, 1fr))">
            {axes.map((axis) => {
              const degrees = model.rollover[type][axis];
              return (
                <Flex key={axis} gap="2.5" align="center">
                  <TiltDial degrees={degrees} limit={degrees} size={52} />
                  <div>
                    <chakra.div color="ink3" textStyle="small">
                      {t(`model.axis.${axis}`)}
                    </chakra.div>
                    <chakra.div className="num" textStyle="lead" fontWeight="600">
                      {number(degrees, 1)}°
                    </chakra.div>
                  </div>
                </Flex>
              );
            })}
          </chakra.div>
        </div>
      ))}
    </Flex>
  );
}

function Consumables({ items }: { items: ModelDetail['consumables'] }) {
  const { t, number } = useWords();
  if (items.length === 0)
    return (
      <chakra.p px="4" pb="4" color="ink2" textStyle="dense">
        {t('model.item.none')}
      </chakra.p>
    );
  return (
    <chakra.div overflowX="auto">
      <chakra.table css={tableCss} aria-label={t('model.consumables')}>
        <thead>
          <tr>
            <th scope="col" data-no data-end>
              {t('common.no')}
            </th>
            <th scope="col">{t('model.item.name')}</th>
            <th scope="col">{t('model.item.maintenance')}</th>
            <th scope="col" data-end>
              {t('model.item.initialHours')}
            </th>
            <th scope="col" data-end>
              {t('model.item.cycleHours')}
            </th>
            <th scope="col" data-end>
              {t('model.item.cycleDays')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, i) => (
            <tr key={item.id}>
              <td data-no data-end className="num faint">
                {number(i + 1)}
              </td>
              <th scope="row">{item.name}</th>
              <td>{t(`maintenance.${item.maintenance}`)}</td>
              <td data-end>
                <Figure value={item.initialHours} unit="h" />
              </td>
              <td data-end>
                <Figure value={item.cycleHours} unit="h" />
              </td>
              <td data-end>
                {item.cycleDays === null ? <span className="faint">{t('model.item.hoursOnly')}</span> : <Figure value={item.cycleDays} unit={t('model.item.days')} />}
              </td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.div>
  );
}

const tableCss = {
  width: '100%',
  '& thead th': {
    font: '500 12px/16px var(--font)',
    color: 'var(--ink-3)',
    textAlign: 'left',
    height: '32px',
    padding: '0 8px',
    background: 'var(--sunken)',
    borderBlock: '1px solid var(--line)',
    whiteSpace: 'nowrap',
  },
  '& td, & tbody th': { height: 'var(--h-row)', padding: '0 8px', borderBottom: '1px solid var(--line)', textAlign: 'left', fontWeight: 400, whiteSpace: 'nowrap' },
  '& tbody th': { fontWeight: 600 },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  '& [data-end]': { textAlign: 'right' },
  '& .faint': { color: 'var(--ink-3)' },
  '& tr > [data-no]': { paddingLeft: '16px', width: '56px' },
  '& td:last-of-type, & thead th:last-of-type': { paddingRight: '16px' },
} as const;
