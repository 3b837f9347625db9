import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it came to the collector; numbers and texts alike are in `attributes`. */
export interface ReceivedSpan {
  name: string;
  service: string;
  traceId: string;
  spanId: string;
  /** '' of the first one */
  parent: string;
  kind: number;
  attributes: Record<string, unknown>;
  links: string[];
  failed: boolean;
}
interface Otlp {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        name: string;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        kind: number;
        attributes: Attribute[];
        links?: { traceId: string }[];
        status: { code?: number };
      }[];
    }[];
  }[];
}
type Attribute = { key: string; value: Record<string, unknown> };
const valuesOf = (list: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

export interface TraceCollector {
  url: string;
  spans: ReceivedSpan[];
  requests: { path: string; headers: Record<string, unknown> }[];
  /** what it answers: it takes spans, refuses them, or never answers */
  mood: 'takes' | 'refuses' | 'hangs';
  close: () => Promise<void>;
}

/** An OpenTelemetry collector: OTLP over HTTP, in JSON. */
export async function openTraceCollector(): Promise<TraceCollector> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      collector.requests.push({ path: `${request.method} ${request.url}`, headers: request.headers });
      if (collector.mood === 'hangs') return;
      if (collector.mood === 'takes')
        collector.spans.push(...spansOf(JSON.parse(String(Buffer.concat(chunks))) as Otlp));
      response.writeHead(collector.mood === 'takes' ? 200 : 503, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: TraceCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    requests: [],
    mood: 'takes',
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return collector;
}

const spansOf = ({ resourceSpans }: Otlp): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        name: span.name,
        service: String(valuesOf(resource.attributes)['service.name']),
        traceId: span.traceId,
        spanId: span.spanId,
        parent: span.parentSpanId ?? '',
        kind: span.kind,
        attributes: valuesOf(span.attributes),
        links: (span.links ?? []).map(({ traceId }) => traceId),
        failed: span.status.code === 2,
      })),
    ),
  );
