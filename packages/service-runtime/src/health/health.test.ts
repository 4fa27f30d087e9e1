import { createHealth } from './health.js';

describe('createHealth', () => {
  it('is ready once every dependency was reached', () => {
    const health = createHealth({ dependencies: ['log', 'clickhouse'] });

    expect(health.isReady()).toBe(false);
    health.reached('log');
    expect(health.report()).toEqual({
      status: 'starting',
      dependencies: { log: { state: 'reached' }, clickhouse: { state: 'waiting' } },
    });
    health.reached('clickhouse');
    expect(health.isReady()).toBe(true);
  });

  it('stays ready when a dependency is lost, and shows the reason until it is reached again', () => {
    const health = createHealth({ dependencies: ['clickhouse'] });
    health.reached('clickhouse');

    health.lost('clickhouse', 'connection refused');
    expect(health.isReady()).toBe(true);
    expect(health.report().dependencies).toEqual({
      clickhouse: { state: 'lost', reason: 'connection refused' },
    });

    health.reached('clickhouse');
    expect(health.report().dependencies).toEqual({ clickhouse: { state: 'reached' } });
  });

  it('is not ready while a dependency that was never reached fails', () => {
    const health = createHealth({ dependencies: ['clickhouse'] });

    health.lost('clickhouse', 'connection refused');

    expect(health.isReady()).toBe(false);
  });

  it('shows warnings until they are removed, and stays ready', () => {
    const health = createHealth({ dependencies: [] });

    health.warn('lost_messages', '3 messages were lost');
    const { status, warnings } = health.report();
    health.warn('lost_messages', undefined);

    expect([status, warnings]).toEqual(['ready', { lost_messages: '3 messages were lost' }]);
    expect(health.report()).toEqual({ status: 'ready', dependencies: {} });
  });

  it('is not ready while it drains', () => {
    const health = createHealth({ dependencies: [] });
    expect(health.isReady()).toBe(true);

    health.startDraining();

    expect(health.report().status).toBe('draining');
    expect(health.isReady()).toBe(false);
  });
});
