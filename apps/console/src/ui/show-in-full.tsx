import { chakra, Flex } from '@chakra-ui/react';
import type { Endpoint } from '@headland/contracts/endpoint';
import { Eye } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useI18n } from '../lib/i18n';
import { useCan } from '../lib/session/session';
import { Button } from './button';
import { useAnswer } from './use-answer';

type FullEndpoint = Endpoint & { params: z.ZodObject; data: z.ZodType };
interface Props<M extends { id: number }, E extends FullEndpoint> {
  /** as everybody may see it */
  masked: M;
  /** returns the same in full, and records the access; without permission there is no button */
  endpoint: E;
  /** of the record whose customer it is */
  id: number;
  /** what is shown: masked, or in full after "Show" */
  children: (person: M) => ReactNode;
}

/** A customer, masked until a permitted member requests it; that is recorded, and the full data is discarded with the page. */
export function ShowInFull<M extends { id: number }, E extends FullEndpoint>({
  masked,
  endpoint,
  id,
  children,
}: Props<M, E>) {
  const { t } = useI18n();
  const can = useCan();
  const [asked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useAnswer(
    endpoint,
    { params: { id } },
    // each look is asked for and recorded by itself
    { enabled: asked, retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  // another customer since it was shown is masked again
  const person = (asked ? (data ?? null) : null) as M | null;
  const full = person?.id === masked.id ? person : null;
  return (
    <>
      {children(full ?? masked)}
      {full === null && can(endpoint.allow) && (
        <Flex gap="3" mt="2" align="center" wrap="wrap" css={{ '&:not(:last-child)': { marginBottom: '8px' } }}>
          <Button icon={<Eye size={15} />} busy={isFetching} onClick={() => (asked ? void refetch() : setAsked(true))}>
            {t('masked.show')}
          </Button>
          <chakra.span textStyle="small" color="ink3" role={error ? 'alert' : undefined}>
            {error ? t('common.failed') : t('masked.note')}
          </chakra.span>
        </Flex>
      )}
    </>
  );
}
