import { type Display, displays, type PostingState, postingStates } from '@headland/contracts/posting';
import { useI18n } from '../../lib/i18n';
import { FilterSelect } from '../filter-bar';

/** Filter by the state of the posting. */
export function PostingStateFilter({
  value,
  onApply,
}: {
  value: PostingState | undefined;
  onApply: (state: PostingState | undefined) => void;
}) {
  const { t } = useI18n();
  return (
    <FilterSelect
      label={t('posting.state')}
      value={value}
      options={postingStates.map((state) => ({ value: state, label: t(`posting.${state}`) }))}
      onApply={(picked) => onApply(postingStates.find((state) => state === picked))}
    />
  );
}

export function DisplayFilter({
  value,
  onApply,
}: {
  value: Display | undefined;
  onApply: (display: Display | undefined) => void;
}) {
  const { t } = useI18n();
  return (
    <FilterSelect
      label={t('display.label')}
      value={value}
      options={displays.map((display) => ({ value: display, label: t(`display.${display}`) }))}
      onApply={(picked) => onApply(displays.find((display) => display === picked))}
    />
  );
}
