import { chakra } from '@chakra-ui/react';
import {
  mustStay,
  notificationChannels,
  type NotificationChannel,
  type NotificationKind,
  type NotificationPreference,
  notifications,
} from '@headland/contracts/notification';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useI18n } from '../../lib/i18n';
import { call, query } from '../../lib/session/session';
import { Section } from '../../ui/panel';
import { ErrorState, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { Switch } from './switch';

/** The channels of each kind of notification. Each switch is saved at once. */
export function Channels({ pushDevices }: { pushDevices: number | undefined }) {
  const { t } = useI18n();
  const fixedNote = useId();
  const { data, error, refetch } = useQuery(query(notifications.preferences));
  const change = useChange();
  const wantsPush = data?.some((p) => p.push) ?? false;
  return (
    <Section title={t('myInfo.channels')}>
      {data ? (
        <>
          <chakra.table css={tableCss}>
            <thead>
              <tr>
                <td />
                {notificationChannels.map((channel) => (
                  <th key={channel} scope="col">
                    {t(`notificationChannel.${channel}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <tr key={row.kind}>
                  <th scope="row">{t(`notificationKind.${row.kind}`)}</th>
                  {notificationChannels.map((channel) => {
                    const fixed = mustStay(row.kind, channel);
                    return (
                      <td key={channel}>
                        <Switch
                          label={t('myInfo.channelOf', {
                            kind: t(`notificationKind.${row.kind}`),
                            channel: t(`notificationChannel.${channel}`),
                          })}
                          on={fixed || row[channel]}
                          disabled={fixed}
                          {...(fixed ? { describedBy: fixedNote } : {})}
                          onChange={(on) => change(row.kind, channel, on)}
                        />
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </chakra.table>
          <chakra.p id={fixedNote} textStyle="small" color="ink3" mt="2">
            {t('myInfo.sosFixed')}
          </chakra.p>
          {wantsPush && pushDevices === 0 && (
            <chakra.p textStyle="small" color="ink3" mt="1">
              {t('myInfo.noPushYet')}
            </chakra.p>
          )}
        </>
      ) : error ? (
        <ErrorState error={error} compact onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={5} height={36} />
      )}
    </Section>
  );
}

/** The switch moves at once and back if the server refuses. One after the other: the server expects whole kinds, and the last press must win. */
function useChange(): (kind: NotificationKind, channel: NotificationChannel, on: boolean) => void {
  const { problemLine } = useI18n();
  const cache = useQueryClient();
  const { queryKey } = query(notifications.preferences);
  const { mutate } = useMutation({
    scope: { id: 'notification-preferences' },
    mutationFn: (kind: NotificationKind) =>
      call(notifications.setPreferences, {
        body: { preferences: (cache.getQueryData(queryKey) ?? []).filter((p) => p.kind === kind) },
      }),
    onError: (error) => {
      toast(problemLine(error), 'now');
      void cache.invalidateQueries({ queryKey });
    },
  });
  return (kind, channel, on) => {
    void cache.cancelQueries({ queryKey });
    cache.setQueryData<NotificationPreference[]>(queryKey, (old) =>
      old?.map((p) => (p.kind === kind ? { ...p, [channel]: on } : p)),
    );
    mutate(kind);
  };
}

const tableCss = {
  width: '100%',
  '& th': { fontWeight: 400, fontSize: '13px' },
  '& thead th': { fontSize: '12px', color: 'var(--ink-3)', textAlign: 'center', padding: '0 4px 4px' },
  '& tbody th': { textAlign: 'left', paddingRight: '8px' },
  '& tbody td': { textAlign: 'center', width: '64px' },
  '& tbody th, & tbody td': { height: '36px', borderTop: '1px solid var(--line)' },
} as const;
