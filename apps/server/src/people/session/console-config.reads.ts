import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { groupTypes, roles } from '@headland/contracts/access';
import type { Reply } from '@headland/contracts/endpoint';
import type { session } from '@headland/contracts/session';
import { CONFIG, type Config } from '../../platform/config';
import { type BaseMaps, readBaseMaps } from '../../platform/map-layers';
import { version } from '../../../package.json';

const DemoFile = z.object({
  accounts: z.array(
    z.object({ id: z.string(), groupType: z.enum(groupTypes), role: z.enum(roles), organization: z.string() }),
  ),
});

/** What a console must know before it starts. Its version changes with its files: a screen that runs for months sees that it is old. */
@Injectable()
export class ConsoleConfig {
  private readonly version: string;
  private readonly maps: BaseMaps;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.version = `${version}${buildOf(config.PUBLIC_DIR)}`;
    this.maps = readBaseMaps(config);
  }

  async read(): Promise<Reply<typeof session.config>> {
    const { DEVELOPMENT, MAP_LINK_URL, GEOCODER_URL, QUERY_MAX_DAYS, PRODUCT_TIME_ZONE, SHOP_HOST } = this.config;
    const { OIDC_ISSUER, OIDC_NAME, OWN_LOGIN } = this.config;
    return {
      version: this.version,
      development: DEVELOPMENT,
      mapLayers: this.maps.layers,
      mapLayer: this.maps.first,
      mapLink: MAP_LINK_URL ?? null,
      addressSearch: GEOCODER_URL !== undefined,
      signOn: OIDC_ISSUER === undefined ? null : { name: OIDC_NAME, only: OWN_LOGIN !== 'everybody' },
      queryMaxDays: QUERY_MAX_DAYS,
      productTimeZone: PRODUCT_TIME_ZONE,
      shopHost: SHOP_HOST,
      demoAccounts: DEVELOPMENT ? await this.demoAccounts() : [],
    };
  }

  /** Ids without passwords, from what the seed left; none where nothing was seeded. */
  private async demoAccounts(): Promise<z.output<typeof DemoFile>['accounts']> {
    try {
      return DemoFile.parse(JSON.parse(await readFile(join(this.config.DATA_DIR, 'demo.json'), 'utf8'))).accounts;
    } catch {
      return [];
    }
  }
}

function buildOf(folder: string | undefined): string {
  if (folder === undefined) return '';
  try {
    return `+${createHash('sha256')
      .update(readFileSync(join(folder, 'index.html')))
      .digest('hex')
      .slice(0, 8)}`;
  } catch {
    return '';
  }
}
