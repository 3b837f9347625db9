import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { session } from '@headland/contracts/session';
import { startServer, type TestServer } from '../../testing/server';
import { SessionModule } from './session.module';

let server: TestServer;
beforeAll(async () => {
  server = await startServer([SessionModule], {
    config: {
      DEVELOPMENT: true,
      MAP_TILE_URL: 'https://tiles.test/{z}/{x}/{y}.png',
      MAP_ATTRIBUTION: 'Somebody',
      MAP_LINK_URL: 'https://maps.test/?q={lat},{lon}',
      QUERY_MAX_DAYS: 7,
    },
  });
});
afterAll(() => server.stop());

const accounts = async () => (await server.call(session.config, {}, null)).demoAccounts;
const leave = (text: string) => writeFileSync(join(server.config.DATA_DIR, 'demo.json'), text);

it('a console gets the settings of its installation', async () => {
  expect(await server.call(session.config, {}, null)).toMatchObject({
    development: true,
    mapLayer: 'tiles',
    mapLayers: [{ id: 'tiles', kind: 'raster', url: 'https://tiles.test/{z}/{x}/{y}.png', attribution: 'Somebody' }],
    mapLink: 'https://maps.test/?q={lat},{lon}',
    queryMaxDays: 7,
  });
});

it('a development start names the demo accounts, never their passwords', async () => {
  expect(await accounts()).toEqual([]);
  leave(
    JSON.stringify({
      accounts: [{ id: 'dealer1', password: 'a-secret', groupType: 'DEALER', role: 'ADMIN', organization: 'Nami' }],
    }),
  );
  expect(await accounts()).toEqual([{ id: 'dealer1', groupType: 'DEALER', role: 'ADMIN', organization: 'Nami' }]);
  leave('{ half a fi');
  expect(await accounts()).toEqual([]);
});
