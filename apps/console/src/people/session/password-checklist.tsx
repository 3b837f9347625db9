import { chakra, Flex } from '@chakra-ui/react';
import { passwordClasses } from '@headland/contracts/fields';
import { Check, Circle } from 'lucide-react';
import { useT } from '../../lib/i18n';

/** What a new password has and what it still lacks, as it is typed: three of the four classes will do. */
export function PasswordChecklist({ password }: { password: string }) {
  const t = useT();
  const has = passwordClasses(password);
  const classes = Object.values(has).filter(Boolean).length;
  const rows = [
    { text: t('password.length'), met: password.length >= 8 && password.length <= 20 && !/\s/u.test(password) },
    { text: t('password.classes', { n: classes }), met: classes >= 3 },
  ];
  return (
    <chakra.div
      role="group"
      aria-label={t('password.rules')}
      textStyle="small"
      color="ink2"
      bg="sunken"
      border="1px solid"
      borderColor="line"
      borderRadius="control"
      px="3"
      py="2.5"
    >
      <chakra.p mb="1.5">{t('password.hint')}</chakra.p>
      <chakra.ul display="grid" gap="0.5">
        {rows.map((row) => (
          <Row key={row.text} {...row} />
        ))}
      </chakra.ul>
      <chakra.ul display="grid" gridTemplateColumns="1fr 1fr" gap="0.5" pl="5" mt="0.5">
        {(['upper', 'lower', 'digit', 'special'] as const).map((name) => (
          <Row key={name} text={t(`password.class.${name}`)} met={has[name]} />
        ))}
      </chakra.ul>
    </chakra.div>
  );
}

function Row({ text, met }: { text: string; met: boolean }) {
  const t = useT();
  return (
    <Flex
      as="li"
      gap="1.5"
      align="center"
      color={met ? 'ink' : 'ink3'}
      fontWeight={met ? '500' : '400'}
      data-met={met || undefined}
    >
      <chakra.span color={met ? 'accent' : 'ink3'} display="inline-flex" flexShrink={0} aria-hidden>
        {met ? <Check size={14} strokeWidth={2.2} /> : <Circle size={14} strokeWidth={1.4} />}
      </chakra.span>
      {text}
      <span className="sr">{t(met ? 'password.met' : 'password.unmet')}</span>
    </Flex>
  );
}
