import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { CommandBus, ICommand } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import type { Config } from '../config';
import type { Collector } from './otlp';
import { step, within, type Span, type SpanOptions } from './span';

/** Which traces begin: those of calls for help, faults and changes all of them, the frequent ones by OTEL_TRACES_SAMPLER_ARG. */
export type Sampled = 'always' | 'ratio';

/**
 * Where traces begin, and where they go on from a row or a job of another process. Steps between need no service
 * (`step`). Without OTEL_EXPORTER_OTLP_ENDPOINT nothing is loaded, and each of these only does the work.
 */
export class Tracing implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly collector: Collector | null = null,
    private readonly ratio = 0,
    private readonly commands: CommandBus | null = null,
  ) {}

  get isOn(): boolean {
    return this.collector !== null;
  }

  /** Each command inside a trace is a step of it. */
  onModuleInit(): void {
    if (this.collector === null || this.commands === null) return;
    const { commands } = this;
    const execute = commands.execute.bind(commands) as (...args: unknown[]) => Promise<unknown>;
    commands.execute = ((command: ICommand, ...rest: unknown[]) =>
      step(`command ${command.constructor.name}`, () => execute(command, ...rest))) as CommandBus['execute'];
  }

  /** What has ended is sent, for as long as a collector may take. */
  async onApplicationShutdown(): Promise<void> {
    await this.collector?.close();
  }

  /** The first span of a trace; null where it is not sampled. Who began it ends it. */
  begin(name: string, sampled: Sampled, options: SpanOptions = {}): Span | null {
    return this.collector !== null && this.isChosen(sampled) ? this.collector.begin(name, options) : null;
  }

  private isChosen(sampled: Sampled): boolean {
    return sampled === 'always' || Math.random() < this.ratio;
  }

  /** Work that a trace begins with. `options` is asked for where it is sampled. */
  root<T>(name: string, sampled: Sampled, options: () => SpanOptions, work: () => T): T {
    const { collector } = this;
    if (collector === null || !this.isChosen(sampled)) return work();
    return within(collector.begin(name, options()), work);
  }

  /** A part of the trace that another process, or this one earlier, has begun; without one, only the work. */
  continued<T>(from: string | null | undefined, name: string, options: () => SpanOptions, work: () => T): T {
    const { collector } = this;
    if (collector === null || from == null) return work();
    const span = collector.proceed(from, name, options());
    return span === null ? work() : within(span, work);
  }
}

/** Of processes and specs that trace nothing. */
export const noTracing = new Tracing();

export async function openTracing(config: Config, commands: CommandBus, log: Logger): Promise<Tracing> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return noTracing;
  const { openCollector } = await import('./otlp');
  const collector = openCollector(
    { endpoint, headers: config.OTEL_EXPORTER_OTLP_HEADERS, service: `headland-${config.RUN.join('-')}` },
    log,
  );
  return new Tracing(collector, config.OTEL_TRACES_SAMPLER_ARG, commands);
}
