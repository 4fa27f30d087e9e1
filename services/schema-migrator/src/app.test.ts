import { AppError } from '@spanhouse/service-runtime';
import { createRecordingLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import { type MigrationStep, migrateAll } from './app.js';

function away() {
  return new AppError('CLICKHOUSE_UNAVAILABLE', 'connection refused', { retryable: true });
}

function world() {
  const clock = new FakeClock();
  const { logger, lines } = createRecordingLogger();
  const ran: string[] = [];
  const step = (name: string, failures: readonly Error[] = []): MigrationStep => {
    const left = [...failures];
    return {
      name,
      run: () => {
        ran.push(name);
        const failure = left.shift();
        return failure ? Promise.reject(failure) : Promise.resolve({ applied: [1] });
      },
    };
  };
  const start = (steps: readonly MigrationStep[], timeoutMs = 10_000) =>
    migrateAll(steps, { clock, logger, timeoutMs });
  return { clock, lines, ran, step, start };
}

describe('migrateAll', () => {
  it('runs every step once, in order', async () => {
    const { ran, step, start, lines } = world();

    await start([step('clickhouse'), step('topics'), step('catalog')]);

    expect(ran).toEqual(['clickhouse', 'topics', 'catalog']);
    expect(lines.map(({ step: name, msg }) => [name, msg])).toEqual([
      ['clickhouse', 'migrated'],
      ['topics', 'migrated'],
      ['catalog', 'migrated'],
    ]);
  });

  it('waits for a starting backend before it continues with the next one', async () => {
    const { clock, ran, step, start } = world();

    const done = start([step('clickhouse', [away(), away()]), step('catalog')]);
    await clock.advance(5000);
    await done;

    expect(ran).toEqual(['clickhouse', 'clickhouse', 'clickhouse', 'catalog']);
  });

  it('rejects with the last failure after the time-out', async () => {
    const { clock, ran, step, start } = world();
    const failures = Array.from({ length: 1000 }, away);

    const done = expect(start([step('clickhouse', failures), step('catalog')])).rejects.toThrow(
      'connection refused',
    );
    await clock.advance(20_000);
    await done;

    expect(ran).not.toContain('catalog');
    expect(clock.pendingTimers).toBe(0);
  });

  it('stops at once after a failure that is not retryable', async () => {
    const { ran, step, start } = world();
    const changed = new AppError('MIGRATION_CHANGED', 'migration 2 has another checksum');

    await expect(start([step('clickhouse', [changed]), step('catalog')])).rejects.toBe(changed);

    expect(ran).toEqual(['clickhouse']);
  });
});
