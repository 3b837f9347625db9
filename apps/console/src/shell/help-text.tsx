import { chakra } from '@chakra-ui/react';
import { helpParts, type HelpText } from '@headland/i18n/help/help';
import { useI18n } from '../lib/i18n';
import { Kbd } from '../ui/kbd';

/** A text of the help: words of the screen are bold, keys look like keys. */
export function Said({ text }: { text: HelpText }) {
  const { t, language } = useI18n();
  return helpParts(text[language], t).map(({ kind, text: said }, i) =>
    kind === 'key' ? (
      <Kbd key={i}>{said}</Kbd>
    ) : kind === 'word' ? (
      <chakra.b key={i} fontWeight="600" color="ink">
        {said}
      </chakra.b>
    ) : (
      said
    ),
  );
}
