import { expect, it } from 'vitest';
import { SessionModule } from '../../people/session/session.module';
import { startServer } from '../../testing/server';
import { LiveModule } from './live.module';

it.each(['api', 'jobs'] as const)('a process of %s ends without an error', async (role) => {
  const server = await startServer([SessionModule, LiveModule], { config: { RUN: [role] } });
  await expect(server.stop()).resolves.toBeUndefined();
});
