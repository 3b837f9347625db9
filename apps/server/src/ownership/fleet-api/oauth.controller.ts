import { Controller, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { fleetApi, fleetTokenSeconds } from '@headland/contracts/fleet-api';
import { Problem } from '../../platform/problem';
import { Serve } from '../../platform/serve';
import { addressOf } from '../../platform/trusted-proxies';
import { FleetAccess } from './fleet-access';
import { clientFrom } from './oauth-client';
import { OAuthProblemFilter } from './oauth-problem.filter';

/** Tokens of the Fleet API by client credentials, RFC 6749. */
@Controller()
@UseFilters(OAuthProblemFilter)
export class OAuthController {
  constructor(private readonly access: FleetAccess) {}

  @Serve(fleetApi.token)
  async token(
    { body }: Parsed<typeof fleetApi.token>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply<typeof fleetApi.token>> {
    if (!body.grant_type) throw new Problem('E0001', {}, { grant_type: 'field.req' });
    if (body.grant_type !== 'client_credentials') throw new Problem('OAUTH_GRANT_TYPE');
    const client = clientFrom(request.headers.authorization, body);
    if ('error' in client)
      throw client.error === 'invalid_client'
        ? new Problem('WRONG_CREDENTIALS')
        : new Problem('E0001', {}, { client_id: 'field.invalid' });
    const access_token = await this.access.token(client, addressOf(request));
    response.setHeader('cache-control', 'no-store').setHeader('pragma', 'no-cache');
    return { access_token, token_type: 'Bearer', expires_in: fleetTokenSeconds, scope: 'fleet' };
  }
}
