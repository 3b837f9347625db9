import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { Endpoint } from '@headland/contracts/endpoint';
import { appHeader } from '@headland/contracts/app';
import { fleetHeader } from '@headland/contracts/fleet-api';
import { apiKeyHeader } from '@headland/contracts/factory';
import { timeZone } from '@headland/contracts/fields';
import { accessHeader } from '@headland/contracts/session';
import { mayCall } from '@headland/domain/access';
import { AppReader } from './app-reader';
import { CONFIG, type Config } from './config';
import { FactoryKeys } from './factory-keys';
import { FleetReader } from './fleet-reader';
import { languageOf } from './problem.filter';
import { Problem } from './problem';
import { ENDPOINT } from './serve';
import { SessionReader } from './session-reader';
import { addressOf } from './trusted-proxies';
import type { CallerRequest } from './caller';

/** The one guard. It fails closed: a route without an endpoint object is refused, and so is anything unclear. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionReader,
    private readonly keys: FactoryKeys,
    private readonly app: AppReader,
    private readonly fleet: FleetReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // a socket is admitted at its handshake, for all that it sends
    if (context.getType() === 'ws') return true;
    const e = this.reflector.get<Endpoint | undefined>(ENDPOINT, context.getHandler());
    if (e === undefined)
      throw new Error(`${context.getClass().name}.${context.getHandler().name} has no endpoint object: add @Serve(…)`);
    const request = context.switchToHttp().getRequest<CallerRequest>();
    const zone = timeZone.safeParse(request.query.timeZone ?? this.config.PRODUCT_TIME_ZONE);
    if (!zone.success) throw new Problem('TIME_ZONE');
    if (e.allow === 'public') return true;
    if (e.allow === 'development') {
      if (this.config.DEVELOPMENT) return true;
      throw new Problem('NOT_FOUND');
    }
    const key = e.allow === 'factory' ? request.headers[apiKeyHeader]?.toString() : undefined;
    if (key) {
      request.machine = await this.keys.read(key, addressOf(request));
      return true;
    }
    // a staff session gets FORBIDDEN here, as everywhere else
    if (e.allow === 'app' && request.headers[accessHeader] === undefined) {
      const { accessToken, vinId } = request.params as Partial<Record<string, string>>;
      const customer = await (e.pathToken
        ? this.app.readPath(accessToken, vinId)
        : this.app.read(request.headers[appHeader]));
      // answers to a token in the address must not be cached on the way
      if (e.pathToken) context.switchToHttp().getResponse<Response>().setHeader('Cache-Control', 'no-store');
      request.customer = {
        ...customer,
        language: languageOf(request.headers['accept-language']),
        timeZone: zone.data,
        address: addressOf(request),
      };
      return true;
    }
    if (e.allow === 'fleet' && request.headers[accessHeader] === undefined) {
      request.fleetClient = await this.fleet.read(request.headers[fleetHeader], addressOf(request));
      return true;
    }
    const found = await this.sessions.read(request.headers[accessHeader]?.toString());
    if (found.fresh !== null) context.switchToHttp().getResponse<Response>().setHeader(accessHeader, found.fresh);
    request.caller = {
      ...found.caller,
      language: languageOf(request.headers['accept-language']),
      timeZone: zone.data,
      address: addressOf(request),
      agent: agentOf(request),
    };
    if (!mayCall(request.caller, e.allow)) throw new Problem('FORBIDDEN');
    return true;
  }
}

const agentOf = (request: CallerRequest): string | null => request.headers['user-agent']?.slice(0, 300) ?? null;
