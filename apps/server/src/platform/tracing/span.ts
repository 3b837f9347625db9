import { AsyncLocalStorage } from 'node:async_hooks';

export type Attributes = Record<string, string | number | boolean | undefined>;
export interface SpanOptions {
  kind?: 'server' | 'consumer' | 'producer';
  attributes?: Attributes;
  /** `machineNowMs`, where the work began before its span */
  startedAt?: number;
  /** what it follows from without being a part of it */
  links?: Span[];
}
/** Spans are in this machine's time, as what else it reports: epoch ms. */
export const machineNowMs = (): number => performance.timeOrigin + performance.now();

/** A step of a trace. The doors of the product know this alone; what makes spans is loaded where a collector is configured (`otlp.ts`). */
export interface Span {
  readonly traceId: string;
  /** by which another process goes on with the trace (W3C Trace Context) */
  readonly traceparent: string;
  child(name: string, options?: SpanOptions): Span;
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** with an error: the step failed */
  end(error?: unknown): void;
}

/** The step that runs. Never entered without a collector, which costs nothing then. */
const running = new AsyncLocalStorage<Span>();

/** The span around what runs now; undefined where nothing is traced. */
export const currentSpan = (): Span | undefined => running.getStore();
/** Goes into the rows and jobs by which another process continues. */
export const traceparent = (): string | undefined => running.getStore()?.traceparent;

/** Runs a step of the trace that runs now; without one, only the work. Ends with it, or with its promise. */
export function step<T>(name: string, work: () => T, options?: SpanOptions): T {
  const parent = running.getStore();
  return parent === undefined ? work() : within(parent.child(name, options), work);
}

/** Runs work inside a span, which ends with it, or with its promise. */
export function within<T>(span: Span, work: () => T): T {
  try {
    const result = running.run(span, work);
    if (result instanceof Promise)
      result.then(
        () => span.end(),
        (error: unknown) => span.end(error),
      );
    else span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** The same where something else ends the span. */
export const inside = <T>(span: Span, work: () => T): T => running.run(span, work);
