import { chakra, Flex } from '@chakra-ui/react';
import { type RollOutDetail, rollOuts } from '@headland/contracts/roll-out';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { DetailCard, DetailPage } from '../../ui/detail-page';
import { LockedNote } from '../../ui/locked-note';
import { StatusChip } from '../../ui/status-chip';
import { WithRecord } from '../../ui/with-record';
import { RollOutActs } from './roll-out-acts';
import { RollOutFacts } from './roll-out-facts';
import { RollOutVehicles } from './roll-out-vehicles';
import { RollOutWaves } from './roll-out-waves';
import { markOfRollOut, useRollOutList } from './roll-out-labels';

/** Its steps are events of the log and come by themselves; what its vehicles wait for is not. */
const pollMs = 15_000;

/** One program on its way to many vehicles: what was planned, how far each wave is, every vehicle with its run, and who decided what. */
export function RollOutPage() {
  const list = useRollOutList();
  return (
    <WithRecord
      endpoint={rollOuts.get}
      list={list}
      every={(r) => (r.state === 'running' || r.state === 'paused' ? pollMs : false)}
    >
      {(rollOut) => <Shown key={rollOut.id} rollOut={rollOut} />}
    </WithRecord>
  );
}

function Shown({ rollOut: r }: { rollOut: RollOutDetail }) {
  const { t } = useI18n();
  const list = useRollOutList();
  return (
    <DetailPage
      title={r.name}
      beside={<StatusChip state={markOfRollOut(r.state)}>{t(`rollOutState.${r.state}`)}</StatusChip>}
      list={list}
      actions={<RollOutActs rollOut={r} />}
    >
      <Notes rollOut={r} />
      <DetailCard title={t('rollOut.summary')}>
        <RollOutFacts rollOut={r} />
      </DetailCard>
      <RollOutWaves rollOut={r} />
      <RollOutVehicles rollOut={r} every={r.state === 'running' || r.state === 'paused' ? pollMs : false} />
      <Log rollOut={r} />
    </DetailPage>
  );
}

/** What one has to know before one decides anything. */
function Notes({ rollOut: r }: { rollOut: RollOutDetail }) {
  const { t } = useI18n();
  const waits = r.state === 'waitsForApproval';
  const notes = [
    r.pausedBy === 'failures' && t('rollOut.stoppedNote'),
    r.pausedBy === 'person' && t('rollOut.pausedNote'),
    waits && r.own && t('rollOut.ownNote'),
    waits && !r.own && r.unseen > 0 && t('rollOut.unseen', { n: r.unseen }),
    r.state === 'running' && t('rollOut.turnNote'),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <Flex gridColumn="1 / -1" direction="column" gap="2">
      {notes.map((note) => (
        <LockedNote key={note}>{note}</LockedNote>
      ))}
    </Flex>
  );
}

function Log({ rollOut: r }: { rollOut: RollOutDetail }) {
  const { t } = useI18n();
  return (
    <DetailCard title={t('rollOut.log')} wide>
      <chakra.ol listStyleType="none" p="0" textStyle="dense">
        {r.steps.map((s) => (
          <Flex as="li" key={s.id} columnGap="3" py="1" align="baseline" wrap="wrap">
            <chakra.span className="num" color="ink3" whiteSpace="nowrap">
              {momentText(s.at)}
            </chakra.span>
            <b>{t(`rollOutStep.${s.step}`, { wave: s.wave ?? 0 })}</b>
            <chakra.span color="ink2" flex="1" minW="160px" overflowWrap="anywhere" whiteSpace="pre-wrap">
              {s.reason ?? ''}
            </chakra.span>
            <chakra.span color="ink3">{s.by ?? t('rollOut.system')}</chakra.span>
          </Flex>
        ))}
      </chakra.ol>
    </DetailCard>
  );
}
