import { chakra, Flex } from '@chakra-ui/react';
import { categories } from '@headland/contracts/category';
import { englishName, koreanName } from '@headland/contracts/fields';
import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { StateMark } from '../../ui/state-mark';
import { toast } from '../../ui/toast';

interface Names {
  nameKo: string;
  nameEn: string;
}
interface Form {
  values: Names;
  set: (name: 'nameKo' | 'nameEn', value: string) => void;
}
type Answer = Record<keyof Names, boolean>;
const textOf = ({ nameKo, nameEn }: Names): string => `${nameKo.trim()}\n${nameEn.trim()}`;

/** Whether no other category has the names: asked by a button, and good for as long as they are not changed. */
export function useNamesCheck({ values, set }: Form, own: (Names & { id: number }) | undefined) {
  const { problemLine } = useI18n();
  const [checked, setChecked] = useState<{ of: string; free: Answer }>();
  const [busy, setBusy] = useState(false);
  const unchanged = own !== undefined && textOf(own) === textOf(values);
  const current = checked?.of === textOf(values) ? checked.free : null;
  const wellFormed = koreanName.safeParse(values.nameKo).success && englishName.safeParse(values.nameEn).success;
  const latest = useRef(values);
  useEffect(() => void (latest.current = values), [values]);
  const check = async (): Promise<void> => {
    const { nameKo, nameEn } = values;
    setBusy(true);
    try {
      const free = await call(categories.namesFree, {
        query: { nameKo, nameEn, ...(own ? { except: own.id } : {}) },
      });
      setChecked({ of: textOf(values), free });
      // what was said of the name before is no longer true; what was typed meanwhile stays
      set('nameKo', latest.current.nameKo);
    } catch (error) {
      toast(problemLine(error), 'now');
    }
    setBusy(false);
  };
  const isFree = (names: Names): boolean =>
    (own !== undefined && textOf(own) === textOf(names)) ||
    (checked?.of === textOf(names) && checked.free.nameKo && checked.free.nameEn);
  return { check, busy, current, unchanged, wellFormed, isFree };
}

export function NamesCheck({
  check: { check, busy, current, unchanged, wellFormed },
}: {
  check: ReturnType<typeof useNamesCheck>;
}) {
  const { t } = useI18n();
  const taken = current && (['nameKo', 'nameEn'] as const).filter((name) => !current[name]);
  return (
    <Flex gridColumn="1 / -1" gap="3" align="center" wrap="wrap" mt="-1">
      <Button busy={busy} disabled={unchanged || !wellFormed} onClick={() => void check()}>
        {t('category.check')}
      </Button>
      <chakra.span role="status" textStyle="small" color={taken && taken.length > 0 ? 'now.ink' : 'ink2'}>
        {taken && taken.length > 0 && (
          <Flex as="span" display="inline-flex" gap="5px" align="center">
            <StateMark state="now" size={9} />
            {taken.map((name) => t(`category.field.${name}`)).join(', ')}: {t('field.nameTaken')}
          </Flex>
        )}
        {taken?.length === 0 && t('category.namesFree')}
      </chakra.span>
    </Flex>
  );
}
