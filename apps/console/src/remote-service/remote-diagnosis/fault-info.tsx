import { chakra, Flex } from '@chakra-ui/react';
import type { StoredFault } from '@headland/contracts/device/diagnosis';
import { conditionsOf, gatesNow } from '@headland/domain/diagnosis/gates';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { readCodes } from '@headland/domain/diagnosis/read-codes';
import { isNotAFault } from '@headland/domain/fault-catalogue';
import { lampLabel } from '@headland/i18n/record-labels';
import { Check, Eraser, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText, timeText } from '../../lib/time';
import { Button } from '../../ui/button';
import { DetailCard } from '../../ui/detail-page';
import { Dialog } from '../../ui/dialog';
import { Figure } from '../../ui/figure';
import { StateMark, stateOfSeverity } from '../../ui/state-mark';
import { EmptyState } from '../../ui/states';
import { StatusChip } from '../../ui/status-chip';
import { useFaultMeaning } from './use-fault-meaning';
import type { Session } from './use-session';
import { isFlag, unitOf, valueText } from './recorded-values';

/**
 * Stored and pending codes of the units, with their catalogue texts; they can be read again, and cleared with the
 * engine off.
 */
export function FaultInfo({ session }: { session: Session }) {
  const { t } = useI18n();
  const { view, open, busy, live } = session;
  /** a clear was requested for the codes read at this time */
  const [asking, setAsking] = useState<{ readBefore: string | null } | null>(null);
  const faults = view?.faults ?? null;
  const ready = open && view?.state === 'connected';
  const stopped = gatesNow(['STOP'], live);
  const lost = stopped.find((c) => c.ok !== true);
  const codes = faults === null ? [] : readCodes(faults);
  /** Reads first: the user confirms the current codes. */
  const startClearing = async (): Promise<void> => {
    const readBefore = faults?.at ?? null;
    if (await session.ask({ op: 'faults' })) setAsking({ readBefore });
  };
  const fresh = asking !== null && faults !== null && faults.at !== asking.readBefore;
  const close = (): void => setAsking(null);
  return (
    <DetailCard
      title={t('remote.tab.faults')}
      actions={
        open && (
          <>
            {faults !== null && (
              <chakra.span textStyle="small" color="ink3" className="num">
                {t('remote.faultsRead', { time: timeText(faults.at) })}
              </chakra.span>
            )}
            <Button
              icon={<RefreshCw size={14} />}
              busy={busy}
              disabled={!ready}
              reason={t('remote.notNow')}
              onClick={() => void session.ask({ op: 'faults' })}
            >
              {t(faults === null ? 'remote.readFaults' : 'remote.readAgain')}
            </Button>
            <Button
              kind="danger"
              icon={<Eraser size={14} />}
              busy={busy}
              disabled={!ready || lost !== undefined}
              reason={t(ready ? 'remote.clearNeedsStop' : 'remote.notNow')}
              onClick={() => void startClearing()}
            >
              {t('remote.clear')}
            </Button>
          </>
        )
      }
    >
      {open && <StopGate conditions={stopped} />}
      {faults === null ? (
        <EmptyState
          title={t(open ? 'remote.faultsNotRead' : 'remote.notConnected')}
          text={t(open ? 'remote.faultsNotReadText' : 'remote.notConnectedText')}
        />
      ) : (
        <>
          {faults.cleared.length > 0 && (
            <chakra.p role="status" textStyle="dense" mb="2">
              {t('remote.cleared', { codes: faults.cleared.join(', ') })}
            </chakra.p>
          )}
          <Codes title={t('remote.stored')} list={faults.stored} cleared={faults.cleared} />
          <Codes title={t('remote.pending')} list={faults.pending} cleared={faults.cleared} />
        </>
      )}
      <Dialog
        open={asking !== null}
        onClose={close}
        title={fresh ? t('remote.clearTitle', { n: codes.length }) : t('remote.clear')}
        {...(fresh && codes.length > 0
          ? {
              confirm: {
                label: t('remote.clear'),
                danger: true,
                busy,
                disabled: lost !== undefined,
                onConfirm: () => {
                  close();
                  void session.ask({ op: 'clearFaults', codes });
                },
              },
            }
          : {})}
      >
        {!fresh ? (
          <p role="status">{t(busy ? 'remote.readingFirst' : 'remote.notRead')}</p>
        ) : codes.length === 0 ? (
          <p>{t('remote.nothingToClear')}</p>
        ) : (
          <>
            <p>{t('remote.clearText')}</p>
            <chakra.ul mt="2" pl="5" className="num" css={{ listStyle: 'disc' }}>
              {codes.map((code) => (
                <CodeName key={code} code={code} />
              ))}
            </chakra.ul>
          </>
        )}
      </Dialog>
    </DetailCard>
  );
}

function CodeName({ code }: { code: string }) {
  const { of } = useI18n();
  const lookUp = useFaultMeaning();
  return (
    <li>
      <b>{code}</b> {of(lookUp(code).name)}
    </li>
  );
}

/** The conditions of a clear, with their current values. */
function StopGate({ conditions }: { conditions: ReturnType<typeof gatesNow> }) {
  const { t, number, of } = useI18n();
  return (
    <Flex
      as="ul"
      aria-label={t('remote.clearNeeds')}
      gap="4"
      wrap="wrap"
      mb="3"
      textStyle="small"
      color="ink2"
      css={{ listStyle: 'none' }}
    >
      {conditions.map((c) => (
        <chakra.li
          key={c.item}
          display="inline-flex"
          gap="1.5"
          alignItems="center"
          color={c.ok === true ? 'ink2' : 'watch.ink'}
        >
          {c.ok === true ? <Check size={13} aria-hidden /> : <StateMark state="watch" size={9} />}
          {c.item === 'key'
            ? t('remote.keyOn')
            : c.item === 'engine.rpm'
              ? t('remote.engineStopped')
              : t('remote.stoppedFor', { s: number(conditionsOf('STOP').find((x) => x.item === c.item)?.min) })}
          <chakra.span className="num" color="ink3">
            {c.value === null
              ? t('common.missing')
              : c.item === 'key'
                ? ''
                : `${number(c.value)} ${unitOf(c.item)}`.trimEnd()}
          </chakra.span>
          <chakra.span className="sr">
            {of(monitorItems.get(c.item))} {t(c.ok === true ? 'remote.ok' : 'remote.notOk')}
          </chakra.span>
        </chakra.li>
      ))}
    </Flex>
  );
}

/** A unit's own time is one as everywhere. */
const asMoment = (text: string): string => (/^\d{4}-\d\d-\d\dT\d\d:\d\d/u.test(text) ? momentText(text) : text);

function Codes({ title, list, cleared }: { title: string; list: readonly StoredFault[]; cleared: readonly string[] }) {
  const { t } = useI18n();
  return (
    <chakra.section aria-label={title} mb="4">
      <chakra.h3 textStyle="strong" mb="1">
        {title} <chakra.span color="ink3">{list.filter((f) => !isNotAFault(f.code)).length}</chakra.span>
      </chakra.h3>
      {list.length === 0 ? (
        <chakra.p textStyle="dense" color="ink3">
          {t('remote.noCodes')}
        </chakra.p>
      ) : (
        list.map((fault) => (
          <Code key={`${fault.code} ${fault.spn} ${fault.fmi}`} fault={fault} returned={cleared.includes(fault.code)} />
        ))
      )}
    </chakra.section>
  );
}

/** Codes that mean "no error", as text. */
const labelOf = {
  E0486: 'remote.code.none',
  E0511: 'remote.code.noValue',
  E0512: 'remote.code.notApplicable',
} as const;

function Code({ fault, returned }: { fault: StoredFault; returned: boolean }) {
  const { t, of, number } = useI18n();
  const lookUp = useFaultMeaning();
  const none = labelOf[fault.code as keyof typeof labelOf] as (typeof labelOf)[keyof typeof labelOf] | undefined;
  if (none !== undefined)
    return (
      <chakra.p textStyle="dense" color="ink2" py="1">
        <span className="num">{fault.code}</span> {t(none)}
      </chakra.p>
    );
  const known = lookUp(fault.code, fault.spn ?? null, fault.fmi ?? null, fault.lamp ?? null);
  const hours =
    fault.firstHours === undefined && fault.lastHours === undefined
      ? '–'
      : `${number(fault.firstHours, 1)} – ${number(fault.lastHours, 1)} h`;
  const freeze = Object.entries(fault.freeze ?? {});
  return (
    <chakra.article aria-label={fault.code} py="2" borderTop="1px solid" borderColor="line" textStyle="dense">
      <Flex gap="2" align="center" wrap="wrap">
        <StatusChip state={stateOfSeverity[known.severity]}>{t(`severity.${known.severity}`)}</StatusChip>
        <b className="num">{fault.code}</b>
        <span>{of(known.name)}</span>
        {returned && <StatusChip state="today">{t('remote.returned')}</StatusChip>}
        <chakra.span flex="1" />
        <chakra.span className="num" color="ink2">
          SPN {fault.spn ?? '–'} · FMI {fault.fmi ?? '–'} · {t('remote.count')} {fault.count ?? '–'} ·{' '}
          {lampLabel(t, fault.lamp)} · {t('remote.hours')} {hours}
        </chakra.span>
      </Flex>
      <chakra.p color="ink2" mt="1">
        {of(known.part)}
        {known.whatToDo !== null && ` · ${of(known.whatToDo)}`}
        {!known.known && ` · ${t('remote.unknownCode')}`}
      </chakra.p>
      {freeze.length > 0 && (
        <Flex as="dl" aria-label={t('remote.freeze')} gap="4" wrap="wrap" mt="1" textStyle="small">
          <chakra.dt color="ink3">{t('remote.freeze')}</chakra.dt>
          {freeze.map(([id, value]) => (
            <chakra.dd key={id} display="inline-flex" gap="1.5">
              <chakra.span color="ink3">{of(monitorItems.get(id)) === '–' ? id : of(monitorItems.get(id))}</chakra.span>
              {typeof value === 'number' && isFlag(id) ? (
                valueText({ t, number }, id, value)
              ) : typeof value === 'number' ? (
                <Figure
                  value={value}
                  digits={monitorItems.get(id)?.digits ?? 1}
                  {...(monitorItems.has(id) ? { unit: unitOf(id) } : {})}
                />
              ) : (
                <span className="num">
                  {value === null ? '–' : Array.isArray(value) ? value.join(' / ') : asMoment(value)}
                </span>
              )}
            </chakra.dd>
          ))}
        </Flex>
      )}
    </chakra.article>
  );
}
