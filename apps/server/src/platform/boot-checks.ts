import type { INestApplication } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { Endpoint } from '@headland/contracts/endpoint';
import { ENDPOINT } from './serve';
import type { Config } from './config';
import { endpoints } from './endpoints';

/**
 * Refuses to start with an invalid configuration. Throws an Error with one line per problem, each with what to add or
 * move.
 */
export function checkEndpoints(app: INestApplication): void {
  const served = servedEndpoints(app);
  const problems: string[] = [];
  for (const { name, endpoint } of served)
    if (endpoint === undefined) problems.push(`${name} is a route without an endpoint object: use @Serve(…)`);
  const marked = served.flatMap((s) => (s.endpoint ? [s.endpoint] : []));
  for (const e of endpoints) {
    const times = marked.filter((m) => m === e).length;
    if (times !== 1) problems.push(`${e.method} ${e.path} is served ${times} times: it needs exactly one @Serve(…)`);
  }
  for (const e of marked)
    if (!endpoints.includes(e))
      problems.push(`${e.method} ${e.path} is not in platform/endpoints.ts: add its group there`);
  problems.push(...shadowed(marked));
  if (problems.length > 0)
    throw new Error(`The endpoints do not agree with what is served:\n  ${problems.join('\n  ')}`);
}

/** Does not prevent a start but leaves users stuck: a loud warning. A development start has its mailbox instead. */
export function gapsOf(config: Pick<Config, 'DEVELOPMENT' | 'SMS_URL' | 'PUBLIC_URL' | 'SMTP_URL'>): string[] {
  if (config.DEVELOPMENT) return [];
  return [
    ...(config.SMS_URL === undefined
      ? [
          'SMS_URL is not set: the codes of the login reach no phone, so no one can log in, and no text about an SOS goes out',
        ]
      : []),
    ...(config.SMTP_URL === undefined
      ? ['SMTP_URL is not set: sign-up links and temporary passwords are not sent']
      : []),
    ...(config.PUBLIC_URL === undefined ? ['PUBLIC_URL is not set: links in messages lead to localhost'] : []),
  ];
}

interface Served {
  name: string;
  endpoint: Endpoint | undefined;
}

/** Every handler of every controller with its metadata. A handler is a method with a path. */
export function servedEndpoints(app: INestApplication): Served[] {
  const reflector = app.get(Reflector);
  const scanner = new MetadataScanner();
  return app
    .get(DiscoveryService)
    .getControllers()
    .flatMap(({ instance, metatype }) => {
      if (typeof instance !== 'object' || instance === null) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, unknown>;
      return scanner.getAllMethodNames(prototype).flatMap((method) => {
        const handler = prototype[method];
        if (typeof handler !== 'function' || Reflect.getMetadata('path', handler) === undefined) return [];
        return [
          { name: `${metatype?.name}.${method}`, endpoint: reflector.get<Endpoint | undefined>(ENDPOINT, handler) },
        ];
      });
    });
}

/** Express uses the first route that matches: `/x/:id` declared before `/x/export` shadows it. */
export function shadowed(inOrder: Endpoint[]): string[] {
  return inOrder.flatMap((late, i) => {
    const early = inOrder
      .slice(0, i)
      .find((e) => e.method === late.method && e.path !== late.path && covers(e.path, late.path));
    return early
      ? [`${early.method} ${early.path} is declared before ${late.path} and would answer it: move it below`]
      : [];
  });
}

function covers(pattern: string, path: string): boolean {
  const a = pattern.split('/');
  const b = path.split('/');
  return a.length === b.length && a.every((part, i) => part.startsWith(':') || part === b[i]);
}
