import { chakra } from '@chakra-ui/react';
import { type ModelDetail, models } from '@headland/contracts/model';
import { modelListColumns } from '@headland/i18n/columns/models';
import { useNavigate } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { DetailCard, DetailPage } from '../../ui/detail-page';
import { Figure } from '../../ui/figure';
import { EditRecord } from '../../ui/records/record-actions';
import { RecordFacts } from '../../ui/records/record-facts';
import { ModelConsumables } from './model-consumables';
import { ModelFleet } from './model-fleet';
import { ModelHistory } from './model-history';
import { ModelLimits } from './model-limits';
import { ModelPicture } from './model-picture';
import { wordFields } from './model-values';
import { modelScreens, useModelList, useNumber, WithModel } from './use-model';

/** One model: what it is, when it counts as rolled over, what is replaced and inspected, its vehicles, and what their devices know of it. */
export function ModelDetailPage() {
  return (
    <WithModel id={useNumber()} watching>
      {(model) => <Model model={model} />}
    </WithModel>
  );
}

function Model({ model }: { model: ModelDetail }) {
  const { t } = useI18n();
  return (
    <DetailPage
      title={model.name}
      beside={`${t(`machine.${model.machine}`)} · ${t(`modelType.${model.type}`)}`}
      list={useModelList()}
      actions={<Actions model={model} />}
      two="xl"
    >
      <DetailCard title={t('model.basics')}>
        <Basics model={model} />
      </DetailCard>
      <chakra.div
        display="grid"
        gap="3"
        alignContent="start"
        gridTemplateColumns="minmax(0,1fr)"
        gridTemplateRows="auto 1fr"
      >
        <DetailCard title={t('model.fleet')}>
          <ModelFleet model={model} />
        </DetailCard>
        <DetailCard title={t('model.rollover')}>
          <ModelLimits model={model} />
        </DetailCard>
      </chakra.div>
      <DetailCard title={t('model.consumables')} count={model.consumables.length} flush wide>
        <ModelConsumables model={model} />
      </DetailCard>
      <DetailCard title={t('model.history')} flush wide>
        <ModelHistory id={model.id} />
      </DetailCard>
    </DetailPage>
  );
}

function Actions({ model }: { model: ModelDetail }) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  return (
    <>
      {can(models.create.allow) && (
        <Button icon={<Copy size={15} />} onClick={() => void navigate({ to: toRecord('/modelRegi', model.id) })}>
          {t('model.copy')}
        </Button>
      )}
      <EditRecord screens={modelScreens} id={model.id} />
    </>
  );
}

function Basics({ model: m }: { model: ModelDetail }) {
  return (
    <chakra.div
      display="grid"
      gap="4"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'minmax(0,5fr) minmax(0,6fr)' }}
    >
      <ModelPicture model={m} size="page" />
      <RecordFacts
        columns={modelListColumns}
        record={m}
        fields={[...wordFields, 'registeredAt']}
        own={{ horsepower: <Figure value={m.horsepower} unit="PS" /> }}
      />
    </chakra.div>
  );
}
