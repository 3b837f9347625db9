import { type Endpoint } from '@headland/contracts/endpoint';
import { type ReactNode, useCallback } from 'react';
import { appToken } from '../app-token';
import { ask } from '../client';
import { Frame } from '../frame';
import { useTexts } from '../language';
import { go, useRoute } from '../route';
import { ErrorCard, Loading } from '../states';
import { useAnswer } from '../use-answer';
import { PictureAddresses } from './picture';
import { previewSegment, usePreview } from './preview';

interface Props<T> {
  path: `/api/${string}`;
  title: string;
  /** said where the number is not that of something published */
  ended: string;
  list: { to: string; label: string };
  children: (record: T) => ReactNode;
}

/** The page of something published, or of what a form shows beforehand. */
export function ContentDetail<T>(props: Props<T>) {
  const { segments } = useRoute();
  const number = segments[1] ?? '';
  return (
    <Frame title={props.title}>
      {number === previewSegment ? <Preview {...props} /> : <Published {...props} number={number} />}
    </Frame>
  );
}

function Published<T>({ path, ended, list, number, children }: Props<T> & { number: string }) {
  const { language } = useTexts();
  const { query } = useRoute();
  const load = useCallback(
    (signal: AbortSignal) =>
      ask<Endpoint>(path, { params: { id: number } } as never, {
        ...{ language, signal, token: appToken() },
        cache: 'default',
      }) as Promise<T>,
    [path, number, language],
  );
  const { data, error, retry } = useAnswer(load);
  const kept = new URLSearchParams([...query].filter(([name]) => ['lang', 'target', 'os'].includes(name))).toString();
  const back = (
    <button type="button" className="button plain" onClick={() => go(`${list.to}${kept === '' ? '' : `?${kept}`}`)}>
      {list.label}
    </button>
  );
  if (isGone(error))
    return (
      <section className="card message" role="alert">
        <h2>{ended}</h2>
        {back}
      </section>
    );
  if (error !== null) return <ErrorCard error={error} onRetry={retry} />;
  if (data === null) return <Loading />;
  return (
    <>
      {children(data)}
      {back}
    </>
  );
}

const isGone = (error: unknown): boolean => error instanceof Error && error.message === 'NOT_FOUND';

function Preview<T>({ children }: Props<T>) {
  const preview = usePreview<T>();
  if (preview === null) return <Loading />;
  return <PictureAddresses value={preview.pictures}>{children(preview.record)}</PictureAddresses>;
}
