import { chakra, Flex } from '@chakra-ui/react';
import { commonKeys, type HelpFile, type HelpKey, type HelpState } from '@headland/i18n/help/help';
import { helpOf } from '@headland/i18n/help/load';
import { useQuery } from '@tanstack/react-query';
import { useRouterState, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useI18n } from '../lib/i18n';
import { Kbd } from '../ui/kbd';
import { ErrorState, Skeleton } from '../ui/states';
import { StateMark, VehicleMark } from '../ui/state-mark';
import { HelpSearch } from './help-search';
import { Said } from './help-text';
import { useNavigation } from './navigation';
import { PanelBody } from './panel-body';

/**
 * What the screen behind it is for, how one does it, its keys and the meaning of its states; `topic` opens the task of
 * any screen: `?panel=help&topic=/sos~1`.
 */
export function HelpPanel() {
  const { t } = useI18n();
  const { topic } = useSearch({ strict: false }) as { topic?: string };
  const { screens, screenAt } = useNavigation();
  const here = useRouterState({ select: (s) => screenAt(s.location.pathname) });
  const [path, task] = topic?.split('~') ?? [];
  const screen = screens.find((s) => s.path === path) ?? here;
  const group = screen?.group ?? 'home';
  const { data, error, refetch } = useQuery({
    queryKey: ['help', group],
    queryFn: (): Promise<HelpFile> => helpOf[group](),
    staleTime: Infinity,
  });
  const help = screen && data ? Object.entries(data).find(([of]) => of === screen.path)?.[1] : undefined;
  const opened = useRef<HTMLElement>(null);
  useEffect(() => {
    opened.current?.scrollIntoView({ block: 'start' });
    opened.current?.focus({ preventScroll: true });
  }, [help, task]);
  return (
    <PanelBody title={screen ? `${t('common.help')} · ${t(screen.title)}` : t('common.help')}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={8} />
      ) : (
        <Flex direction="column" gap="5" px="4" py="4" textStyle="body">
          <HelpSearch>
            {help && (
              <chakra.p color="ink">
                <Said text={help.purpose} />
              </chakra.p>
            )}
            {help?.tasks.map(({ title, steps }, i) => (
              <chakra.section
                key={title.en}
                ref={String(i) === task ? opened : undefined}
                tabIndex={-1}
                outline="0"
                scrollMarginTop="4"
              >
                <chakra.h3 textStyle="strong" mb="1.5">
                  <Said text={title} />
                </chakra.h3>
                <chakra.ol pl="5" display="grid" gap="1" listStyleType="decimal" color="ink2">
                  {steps.map((step) => (
                    <li key={step.en}>
                      <Said text={step} />
                    </li>
                  ))}
                </chakra.ol>
              </chakra.section>
            ))}
            {help?.states && (
              <Part title={t('help.states')}>
                {help.states.map((state) => (
                  <State key={`${state.term} ${state.means.en}`} state={state} />
                ))}
              </Part>
            )}
            {help?.keys && (
              <Part title={t('help.keysHere')}>
                <Keys keys={help.keys} />
              </Part>
            )}
            <Part title={t('help.keysEverywhere')}>
              <Keys keys={commonKeys} />
            </Part>
          </HelpSearch>
        </Flex>
      )}
    </PanelBody>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.section>
      <chakra.h3 textStyle="strong" mb="1.5">
        {title}
      </chakra.h3>
      <chakra.dl display="grid" gridTemplateColumns="minmax(96px, auto) minmax(0, 1fr)" gap="1.5" columnGap="4">
        {children}
      </chakra.dl>
    </chakra.section>
  );
}

function Line({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <chakra.div display="contents">
      <dt>{term}</dt>
      <chakra.dd color="ink2">{children}</chakra.dd>
    </chakra.div>
  );
}

function State({ state: { term, mark, vehicle, means } }: { state: HelpState }) {
  const { t } = useI18n();
  return (
    <Line
      term={
        <Flex align="center" gap="1.5" color="ink" fontWeight="500">
          {mark && <StateMark state={mark} />}
          {vehicle && <VehicleMark state={vehicle} />}
          {t(term)}
        </Flex>
      }
    >
      <Said text={means} />
    </Line>
  );
}

function Keys({ keys }: { keys: readonly HelpKey[] }) {
  const { t, language } = useI18n();
  return keys.map(([names, does]) => (
    <Line
      key={names.join()}
      term={names.map((name) => (
        <Kbd key={name} mr="1">
          {name}
        </Kbd>
      ))}
    >
      {typeof does === 'string' ? t(does) : does[language]}
    </Line>
  ));
}
