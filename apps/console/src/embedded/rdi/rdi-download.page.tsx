import type { rdi, RdiOpening } from '@headland/contracts/owner-transfer';
import { rdiIdForm, rdiPaths } from '@headland/contracts/rdi-paths';
import { numberText } from '@headland/i18n/report-text';
import { type ReactNode, useCallback, useRef } from 'react';
import { fileSize } from '../../lib/file-size';
import { addressOf, ask, Refusal, timeZone } from '../client';
import { Frame } from '../frame';
import { useTexts } from '../language';
import { useRoute } from '../route';
import { ErrorCard, Loading } from '../states';
import { useAnswer } from '../use-answer';

/** The link that a new owner gets: the delivery and takeover document of the machine. Each time the page is opened counts. */
export function RdiDownloadPage() {
  const { t } = useTexts();
  const id = useRoute().segments[1] ?? '';
  return (
    <Frame title={t('rdi.title')}>
      <Opened key={id} id={id} />
    </Frame>
  );
}

function Opened({ id }: { id: string }) {
  const { language } = useTexts();
  // choosing another language is no further opening
  const first = useRef(language).current;
  const opening = useRef<Promise<RdiOpening> | null>(null);
  const load = useCallback((): Promise<RdiOpening> => {
    if (!rdiIdForm.test(id)) return Promise.reject(new Refusal('NO_TOKEN'));
    const asked = { method: 'POST', language: first } as const;
    opening.current ??= ask<typeof rdi.open>(rdiPaths.open, { body: { id } }, asked).catch((error: unknown) => {
      opening.current = null;
      throw error;
    });
    return opening.current;
  }, [id, first]);
  const { data, error, retry } = useAnswer(load);
  if (error !== null) return <ErrorCard error={known(error)} onRetry={retry} {...askOf(error)} />;
  return data === null ? <Loading /> : <Document opened={data} />;
}

/** An unknown id means that the address was edited. */
const known = (error: unknown): unknown =>
  error instanceof Refusal && ['NOT_FOUND', 'E0001'].includes(error.code) ? new Refusal('NO_TOKEN') : error;

/** An expired or used-up link names the contact. */
const askOf = (error: unknown): { instead?: ReactNode } =>
  error instanceof Refusal && (error.code === 'RDI_EXPIRED' || error.code === 'RDI_USED_UP')
    ? { instead: <Ask dealer={String(error.values.dealer)} phone={String(error.values.phone ?? '')} /> }
    : {};

const dayText = (at: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at));

function Document({ opened }: { opened: RdiOpening }) {
  const { t, language } = useTexts();
  const { model, vin, owner, takenOverOn, name, bytes, expiresAt, opening } = opened;
  const rows = [
    [t('rdi.model'), model],
    [t('rdi.vin'), vin],
    [t('rdi.owner'), owner],
    [t('rdi.takenOverOn'), takenOverOn],
    [t('rdi.size'), fileSize(bytes, (value, digits) => numberText(language, value, digits))],
  ] as const;
  return (
    <>
      <section className="card">
        <dl className="facts">
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {/* an address of its own: a web view hands it to the system's downloads, which it cannot do with bytes in memory */}
      <a className="button" href={addressOf(rdiPaths.file, { params: { opening } })} download={name}>
        {t('rdi.download')}
      </a>
      <p className="quiet">
        {t('rdi.validUntil', { day: dayText(expiresAt) })} {t('rdi.reopen')}
      </p>
    </>
  );
}

function Ask({ dealer, phone }: { dealer: string; phone: string }) {
  const { t } = useTexts();
  return (
    <>
      <p className="quiet">{t('rdi.ask', { dealer })}</p>
      {phone !== '' && (
        <a className="button" href={`tel:${phone.replaceAll(/[^+\d]/gu, '')}`}>
          {t('rdi.call', { phone })}
        </a>
      )}
    </>
  );
}
