import { chakra, Flex } from '@chakra-ui/react';
import { t50 } from '@headland/contracts/fields';
import { type SavedView, savedViews, type SavedViewState } from '@headland/contracts/saved-view';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useT } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { Dialog } from '../dialog';
import { Checkbox, TextField } from '../field';
import { ActError } from '../states';
import { toast } from '../toast';
import { useAction, useInvalidate } from '../use-action';
import { useForm } from '../use-form';
import { ScheduleDialog, type Scheduled } from './schedule-dialog';
import { listOf } from './use-saved-views';

export type ViewAct =
  | { kind: 'new' }
  | { kind: 'edit'; view: SavedView }
  | { kind: 'remove'; view: SavedView }
  | { kind: 'link'; link: string }
  | { kind: 'schedule'; scheduled: Scheduled };

interface Props {
  act: ViewAct;
  path: string;
  /** what a new view keeps */
  state: SavedViewState;
  onClose: () => void;
  onShow: (view: SavedView | null) => void;
  /** of the list's query */
  schema: z.ZodObject;
  /** of the view that is open */
  openName: string | undefined;
}
/** What the menu of saved views asks for more; loaded with the first of them. */
export function ViewDialogs({ act, onClose, ...props }: Props) {
  if (act.kind === 'link') return <LinkDialog link={act.link} onClose={onClose} />;
  if (act.kind === 'schedule')
    return (
      <ScheduleDialog
        scheduled={act.scheduled}
        schema={props.schema}
        state={props.state}
        name={props.openName ?? ''}
        onClose={onClose}
      />
    );
  if (act.kind === 'remove') return <RemoveDialog view={act.view} onClose={onClose} onShow={props.onShow} />;
  return <ViewDialog view={act.kind === 'edit' ? act.view : null} onClose={onClose} {...props} />;
}

const Name = z.object({ name: t50 });
/** A new view of what is shown, or another name of one that is there. */
function ViewDialog({
  view,
  path,
  state,
  onClose,
  onShow,
}: Pick<Props, 'path' | 'state' | 'onClose' | 'onShow'> & { view: SavedView | null }) {
  const t = useT();
  const form = useForm(Name, { name: view?.name ?? '' });
  const [shared, setShared] = useState(view?.shared ?? false);
  const invalidate = useInvalidate(savedViews.list);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector('input')?.focus(), []);
  const save = async (): Promise<void> => {
    const saved = await form.submit(async ({ name }) => {
      if (view === null) {
        const made = await call(savedViews.create, { body: { list: listOf(path), name, shared, state } });
        onShow(made);
      } else
        // name and sharing alone: what is shown is saved by Save
        await call(savedViews.change, { params: { id: view.id }, body: { name, shared, state: view.state } });
    });
    if (!saved) return;
    invalidate();
    toast(t('savedView.toast.saved'));
    onClose();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(view === null ? 'savedView.newTitle' : 'savedView.editTitle')}
      confirm={{ label: t('common.save'), onConfirm: () => void save(), busy: form.busy }}
    >
      <chakra.form ref={element} noValidate onSubmit={onSubmit}>
        <TextField label={t('savedView.name')} maxLength={50} {...form.field('name')} />
        <Flex direction="column" align="flex-start" gap="1" mt="3">
          <Checkbox checked={shared} disabled={view?.owner === null} onChange={setShared}>
            {t('savedView.share')}
          </Checkbox>
          <chakra.p textStyle="small" color="ink3">
            {t('savedView.shareNote')}
          </chakra.p>
        </Flex>
        {form.problem && <ActError error={form.problem} />}
      </chakra.form>
    </Dialog>
  );
}

function RemoveDialog({ view, onClose, onShow }: { view: SavedView } & Pick<Props, 'onClose' | 'onShow'>) {
  const t = useT();
  const remove = useAction(savedViews.remove, {
    success: t('savedView.toast.removed'),
    done: () => {
      onShow(null);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('savedView.removeTitle', { name: view.name })}
      confirm={{
        label: t('savedView.removeNow'),
        danger: true,
        busy: remove.busy,
        onConfirm: () => remove.run({ params: { id: view.id } }),
      }}
    >
      {t(view.shared ? 'savedView.removeShared' : 'savedView.removeOwn')}
    </Dialog>
  );
}

/** Where the clipboard cannot be written: the link, selected. */
function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Dialog open onClose={onClose} title={t('savedView.copyLink')} width="560px">
      <chakra.p mb="2">{t('savedView.linkText')}</chakra.p>
      <chakra.input
        ref={field}
        readOnly
        aria-label={t('savedView.link')}
        value={link}
        w="full"
        h="control"
        px="2"
        bg="sunken"
        color="ink"
        border="1px solid"
        borderColor="lineControl"
        borderRadius="control"
        textStyle="dense"
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  );
}
