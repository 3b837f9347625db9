import { chakra } from '@chakra-ui/react';
import type { Answer } from '@headland/contracts/endpoint';
import { day, t50 } from '@headland/contracts/fields';
import { type Kiosk, type KioskBody, kiosks, WallSettings, wallSounds } from '@headland/contracts/kiosk';
import { chosen } from '@headland/contracts/organization';
import { useState } from 'react';
import { z } from 'zod';
import { Problem } from '../../lib/call';
import { serverNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { dayText } from '../../lib/time';
import { useSeen } from '../../lib/use-seen';
import { DateField } from '../../ui/date-field';
import { Dialog } from '../../ui/dialog';
import { Checkbox, RadioGroup, SelectField, TextField } from '../../ui/field';
import { useOrganizationNodes } from '../../ui/organization-filter';
import { ActError } from '../../ui/states';
import { toast } from '../../ui/toast';
import { TreeSelect } from '../../ui/tree-select';
import { useInvalidate } from '../../ui/use-action';
import { useForm } from '../../ui/use-form';
import { PlaylistField, playlistOf, rowsOfPlaylist } from './playlist-field';

const Form = z
  .object({
    name: t50,
    organizationId: chosen,
    ...{ language: WallSettings.shape.language, theme: WallSettings.shape.theme, volume: z.coerce.number() },
    ends: z.enum(['never', 'date']),
    expiresAt: day.optional(),
  })
  .refine((f) => f.ends === 'never' || f.expiresAt !== undefined, { path: ['expiresAt'], error: 'field.req' })
  .refine((f) => f.ends === 'never' || f.expiresAt === undefined || f.expiresAt >= dayText(serverNow()), {
    path: ['expiresAt'],
    error: 'field.futureDay',
  });
const volumes = ['20', '40', '60', '80', '100'];
const initial = WallSettings.parse({});

interface Props {
  /** null: a new one */
  kiosk: Kiosk | null;
  onIssued: (kiosk: Answer<typeof kiosks.issue>) => void;
  onClose: () => void;
}

/** What a display shows, of a new token or of one that is in use. */
export function KioskForm({ kiosk, onIssued, onClose }: Props) {
  const { t, language, field } = useI18n();
  const invalidate = useInvalidate(kiosks.list);
  const nodes = useOrganizationNodes();
  const seen = useSeen(kiosk?.version ?? 0, true);
  const start = kiosk ?? { ...initial, language };
  const [sound, setSound] = useState(start.sound);
  const [sounds, setSounds] = useState(start.sounds);
  const [steps, setSteps] = useState(() => rowsOfPlaylist(start.playlist));
  const [stepError, setStepError] = useState<string>();
  const form = useForm(Form, {
    ...{ name: kiosk?.name ?? '', organizationId: kiosk === null ? '' : String(kiosk.organizationId) },
    ...{ language: start.language, theme: start.theme, volume: String(start.volume) },
    ends: kiosk?.expiresAt ? 'date' : 'never',
    expiresAt: kiosk?.expiresAt ? dayText(kiosk.expiresAt) : '',
  });
  const send = (): Promise<boolean> => {
    const playlist = playlistOf(steps);
    setStepError(playlist === null ? 'kiosk.playlistInvalid' : undefined);
    return form.submit(async ({ ends, expiresAt, ...values }) => {
      if (playlist === null) return false;
      const end = ends === 'date' && expiresAt !== undefined ? endOf(expiresAt) : null;
      const body: z.output<typeof KioskBody> = { ...values, sound, sounds, playlist, expiresAt: end };
      await save(body).catch((error: unknown) => {
        if (error instanceof Problem) setStepError(error.fields.playlist);
        throw error;
      });
      return true;
    });
  };
  /** The whole of a day, in the zone of this member; the end that it has stays, which may be of another zone. */
  const endOf = (lastDay: string): string =>
    kiosk?.expiresAt && dayText(kiosk.expiresAt) === lastDay
      ? kiosk.expiresAt
      : new Date(`${lastDay}T23:59:59.999`).toISOString();
  const save = async (body: z.output<typeof KioskBody>): Promise<void> => {
    if (kiosk === null) onIssued(await call(kiosks.issue, { body }));
    else {
      await seen((version) => call(kiosks.change, { params: { id: kiosk.id }, body: { ...body, version } }));
      toast(t('kiosk.saved'));
      onClose();
    }
    invalidate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="720px"
      title={kiosk === null ? t('kiosk.issueTitle') : t('kiosk.editTitle', { name: kiosk.name })}
      confirm={{
        label: kiosk === null ? t('secret.issue') : t('common.save'),
        onConfirm: () => void send(),
        busy: form.busy,
      }}
    >
      <chakra.form
        display="grid"
        gap="3"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(2, minmax(0,1fr))' }}
        alignItems="start"
        onSubmit={(e) => {
          e.preventDefault();
          void send();
        }}
      >
        <TextField label={t('kiosk.name')} maxLength={50} help={t('kiosk.nameHelp')} {...form.field('name')} />
        <TreeSelect
          label={t('kiosk.scope')}
          nodes={nodes}
          help={t('kiosk.scopeHelp')}
          {...form.field('organizationId')}
        />
        <SelectField
          label={t('kiosk.language')}
          options={[
            { value: 'ko', label: '한국어' },
            { value: 'en', label: 'English' },
          ]}
          {...form.field('language')}
        />
        <SelectField
          label={t('kiosk.theme')}
          options={WallSettings.shape.theme
            .unwrap()
            .options.map((value) => ({ value, label: t(`kiosk.theme.${value}`) }))}
          {...form.field('theme')}
        />
        <chakra.div gridColumn="1 / -1">
          <Checkbox checked={sound} onChange={setSound}>
            {t('kiosk.soundOn')}
          </Checkbox>
        </chakra.div>
        {sound && (
          <>
            <chakra.fieldset border="0" p="0" m="0" display="grid" gap="1.5">
              <chakra.legend textStyle="label" fontWeight="500" px="0" pb="1">
                {t('kiosk.sounds')}
              </chakra.legend>
              {wallSounds.map((event) => (
                <Checkbox
                  key={event}
                  checked={sounds.includes(event)}
                  onChange={(on) => setSounds(on ? [...sounds, event] : sounds.filter((s) => s !== event))}
                >
                  {t(`kiosk.sound.${event}`)}
                </Checkbox>
              ))}
            </chakra.fieldset>
            <SelectField
              label={t('kiosk.volume')}
              options={volumes.map((value) => ({ value, label: `${value} %` }))}
              {...form.field('volume')}
            />
          </>
        )}
        <chakra.section gridColumn="1 / -1" minW="0" aria-label={t('kiosk.playlist')}>
          <chakra.h3 textStyle="label" fontWeight="500">
            {t('kiosk.playlist')}
          </chakra.h3>
          <chakra.p textStyle="small" color="ink3" pb="2">
            {t('kiosk.playlistHelp')}
          </chakra.p>
          <PlaylistField
            rows={steps}
            onChange={setSteps}
            error={stepError === undefined ? undefined : field(stepError, t('kiosk.playlist'))}
          />
        </chakra.section>
        <RadioGroup
          label={t('kiosk.ends')}
          {...form.field('ends')}
          options={[
            { value: 'never', label: t('kiosk.never') },
            { value: 'date', label: t('kiosk.onDay') },
          ]}
        />
        {form.values.ends === 'date' && <DateField label={t('kiosk.lastDay')} {...form.field('expiresAt')} />}
        {form.problem && <ActError error={form.problem} />}
        {/* Enter in a field sends, as in every form; the visible button is in the dialog's footer */}
        <button type="submit" hidden />
      </chakra.form>
    </Dialog>
  );
}
