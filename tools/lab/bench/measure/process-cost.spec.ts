import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { CostMeter, costOf } from './process-cost';

describe.runIf(process.platform === 'linux')('process cost', () => {
  it('sees the CPU that this process burns, about as process.cpuUsage does', () => {
    const meter = new CostMeter({ me: [process.pid], nobody: [] });
    const before = process.cpuUsage();
    let own = process.cpuUsage(before);
    while (own.user + own.system < 200_000) own = process.cpuUsage(before);
    const cost = meter.stop();
    expect(cost.cpuS.me).toBeGreaterThan(0.1);
    // the clock of /proc ticks every 10 ms
    expect(Math.abs(cost.cpuS.me - (own.user + own.system) / 1e6)).toBeLessThan(0.1);
    expect(cost.cpuS.nobody).toBe(0);
    expect(cost.rssBytes.me).toBeGreaterThan(10 * 1024 * 1024);
  });

  it('counts a grandchild with its ancestor', async () => {
    const burn =
      'let u;do{u=process.cpuUsage()}while(u.user+u.system<400000);process.stdout.write("burnt");setInterval(()=>{},1e6)';
    const child = spawn(
      process.execPath,
      [
        '-e',
        `require('child_process').spawn(process.execPath,['-e',${JSON.stringify(burn)}],{stdio:'inherit'});setInterval(()=>{},1e6)`,
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      },
    );
    try {
      await once(child.stdout, 'data');
      expect(costOf(child.pid ?? 0).cpuS).toBeGreaterThan(0.2);
    } finally {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    }
  });

  it('counts a process that is gone as zero', () => {
    expect(costOf(2 ** 22 + 5)).toEqual({ cpuS: 0, rssBytes: 0 });
  });
});
