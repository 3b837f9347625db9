import { expect, it } from 'vitest';
import { exportInstallation, ingestMetrics, metricsText } from './metrics';

it('what the single duties have found ends with them: another process says it from then on', async () => {
  exportInstallation(true);
  ingestMetrics.defaultRows.set(12);
  ingestMetrics.daysToRewrite.set(380);
  expect(await metricsText()).toMatch(/^headland_telemetry_default_partition_rows 12$/mu);
  exportInstallation(false);
  const stoodDown = await metricsText();
  expect(stoodDown).not.toContain('headland_telemetry_default_partition_rows');
  expect(stoodDown).not.toContain('headland_telemetry_days_to_rewrite');
});
