import { courses, type CourseSubject } from '@headland/contracts/course';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { serverNow } from '../../lib/clock';
import { query } from '../../lib/session/session';
import type { CourseChoice } from './course-address';
import { type Course, withTail } from './course-rows';

/** While the server still counts older telemetry of the period. */
const countingMs = 15_000;
/** A finished interval is there some seconds after its end at the earliest. */
const lagMs = 20_000;
/** The last intervals of a day arrive after its midnight. */
const afterMidnightMs = 1_800_000;

const untilNextInterval = (bucketMs: number): number => bucketMs - (serverNow() % bucketMs) + lagMs;
const grows = ({ from, to }: Course): boolean => serverNow() >= from && serverNow() < to + afterMidnightMs;
/** When it is read again; false: what is past stays as it is. */
const readAgain = (course: Course | undefined): number | false => {
  if (course === undefined) return false;
  if (course.counting) return countingMs;
  return grows(course) ? untilNextInterval(course.bucketMs) : false;
};

/** The course of a choice. Of a period with today in it only today is read again, after each interval. */
export function useCourse(subject: CourseSubject, id: number, { from, to, vehicle, values }: CourseChoice) {
  const asked = (first: string) =>
    query(courses.read, {
      params: { subject, id },
      query: { from: first, to, values: [...values], ...(typeof vehicle === 'number' && { vehicleId: vehicle }) },
    });
  const enabled = vehicle !== undefined;
  const main = useQuery({
    ...asked(from),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.counting || from === to ? readAgain(data) : false,
  });
  const { data } = main;
  const tail = useQuery({
    ...asked(to),
    enabled: enabled && from !== to && data !== undefined && !main.isPlaceholderData && grows(data),
    staleTime: 60_000,
    refetchInterval: ({ state }) => readAgain(state.data),
  });
  const other = main.isPlaceholderData;
  const course = useMemo(
    () => (data === undefined || other ? data : withTail(data, tail.data)),
    [data, other, tail.data],
  );
  return { course, error: main.error, refetch: main.refetch, isOther: other };
}
