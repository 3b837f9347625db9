import { chakra, Flex } from '@chakra-ui/react';
import { type ModelDetail, models } from '@headland/contracts/model';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordFormPage } from '../../ui/records/record-form';
import { useRecordSave } from '../../ui/records/record-screens';
import { useRecordForm } from '../../ui/records/use-record-form';
import { differences } from './model-differences';
import { ModelFields } from './model-fields';
import {
  copyOf,
  mapErrorToFields,
  ModelForm,
  type ModelValues,
  newModel,
  reachesVehicles,
  rowsOf,
  valuesOf,
} from './model-values';
import { modelScreens, useNumber, WithModel } from './use-model';

/** `/modelRegi/0` is a new model, `/modelRegi/7` a copy of model 7. */
export function ModelRegistrationPage() {
  const number = useNumber();
  if (number === 0) return <Registration start={newModel} draft="model-new" />;
  return (
    <WithModel id={number} fresh>
      {(model) => <Registration start={() => copyOf(model)} draft={`model-copy-${model.id}`} copied={model.name} />}
    </WithModel>
  );
}

export function ModelEditPage() {
  const number = useNumber();
  return (
    <WithModel id={number} fresh>
      {(model, refetch) => (
        <RecordEdit newest={model} refetch={refetch}>
          {(record) => <Change {...record} />}
        </RecordEdit>
      )}
    </WithModel>
  );
}

/** What the server refuses is shown in the row of its item, wherever that is by now. */
const mapped = <T,>(answer: Promise<T>, values: ModelValues): Promise<T> =>
  answer.catch((error: unknown) => Promise.reject(mapErrorToFields(error, rowsOf(values)) as Error));

function Registration({ start, draft, copied }: { start: () => ModelValues; draft: string; copied?: string }) {
  const { t } = useI18n();
  const { saving, cancel } = useRecordSave(modelScreens);
  const [initial] = useState(start);
  const [uploading, setUploading] = useState(false);
  const form = useRecordForm({
    schema: ModelForm,
    start: initial,
    draft,
    ...saving,
    send: (body): Promise<ModelDetail> => mapped(saving.send(body), form.values),
  });
  return (
    <RecordFormPage
      form={form}
      title={t('model.new')}
      under={copied === undefined ? undefined : t('model.copyOf', { name: copied })}
      onCancel={cancel}
      blocked={uploading ? t('image.sending') : undefined}
      maxW="1240px"
    >
      <ModelFields form={form} onUpload={setUploading} />
    </RecordFormPage>
  );
}

function Change({ start, newest, refresh, reload }: RecordState<ModelDetail>) {
  const i18n = useI18n();
  const { t } = i18n;
  const { saving, cancel } = useRecordSave(modelScreens, start);
  const [uploading, setUploading] = useState(false);
  const params = { id: start.id };
  const form = useRecordForm({
    schema: ModelForm,
    start: valuesOf(start),
    changed: { refresh, reload, rows: (yours) => differences(i18n, valuesOf(newest), yours) },
    // what reaches out to vehicles, with what it means for them
    confirm: async (body) => {
      if (!reachesVehicles(body, start)) return null;
      const { consumables, rollover, remoteControl } = body;
      const preview = await mapped(
        call(models.preview, { params, body: { consumables, rollover, remoteControl } }),
        form.values,
      );
      if (preview.vehicles + preview.devices === 0) return null;
      return {
        title: t('model.previewTitle', { name: start.name }),
        text: <ImpactPreview preview={preview} />,
        confirm: { label: t('common.save') },
      };
    },
    ...saving,
    send: (body): Promise<ModelDetail> => mapped(saving.send(body), form.values),
  });
  return (
    <RecordFormPage
      form={form}
      title={start.name}
      under={t('model.editing')}
      onCancel={cancel}
      blocked={uploading ? t('image.sending') : undefined}
      maxW="1240px"
    >
      <ModelFields form={form} onUpload={setUploading} />
    </RecordFormPage>
  );
}

type Preview = Awaited<ReturnType<typeof call<typeof models.preview>>>;
/** What saving does to the vehicles of the model, in figures. */
function ImpactPreview({ preview: p }: { preview: Preview }) {
  const { t, number } = useI18n();
  const cycles = (['imminent', 'exceeded', 'safe', 'ended', 'started'] as const).filter(
    (what) => what === 'imminent' || what === 'exceeded' || p[what] > 0,
  );
  const dated = p.vehicles > 0;
  return (
    <Flex direction="column" gap="3">
      {dated && (
        <div>
          <p>{t('model.previewVehicles', { n: p.vehicles })}</p>
          <chakra.ul mt="2" display="grid" gap="1" pl="0" listStyleType="none">
            {cycles.map((what) => (
              <chakra.li key={what} display="flex" gap="3" borderBottom="1px solid" borderColor="line" py="1">
                <chakra.span flex="1">{t(`model.preview.${what}`)}</chakra.span>
                <chakra.b
                  className="num"
                  color={
                    p[what] > 0 && what === 'exceeded'
                      ? 'today.ink'
                      : p[what] > 0 && what === 'imminent'
                        ? 'watch.ink'
                        : 'ink'
                  }
                >
                  {number(p[what])}
                </chakra.b>
              </chakra.li>
            ))}
          </chakra.ul>
        </div>
      )}
      <p>{p.devices > 0 ? t('model.previewDevices', { n: p.devices }) : t('model.previewNoDevices')}</p>
    </Flex>
  );
}
