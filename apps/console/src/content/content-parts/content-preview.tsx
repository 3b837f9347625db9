import { chakra } from '@chakra-ui/react';
import { images } from '@headland/contracts/file';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
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
function usePictures(ids: readonly string[]): Record<string, string> {
  const wanted = [...new Set(ids)];
  const found = useQueries({
    queries: wanted.map((id) => ({
      ...query(images.get, { params: { id }, query: { size: 'full' as const } }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => results.map((result) => result.data?.bytes),
  });
  const [addresses, setAddresses] = useState<Record<string, string>>({});
  const loaded = wanted.filter((_, i) => found[i] !== undefined).join(' ');
  useEffect(() => {
    const made = Object.fromEntries(
      wanted.flatMap((id, i) => {
        const bytes = found[i];
        return bytes === undefined ? [] : [[id, URL.createObjectURL(new Blob([bytes], { type: images.get.stream }))]];
      }),
    );
    setAddresses(made);
    return () => Object.values(made).forEach((address) => URL.revokeObjectURL(address));
    // the bytes of a picture never change
  }, [loaded]);
  return addresses;
}
