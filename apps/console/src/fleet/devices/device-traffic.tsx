import { chakra, Flex } from '@chakra-ui/react';
import { type DeviceDetail, trafficDays } from '@headland/contracts/device';
import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { serverNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { Button } from '../../ui/button';
import { Bars } from '../../ui/plot/bars';
import { sizeText } from './device-parts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What the device has sent in seven days: figures, and by the hour as bars or by the day as a table. */
export function DeviceTraffic({ traffic, children }: { traffic: DeviceDetail['traffic']; children?: ReactNode }) {
  const i18n = useI18n();
  const { t, number } = i18n;
  const [asTable, setAsTable] = useState(false);
  const points = useMemo(() => traffic.hours.map(([at, messages]) => [at, messages] as const), [traffic.hours]);
  // until the hour that runs now has ended
  const to = Math.ceil(serverNow() / hourMs) * hourMs;
  const bytes = traffic.hours.reduce((n, [, , , b]) => n + b, 0);
  return (
    <>
      <Flex gap="6" wrap="wrap" align="flex-end" mb="3">
        <Count label={t('device.traffic.messages')} value={number(traffic.messages)} />
        <Count label={t('device.traffic.duplicates')} value={number(traffic.duplicates)} />
        <Count
          label={t('device.traffic.missing')}
          value={
            traffic.missing === 0 ? number(0) : t('device.traffic.inGaps', { n: traffic.missing, gaps: traffic.gaps })
          }
          help={t('device.traffic.missingHelp')}
          warn={traffic.missing > 0}
        />
        <Count label={t('device.traffic.bytes')} value={sizeText(i18n, bytes)} />
        {children}
        <chakra.span flex="1" />
        {traffic.hours.length > 0 && (
          <Button
            kind="quiet"
            icon={asTable ? <ChartColumn size={15} /> : <Table2 size={15} />}
            onClick={() => setAsTable(!asTable)}
          >
            {t(asTable ? 'device.traffic.asChart' : 'device.traffic.asTable')}
          </Button>
        )}
      </Flex>
      {traffic.hours.length === 0 ? (
        <chakra.p textStyle="dense" color="ink3">
          {t('device.traffic.none')}
        </chakra.p>
      ) : asTable ? (
        <ByDay hours={traffic.hours} />
      ) : (
        <Bars
          label={`${t('device.traffic.chart')}: ${number(traffic.messages)}`}
          points={points}
          stepMs={hourMs}
          from={to - trafficDays * dayMs}
          to={to}
        />
      )}
    </>
  );
}

function Count({ label, value, help, warn = false }: { label: string; value: string; help?: string; warn?: boolean }) {
  return (
    <chakra.div title={help}>
      <chakra.div textStyle="small" color="ink3">
        {label}
      </chakra.div>
      <chakra.b textStyle="head" className="num" color={warn ? 'watch.ink' : 'ink'}>
        {value}
      </chakra.b>
    </chakra.div>
  );
}

function ByDay({ hours }: { hours: DeviceDetail['traffic']['hours'] }) {
  const i18n = useI18n();
  const { t, number } = i18n;
  const days = new Map<string, { messages: number; duplicates: number; bytes: number }>();
  for (const [at, messages, duplicates, bytes] of hours) {
    const day = dayText(at);
    const sum = days.get(day) ?? { messages: 0, duplicates: 0, bytes: 0 };
    days.set(day, {
      messages: sum.messages + messages,
      duplicates: sum.duplicates + duplicates,
      bytes: sum.bytes + bytes,
    });
  }
  return (
    <chakra.div overflowX="auto">
      <chakra.table css={tableCss} aria-label={t('device.traffic.perDay')}>
        <thead>
          <tr>
            <th scope="col">{t('device.traffic.day')}</th>
            <th scope="col">{t('device.traffic.messages')}</th>
            <th scope="col">{t('device.traffic.duplicates')}</th>
            <th scope="col">{t('device.traffic.bytes')}</th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(([day, sum]) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{number(sum.messages)}</td>
              <td>{number(sum.duplicates)}</td>
              <td>{sizeText(i18n, sum.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.div>
  );
}

const tableCss = {
  width: '100%',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    height: '32px',
    padding: '0 8px',
    borderBottom: '1px solid var(--line)',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    fontWeight: 400,
  },
  '& th:first-of-type': { textAlign: 'left', paddingLeft: 0 },
  '& thead th': { font: '500 12px/16px var(--font)', color: 'var(--ink-3)' },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
} as const;
