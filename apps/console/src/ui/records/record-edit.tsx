import { Fragment, type ReactNode, useState } from 'react';

export interface RecordState<R> {
  /** what the form began with */
  start: R;
  /** what was read last */
  newest: R;
  /** reads the record again, below what is typed */
  refresh: () => void;
  /** reads it again and begins anew with it */
  reload: () => void;
  /** begins anew with this */
  begin: (record: R) => void;
}

interface Props<R> {
  newest: R;
  refetch: () => Promise<R | null | undefined>;
  children: (state: RecordState<R>) => ReactNode;
}

/** Keeps what was loaded below what one types: later reads of the same record change neither, only a reload begins the form anew. */
export function RecordEdit<R extends { version: number }>({ newest, refetch, children }: Props<R>) {
  const [start, setStart] = useState(newest);
  return (
    <Fragment key={start.version}>
      {children({
        start,
        newest,
        refresh: () => void refetch(),
        reload: () => void refetch().then((now) => now && setStart(now)),
        begin: setStart,
      })}
    </Fragment>
  );
}
