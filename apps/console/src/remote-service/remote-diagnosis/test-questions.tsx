import { chakra, Flex } from '@chakra-ui/react';
import type { TestRun } from '@headland/contracts/diagnosis';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { answerRefusal } from '@headland/domain/diagnosis/questions';
import { confirmLabel } from '@headland/i18n/diagnosis-labels';
import { Camera } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { ImageField } from '../../ui/image-field';
import { useDiagnosisFormatter } from './diagnosis-labels';
import { unitOf } from './recorded-values';
import type { Answer, Session } from './use-session';

type Question = TestRun['toConfirm'][number];

/** Questions for somebody on site; an answer is final. */
export function TestQuestions({ run, confirm }: { run: TestRun; confirm: Session['confirm'] }) {
  const { t } = useI18n();
  const [sent, setSent] = useState<string | null>(null);
  const send = (answer: Answer): void => {
    setSent(answer.key);
    void confirm(run.id, answer).finally(() => setSent(null));
  };
  return (
    <chakra.div mb="3" px="3" py="2" borderRadius="card" bg="watch.soft">
      <chakra.h3 textStyle="label" color="watch.ink">
        {t('tests.answer')}
      </chakra.h3>
      {run.toConfirm.map((question) =>
        question.item === null ? (
          <YesOrNo key={question.key} question={question} busy={sent === question.key} send={send} />
        ) : (
          <SeenValue
            key={question.key}
            question={question}
            item={question.item}
            busy={sent === question.key}
            send={send}
          />
        ),
      )}
    </chakra.div>
  );
}

interface Props {
  question: Question;
  busy: boolean;
  send: (answer: Answer) => void;
}

/** With a photo if the question requires one: a "yes" without it is no proof. */
function YesOrNo({ question: { key, photo }, busy, send }: Props) {
  const { t } = useI18n();
  const formatter = useDiagnosisFormatter();
  const [image, setImage] = useState('');
  const [sending, setSending] = useState(false);
  const photos = image === '' ? [] : [image];
  const isPhotoMissing = photo && (image === '' || sending);
  return (
    <Flex role="group" aria-label={confirmLabel(formatter, key)} gap="2" align="center" mt="1.5" wrap="wrap">
      <chakra.span flex="1">{confirmLabel(formatter, key)}</chakra.span>
      <Button
        busy={busy}
        disabled={isPhotoMissing}
        reason={t('field.photo')}
        onClick={() => send({ key, answer: true, photos })}
      >
        {t('tests.yes')}
      </Button>
      <Button busy={busy} disabled={sending} onClick={() => send({ key, answer: false, photos })}>
        {t('tests.no')}
      </Button>
      {photo && (
        <chakra.div flexBasis="100%">
          <ImageField
            label={t('tests.photo')}
            required
            value={image}
            onChange={setImage}
            fallback={<Camera size={20} aria-hidden />}
            onBusy={setSending}
          />
        </chakra.div>
      )}
    </Flex>
  );
}

/**
 * A value that is read on site and compared with the unit's own. An invalid one is shown at its field, and not sent.
 */
function SeenValue({ question, item, busy, send }: Props & { item: string }) {
  const { t, number } = useI18n();
  const formatter = useDiagnosisFormatter();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  const value = text.trim() === '' ? Number.NaN : Number(text.trim());
  const sound = Number.isFinite(value) && answerRefusal(question, value, 0) === null;
  const known = monitorItems.get(item);
  const range = { min: number(known?.min), max: number(known?.max), unit: unitOf(item) };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setRefused(!sound);
    if (sound && !busy) send({ key: question.key, answer: value });
  };
  return (
    <Flex as="form" gap="2" align="flex-start" mt="1.5" wrap="wrap" onSubmit={submit}>
      <TextField
        label={confirmLabel(formatter, question.key)}
        value={text}
        onChange={setText}
        inputMode="decimal"
        end={range.unit}
        help={known && t('tests.seenRange', range)}
        error={refused && !sound ? (known ? 'tests.seenRange' : 'field.num') : undefined}
        errorValues={range}
      />
      {/* beside the field, below its label; on a phone under it */}
      <Button type="submit" mt={{ base: '0', md: '23px' }} busy={busy} disabled={text.trim() === ''}>
        {t('tests.keepAnswer')}
      </Button>
    </Flex>
  );
}
