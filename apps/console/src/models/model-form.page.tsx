import { chakra, Flex } from '@chakra-ui/react';
import { type ModelBody, type ModelDetail, models } from '@headland/contracts/model';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../lib/text';
import { useReread } from '../lib/use-act';
import { call } from '../session/session';
import { Button, IconButton } from '../ui/button';
import { ChangedMeanwhile } from '../ui/changed-meanwhile';
import { Dialog } from '../ui/dialog';
import { LeaveGuard } from '../ui/leave-guard';
import { Page } from '../ui/panel';
import { ErrorState } from '../ui/states';
import { toast } from '../ui/toast';
import { useForm } from '../ui/use-form';
import { differences } from './model-differences';
import { ModelFields, type ModelFormState } from './model-fields';
import { copyOf, landed, ModelForm, type ModelValues, newModel, reachesVehicles, rowsOf, valuesOf } from './model-values';
import { useNumber, WithModel } from './use-model';

/** `/modelRegi/0` is a new model, `/modelRegi/7` a copy of model 7. */
export function ModelRegistrationPage() {
  const number = useNumber();
  if (number === 0) return <Registration start={newModel} draft="model-new" />;
  return (
    <WithModel key={number} id={number}>
      {(model) => <Registration start={() => copyOf(model)} draft={`model-copy-${model.id}`} copied={model.name} />}
    </WithModel>
  );
}

/** What was loaded stays below what one types: later reads of the same model change neither, only Reload does. */
export function ModelEditPage() {
  const number = useNumber();
  return (
    <WithModel key={number} id={number}>
      {(model, look) => <Edit newest={model} look={look} />}
    </WithModel>
  );
}

function Edit({ newest, look }: { newest: ModelDetail; look: () => Promise<ModelDetail | undefined> }) {
  const [start, setStart] = useState(newest);
  return <Change key={start.version} start={start} newest={newest} onLook={() => void look()} onReload={() => void look().then((now) => now && setStart(now))} />;
}

/** To the page of a model, past the question whether to leave what has just been saved. */
function useShow(): (id: number, saved?: boolean) => void {
  const navigate = useNavigate();
  return (id, saved = false) => void navigate({ to: '/modelDetail/$number', params: { number: String(id) } as never, ignoreBlocker: saved, replace: saved });
}

function Registration({ start, draft, copied }: { start: () => ModelValues; draft: string; copied?: string }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const reread = useReread(models.list);
  const show = useShow();
  const [initial] = useState(start);
  const form = useForm(ModelForm, initial, { draft });
  const save = (): Promise<unknown> =>
    form.submit(async (body) => {
      const made = await call(models.create, { body }).catch((error: unknown) => Promise.reject(landed(error, rowsOf(form.values)) as Error));
      reread();
      toast(t('model.said.created', { name: made.name }));
      show(made.id, true);
    });
  return (
    <FormPage
      title={t('model.new')}
      under={copied === undefined ? undefined : t('model.copyOf', { name: copied })}
      note={t('form.draft')}
      form={form}
      onSave={() => void save()}
      onCancel={() => void navigate({ to: '/model' })}
    >
      {form.problem && <ErrorState compact error={form.problem} />}
      <LeaveGuard form={form} draft />
    </FormPage>
  );
}

type Preview = Awaited<ReturnType<typeof call<typeof models.preview>>>;
interface ChangeProps {
  start: ModelDetail;
  newest: ModelDetail;
  onLook: () => void;
  onReload: () => void;
}
function Change({ start, newest, onLook, onReload }: ChangeProps) {
  const words = useWords();
  const { t } = words;
  const reread = useReread(models.list);
  const show = useShow();
  const form = useForm(ModelForm, valuesOf(start));
  const [preview, setPreview] = useState<Preview | null>(null);
  const params = { id: start.id };
  const asked = async <T,>(answer: Promise<T>): Promise<T> => answer.catch((error: unknown) => Promise.reject(landed(error, rowsOf(form.values)) as Error));

  const send = async (body: ModelBody): Promise<void> => {
    const saved = await asked(call(models.change, { params, body: { ...body, version: start.version } }));
    reread();
    toast(t('model.said.changed', { name: saved.name }));
    show(saved.id, true);
  };
  /** What reaches out to vehicles is asked for once more, with what it means for them. */
  const save = (): Promise<unknown> =>
    form.submit(async (body) => {
      if (!reachesVehicles(body, start)) return send(body);
      const { consumables, rollover, remoteControl } = body;
      const means = await asked(call(models.preview, { params, body: { consumables, rollover, remoteControl } }));
      if (means.vehicles + means.devices === 0) return send(body);
      setPreview(means);
    });
  const changed = form.problem?.code === 'CHANGED_MEANWHILE' ? form.problem : null;
  return (
    <FormPage title={start.name} under={t('model.editing')} form={form} onSave={() => void save()} onCancel={() => show(start.id)}>
      {changed && <ChangedMeanwhile problem={changed} rows={differences(words, valuesOf(newest), form.values)} onLook={onLook} onReload={onReload} />}
      {form.problem && !changed && <ErrorState compact error={form.problem} />}
      <LeaveGuard form={form} />
      <Dialog
        open={preview !== null}
        onClose={() => setPreview(null)}
        title={t('model.previewTitle', { name: start.name })}
        confirm={{ label: t('common.save'), busy: form.busy, onConfirm: () => void form.submit(send).then(() => setPreview(null)) }}
      >
        {preview && <Means preview={preview} />}
      </Dialog>
    </FormPage>
  );
}

/** What saving does to the vehicles of the model, in figures. */
function Means({ preview: p }: { preview: Preview }) {
  const { t, number } = useWords();
  const cycles = (['imminent', 'exceeded', 'safe', 'ended', 'started'] as const).filter((what) => what === 'imminent' || what === 'exceeded' || p[what] > 0);
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
                <chakra.b className="num" color={p[what] > 0 && what === 'exceeded' ? 'today.ink' : p[what] > 0 && what === 'imminent' ? 'watch.ink' : 'ink'}>
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

interface FormPageProps {
  title: string;
  under?: string | undefined;
  note?: string;
  form: ModelFormState;
  onSave: () => void;
  onCancel: () => void;
  /** over the fields: a problem; beside them: what asks before one leaves */
  children: ReactNode;
}
function FormPage({ title, under, note, form, onSave, onCancel, children }: FormPageProps) {
  const { t } = useWords();
  const formId = useId();
  const [uploading, setUploading] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  // what went wrong as a whole is said at the top
  useEffect(() => {
    if (form.problem && body.current) body.current.scrollTop = 0;
  }, [form.problem]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave();
  };
  return (
    <Page
      head={
        <Flex as="header" px="4" py="3" minH="14" gap="2" align="center" flexShrink={0}>
          <IconButton label={t('common.cancel')} icon={<ArrowLeft size={18} />} onClick={onCancel} ml="-2" />
          <chakra.div minW="0">
            <chakra.h1 textStyle="title" overflowWrap="anywhere">
              {title}
            </chakra.h1>
            {under !== undefined && (
              <chakra.p textStyle="small" color="ink3">
                {under}
              </chakra.p>
            )}
          </chakra.div>
        </Flex>
      }
    >
      {/* what is hidden for screen readers only hangs on this box, or the page itself would scroll to it */}
      <chakra.div ref={body} pos="relative" flex="1" minH="0" overflowY="auto" px={{ base: '3', md: '4' }} pb="4" scrollPaddingBottom="16">
        <chakra.form id={formId} noValidate display="grid" gap="3" maxW="1240px" gridTemplateColumns="minmax(0,1fr)" onSubmit={submit}>
          {children}
          <ModelFields form={form} onUpload={setUploading} />
        </chakra.form>
      </chakra.div>
      <Flex as="footer" flexShrink={0} px="4" py="3" gap="2" align="center" borderTop="1px solid" borderColor="lineStrong" bg="sunken">
        <chakra.span flex="1" textStyle="small" color="ink3">
          {note}
        </chakra.span>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button kind="primary" type="submit" form={formId} busy={form.busy} disabled={uploading} reason={t('image.sending')}>
          {t('common.save')}
        </Button>
      </Flex>
    </Page>
  );
}
