import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as OtelSpan,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Attributes, Span, SpanOptions } from './span';

/** Where spans go. */
export interface Collector {
  /** The first span of a trace. */
  begin(name: string, options: SpanOptions): Span;
  /** The next one of `traceparent`; null where that names nothing that is recorded. */
  proceed(traceparent: string, name: string, options: SpanOptions): Span | null;
  /** Sends what has ended; gives up after two seconds. Never rejects. */
  close(): Promise<void>;
}

/** A trace is seen a few seconds after it happened. */
const sendEveryMs = 2_000;
/** Spans that wait for the collector, in memory; what is above is dropped. */
const mostWaiting = 2_048;
const sendWithinMs = 5_000;
/** How long the end of a process waits for the collector. */
const closeWithinMs = 2_000;
/** A collector that is away is a line of the log now and then, not one for each span. */
const complainEveryMs = 60_000;

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, producer: SpanKind.PRODUCER };

/** Spans go to `<endpoint>/v1/traces` as OTLP in JSON, in the background. Nothing that the collector does is seen by the work. */
export function openCollector(
  { endpoint, headers, service }: { endpoint: string; headers: Record<string, string>; service: string },
  log: Logger,
): Collector {
  complainTo(log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'headland',
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${endpoint.replace(/\/+$/u, '')}/v1/traces`,
          headers,
          timeoutMillis: sendWithinMs,
        }),
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: sendWithinMs,
        maxQueueSize: mostWaiting,
      }),
    ],
    forceFlushTimeoutMillis: closeWithinMs,
  });
  const tracer = provider.getTracer('headland');
  return {
    begin: (name, options) => new TracedSpan(tracer, ROOT_CONTEXT, name, options),
    proceed: (traceparent, name, options) => {
      const context = contextOf(traceparent);
      return context === null ? null : new TracedSpan(tracer, context, name, options);
    },
    close: () =>
      Promise.race([provider.shutdown().catch(() => undefined), wait(closeWithinMs, undefined, { ref: false })]),
  };
}

class TracedSpan implements Span {
  private readonly span: OtelSpan;
  private readonly context: Context;

  constructor(
    private readonly tracer: Tracer,
    parent: Context,
    name: string,
    { kind, attributes = {}, startedAt, links = [] }: SpanOptions,
  ) {
    this.span = tracer.startSpan(
      name,
      {
        kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind],
        attributes,
        ...(startedAt === undefined ? {} : { startTime: startedAt }),
        links: links.filter((link) => link instanceof TracedSpan).map((link) => ({ context: link.span.spanContext() })),
      },
      parent,
    );
    this.context = trace.setSpan(parent, this.span);
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  get traceparent(): string {
    const { traceId, spanId } = this.span.spanContext();
    return `00-${traceId}-${spanId}-01`;
  }

  child(name: string, options: SpanOptions = {}): Span {
    return new TracedSpan(this.tracer, this.context, name, options);
  }

  set(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  end(error?: unknown): void {
    if (error !== undefined) {
      // its text may have what a trace must not have; the log has it, under the same trace
      this.span.setAttribute('error.type', typeOf(error));
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end();
  }
}

const typeOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'error';
};

/** Only what we write ourselves is continued: version 00, recorded. */
function contextOf(traceparent: string): Context | null {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/u.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined) return null;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

function complainTo(log: Logger): void {
  let last = -Infinity;
  const complain = (text: string, ...more: unknown[]): void => {
    if (performance.now() - last < complainEveryMs) return;
    last = performance.now();
    log.warn({ error: [text, ...more].map(String).join(' ').slice(0, 500) }, 'traces do not reach their collector');
  };
  const nothing = (): void => undefined;
  diag.setLogger(
    { error: complain, warn: complain, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
