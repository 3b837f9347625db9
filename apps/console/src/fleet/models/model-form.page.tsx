import { chakra, Flex } from '@chakra-ui/react';
import { type ModelBody, type ModelDetail, models } from '@headland/contracts/model';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { useInvalidate } from '../../ui/use-action';
import { call } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile';
import { Dialog } from '../../ui/dialog';
import { FormPage } from '../../ui/form-page';
import { LeaveGuard } from '../../ui/leave-guard';
import { ErrorState } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import { differences } from './model-differences';
import { ModelFields, type ModelFormState } from './model-fields';
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
import { useNumber, WithModel } from './use-model';

/** `/modelRegi/0` is a new model, `/modelRegi/7` a copy of model 7. */
export function ModelRegistrationPage() {
  const number = useNumber();
  if (number === 0) return <Registration start={newModel} draft="model-new" />;
  return (
    <WithModel id={number}>
      {(model) => <Registration start={() => copyOf(model)} draft={`model-copy-${model.id}`} copied={model.name} />}
    </WithModel>
  );
}

/** What was loaded stays below what one types: later reads of the same model change neither, only Reload does. */
export function ModelEditPage() {
  const number = useNumber();
  return <WithModel id={number}>{(model, refetch) => <Edit newest={model} refetch={refetch} />}</WithModel>;
}

function Edit({ newest, refetch }: { newest: ModelDetail; refetch: () => Promise<ModelDetail | undefined> }) {
  const [start, setStart] = useState(newest);
  return (
    <Change
      key={start.version}
      start={start}
      newest={newest}
      onRefresh={() => void refetch()}
      onReload={() => void refetch().then((now) => now && setStart(now))}
    />
  );
}

/** To the page of a model, past the question whether to leave what has just been saved. */
function useShow(): (id: number, saved?: boolean) => void {
  const navigate = useNavigate();
  return (id, saved = false) =>
    void navigate({
      to: toRecord('/modelDetail', id),
      ignoreBlocker: saved,
      replace: saved,
    });
}

function Registration({ start, draft, copied }: { start: () => ModelValues; draft: string; copied?: string }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const invalidate = useInvalidate(models.list);
  const show = useShow();
  const [initial] = useState(start);
  const form = useForm(ModelForm, initial, { draft });
  const save = (): Promise<unknown> =>
    form.submit(async (body) => {
      const made = await call(models.create, { body }).catch((error: unknown) =>
        Promise.reject(mapErrorToFields(error, rowsOf(form.values)) as Error),
      );
      invalidate();
      toast(t('model.said.created', { name: made.name }));
      show(made.id, true);
    });
  return (
    <ModelFormPage
      title={t('model.new')}
      under={copied === undefined ? undefined : t('model.copyOf', { name: copied })}
      note={t('form.draft')}
      form={form}
      onSave={() => void save()}
      onCancel={() => void navigate({ to: '/model' })}
    >
      {form.problem && <ErrorState compact error={form.problem} />}
      <LeaveGuard form={form} draft />
    </ModelFormPage>
  );
}

type Preview = Awaited<ReturnType<typeof call<typeof models.preview>>>;
interface ChangeProps {
  start: ModelDetail;
  newest: ModelDetail;
  onRefresh: () => void;
  onReload: () => void;
}
function Change({ start, newest, onRefresh: onLook, onReload }: ChangeProps) {
  const words = useI18n();
  const { t } = words;
  const invalidate = useInvalidate(models.list);
  const show = useShow();
  const form = useForm(ModelForm, valuesOf(start));
  const [preview, setPreview] = useState<Preview | null>(null);
  const params = { id: start.id };
  const asked = async <T,>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => Promise.reject(mapErrorToFields(error, rowsOf(form.values)) as Error));

  const send = async (body: ModelBody): Promise<void> => {
    const saved = await asked(call(models.change, { params, body: { ...body, version: start.version } }));
    invalidate();
    toast(t('model.said.changed', { name: saved.name }));
    show(saved.id, true);
  };
  /** What reaches out to vehicles is asked for once more, with what it means for them. */
  const save = (): Promise<unknown> =>
    form.submit(async (body) => {
      if (!reachesVehicles(body, start)) return send(body);
      const { consumables, rollover, remoteControl } = body;
      const impact = await asked(call(models.preview, { params, body: { consumables, rollover, remoteControl } }));
      if (impact.vehicles + impact.devices === 0) return send(body);
      setPreview(impact);
    });
  const changed = form.problem?.code === 'CHANGED_MEANWHILE' ? form.problem : null;
  return (
    <ModelFormPage
      title={start.name}
      under={t('model.editing')}
      form={form}
      onSave={() => void save()}
      onCancel={() => show(start.id)}
    >
      {changed && (
        <ChangedMeanwhile
          problem={changed}
          rows={differences(words, valuesOf(newest), form.values)}
          onRefresh={onLook}
          onReload={onReload}
        />
      )}
      {form.problem && !changed && <ErrorState compact error={form.problem} />}
      <LeaveGuard form={form} />
      <Dialog
        open={preview !== null}
        onClose={() => setPreview(null)}
        title={t('model.previewTitle', { name: start.name })}
        confirm={{
          label: t('common.save'),
          busy: form.busy,
          onConfirm: () => void form.submit(send).then(() => setPreview(null)),
        }}
      >
        {preview && <ImpactPreview preview={preview} />}
      </Dialog>
    </ModelFormPage>
  );
}

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

interface PageProps {
  title: string;
  under?: string | undefined;
  note?: string;
  form: ModelFormState;
  onSave: () => void;
  onCancel: () => void;
  /** over the fields: a problem; beside them: what asks before one leaves */
  children: ReactNode;
}
function ModelFormPage({ form, children, ...page }: PageProps) {
  const { t } = useI18n();
  const [uploading, setUploading] = useState(false);
  return (
    <FormPage {...page} form={form} blocked={uploading ? t('image.sending') : undefined} maxW="1240px">
      {children}
      <ModelFields form={form} onUpload={setUploading} />
    </FormPage>
  );
}
