import { maxWallSteps, WallSettings, type WallStep, wallViews } from '@headland/contracts/kiosk';
import { type Dispatch, type SetStateAction, useRef } from 'react';
import { useI18n } from '../../lib/i18n';
import { SelectField, TextField } from '../../ui/field';
import { useOrganizationNodes } from '../../ui/organization-filter';
import { type RowColumn, RowsEditor } from '../../ui/rows-editor';
import { TreeSelect } from '../../ui/tree-select';

/** A step as it is typed. */
export interface StepRow {
  key: string;
  view: WallStep['view'];
  organizationId: string;
  seconds: string;
}

export const rowsOfPlaylist = (playlist: readonly WallStep[]): StepRow[] =>
  playlist.map((step, i) => ({
    key: `s${i}`,
    view: step.view,
    organizationId: step.view === 'map' ? String(step.organizationId) : '',
    seconds: String(step.seconds),
  }));

/** Null where a row is not valid. */
export function playlistOf(rows: readonly StepRow[]): WallStep[] | null {
  const parsed = WallSettings.shape.playlist.safeParse(rows);
  return parsed.success ? parsed.data : null;
}

/** What the display shows in turn. */
export function PlaylistField({
  rows,
  onChange,
  error,
}: {
  rows: readonly StepRow[];
  onChange: Dispatch<SetStateAction<StepRow[]>>;
  error: string | undefined;
}) {
  const { t } = useI18n();
  const nodes = useOrganizationNodes();
  const added = useRef(rows.length);
  const rowOf = (key: string): StepRow | undefined => rows.find((r) => r.key === key);
  const put = (key: string, change: Partial<StepRow>): void =>
    // a row that is not drawn again has the rows of before
    onChange((now) => now.map((r) => (r.key === key ? { ...r, ...change } : r)));
  const columns: RowColumn[] = [
    {
      key: 'view',
      title: t('kiosk.view'),
      cell: (key) => (
        <SelectField
          label={t('kiosk.view')}
          value={rowOf(key)?.view ?? ''}
          onChange={(value) => put(key, { view: wallViews.find((v) => v === value) ?? 'tour' })}
          options={wallViews.map((value) => ({ value, label: t(`kiosk.view.${value}`) }))}
        />
      ),
    },
    {
      key: 'organization',
      title: t('kiosk.scope'),
      cell: (key) =>
        rowOf(key)?.view === 'map' && (
          <TreeSelect
            label={t('kiosk.scope')}
            nodes={nodes}
            value={rowOf(key)?.organizationId ?? ''}
            onChange={(organizationId) => put(key, { organizationId })}
          />
        ),
    },
    {
      key: 'seconds',
      title: t('kiosk.seconds'),
      width: '104px',
      cell: (key) => (
        <TextField
          label={t('kiosk.seconds')}
          inputMode="numeric"
          maxLength={4}
          end={t('kiosk.secondsUnit')}
          value={rowOf(key)?.seconds ?? ''}
          onChange={(seconds) => put(key, { seconds })}
        />
      ),
    },
  ];
  return (
    <RowsEditor
      label={t('kiosk.playlist')}
      rows={rows.map((r) => r.key)}
      columns={columns}
      stampOf={(key) => JSON.stringify([rowOf(key), nodes.length])}
      nameOf={(key) => t(`kiosk.view.${rowOf(key)?.view ?? 'tour'}`)}
      onChange={(keys) => onChange(keys.flatMap((key) => rowOf(key) ?? []))}
      onAdd={() => onChange([...rows, { key: `s${added.current++}`, view: 'sos', organizationId: '', seconds: '30' }])}
      most={maxWallSteps}
      add={t('kiosk.viewAdd')}
      empty={t('kiosk.viewNone')}
      error={error}
    />
  );
}
