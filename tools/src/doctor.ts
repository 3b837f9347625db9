import { serverCommand } from './run/server-command';
import { readSettings } from './run/settings';
import { sentenceOf } from './run/stop-with';

/** `npm run doctor [-- --json …]`: what is set wrongly around the installation of the environment, or of this checkout while it runs (docs/operations.md). */
async function doctor(): Promise<number> {
  const settings = readSettings(process.env, []);
  // what this checkout starts by itself, where the environment names nothing else
  process.env.MQTT_URL ||= `mqtt://127.0.0.1:${settings.mqttPort}`;
  process.env.PORT ||= String(settings.port);
  if (settings.databaseUrl === undefined) {
    process.env.PUBLIC_URL ||= settings.url;
    process.env.DEVELOPMENT ||= 'true';
  }
  return serverCommand(['doctor', ...process.argv.slice(2)], { withKeys: true, judgesServices: true });
}

doctor().then(
  (code) => process.exit(code),
  (e: unknown) => {
    console.error(sentenceOf(e));
    process.exit(1);
  },
);
