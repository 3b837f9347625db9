import { chakra, Flex } from '@chakra-ui/react';
import type { RollOutDetail } from '@headland/contracts/roll-out';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { DetailCard } from '../../ui/detail-page';
import { Progress } from '../../ui/progress';
import { CountsLine } from './roll-out-labels';

/** Each wave: how many, since when, and where its vehicles are. */
export function RollOutWaves({ rollOut: r }: { rollOut: RollOutDetail }) {
  const { t, number } = useI18n();
  return (
    <DetailCard title={t('rollOut.waves')} count={r.waves}>
      <chakra.ol listStyleType="none" p="0" display="grid" gap="3">
        {r.waveList.map((w) => (
          <chakra.li key={w.number} aria-current={w.number === r.wave ? 'step' : undefined}>
            <Flex align="baseline" gap="2" mb="1" textStyle="dense">
              <b>{t('rollOut.waveN', { n: w.number })}</b>
              <chakra.span color="ink3" className="num" flex="1">
                {w.beganAt === null ? t('rollOut.waveNotYet') : `${t('rollOut.began')} ${momentText(w.beganAt)}`}
              </chakra.span>
              <span className="num">
                {number(w.counts.done)} / {number(w.size)}
              </span>
            </Flex>
            <Progress
              label={t('rollOut.waveN', { n: w.number })}
              value={w.counts.done}
              begun={w.counts.done + w.counts.underWay}
              most={w.size}
            />
            {w.beganAt !== null && (
              <chakra.div pt="1">
                <CountsLine counts={w.counts} />
              </chakra.div>
            )}
          </chakra.li>
        ))}
      </chakra.ol>
      {r.nextWaveAt !== null && (
        <chakra.p pt="3" textStyle="small" color="ink3" className="num">
          {t('rollOut.nextWaveAt', { at: momentText(r.nextWaveAt) })}
        </chakra.p>
      )}
    </DetailCard>
  );
}
