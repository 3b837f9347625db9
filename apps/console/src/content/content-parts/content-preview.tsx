import { chakra } from '@chakra-ui/react';
import { images } from '@headland/contracts/file';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';

interface Props {
  /** of the embedded page: `/noticeDetailApp` */
  page: string;
  /** what its API would answer */
  record: object & { content: string; images: readonly { id: string }[] };
}

/**
 * The page that the app will show, in a frame of 360 px: the page itself, which is given what is in the form. Pictures
 * that are not published yet are handed over as bytes, since only the console may read them.
 */
export function ContentPreview({ page, record }: Props) {
  const { t, language } = useI18n();
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(0);
  const pictures = usePictures([...record.images.map((image) => image.id), ...idsIn(record.content)]);
  const shown = JSON.stringify(record);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<unknown>): void => {
      if (origin === location.origin && source === frame.current?.contentWindow && data === 'headland-preview-ready')
        setReady((n) => n + 1);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (ready === 0) return;
    frame.current?.contentWindow?.postMessage(
      { kind: 'headland-preview', record: JSON.parse(shown) as unknown, pictures },
      location.origin,
    );
  }, [ready, shown, pictures]);
  return (
    <chakra.section aria-label={t('content.preview')} position={{ xl: 'sticky' }} top="0">
      <chakra.h2 textStyle="strong" mb="2">
        {t('content.preview')}{' '}
        <chakra.span className="num" color="ink3" fontWeight="400">
          360 px
        </chakra.span>
      </chakra.h2>
      <chakra.iframe
        ref={frame}
        // reached by Tab: it may be all of the page that can have the focus
        tabIndex={0}
        title={t('content.preview')}
        src={`${page}/preview?lang=${language}`}
        w="362px"
        maxW="full"
        h="620px"
        border="1px solid"
        borderColor="lineStrong"
        borderRadius="card"
        bg="ground"
      />
    </chakra.section>
  );
}

const idsIn = (html: string): string[] =>
  [...html.matchAll(/\/api\/(?:app\/)?images\/([\w-]{22})/gu)].map(([, id]) => id ?? '');

/** Addresses for bytes in memory, by the ids of the pictures; given back when they are no longer shown. */
function usePictures(given: readonly string[]): Record<string, string> {
  const ids = [...new Set(given)].join(' ');
  const combine = useCallback(
    (results: readonly { data: { bytes: ArrayBuffer } | undefined }[]) =>
      ids.split(' ').flatMap((id, i) => {
        const bytes = results[i]?.data?.bytes;
        return bytes === undefined ? [] : [{ id, bytes }];
      }),
    [ids],
  );
  const found = useQueries({
    queries: ids
      .split(' ')
      .filter(Boolean)
      .map((id) => ({
        ...query(images.get, { params: { id }, query: { size: 'full' as const } }),
        // a picture never changes under its id
        staleTime: Number.POSITIVE_INFINITY,
      })),
    combine,
  });
  const [addresses, setAddresses] = useState<Record<string, string>>({});
  useEffect(() => {
    const made = found.map(({ id, bytes }) => [
      id,
      URL.createObjectURL(new Blob([bytes], { type: images.get.stream })),
    ]);
    setAddresses(Object.fromEntries(made) as Record<string, string>);
    return () => made.forEach(([, address]) => URL.revokeObjectURL(address ?? ''));
  }, [found]);
  return addresses;
}
