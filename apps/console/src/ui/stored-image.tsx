import { chakra } from '@chakra-ui/react';
import { type imageSizes, images } from '@headland/contracts/file';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { query } from '../lib/session/session';

interface Props {
  id: string;
  alt: string;
  size?: (typeof imageSizes)[number];
  /** while it comes, and where it cannot be had */
  fallback: ReactNode;
  fit?: 'cover' | 'contain';
  /** its width and height, when it is shown */
  onSize?: (size: { width: number; height: number }) => void;
}

/** A picture of the object store, in the size of its frame. It is asked for like everything else, with the session, since an address alone opens nothing. */
export function StoredImage({ id, alt, size = 'thumb', fallback, fit = 'cover', onSize }: Props) {
  const [broken, setBroken] = useState<string>();
  // a picture never changes under its id
  const { data } = useQuery({
    ...query(images.get, { params: { id }, query: { size } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  const url = useObjectUrl(data?.bytes);
  if (url === undefined || url === broken) return fallback;
  return (
    <chakra.img
      src={url}
      alt={alt}
      w="full"
      h="full"
      objectFit={fit}
      display="block"
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onSize?.({ width, height })}
      onError={() => setBroken(url)}
    />
  );
}

/** An address for bytes in memory; given back when they are no longer shown. */
function useObjectUrl(bytes: ArrayBuffer | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (bytes === undefined) return;
    const made = URL.createObjectURL(new Blob([bytes], { type: images.get.stream }));
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [bytes]);
  return url;
}
