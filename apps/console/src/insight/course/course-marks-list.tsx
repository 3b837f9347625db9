import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { Card } from '../../ui/panel';
import { StateMark } from '../../ui/state-mark';
import { useMarkText } from './course-mark-text';
import { type Mark, pathOfMark } from './course-marks';

/** The server sends no more of each kind. */
const mostMarks = 500;

/** The marks of the charts as links, newest first, for keyboard and screen reader. */
export function CourseMarksList({ marks }: { marks: readonly Mark[] }) {
  const { t, number } = useI18n();
  const textOf = useMarkText();
  if (marks.length === 0) return null;
  const isCut = (['fault', 'sos'] as const).some((kind) => marks.filter((m) => m.kind === kind).length >= mostMarks);
  return (
    <Card as="details" gridColumn="1 / -1" px="4" py="2">
      <chakra.summary cursor="pointer" textStyle="strong" py="1">
        {t('course.marks')}{' '}
        <chakra.span className="num" textStyle="dense" color="ink3">
          {number(marks.length)}
        </chakra.span>
      </chakra.summary>
      {isCut && (
        <chakra.p textStyle="small" color="ink2" py="1">
          {t('course.marksCut', { n: number(mostMarks) })}
        </chakra.p>
      )}
      <chakra.ul
        listStyleType="none"
        p="0"
        m="0"
        pt="1"
        maxH="260px"
        overflowY="auto"
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(auto-fill, minmax(340px, 1fr))' }}
        columnGap="4"
      >
        {marks.toReversed().map((mark) => (
          <chakra.li key={mark.key} display="flex" gap="2" alignItems="center" textStyle="dense" minH="7">
            <StateMark state={mark.state} />
            <chakra.span className="num" color="ink2">
              {momentText(mark.at)}
            </chakra.span>
            <chakra.span color="accent" _hover={{ textDecoration: 'underline' }}>
              <Link {...pathOfMark(mark)}>{textOf(mark)}</Link>
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
    </Card>
  );
}
