import { FakeClock } from '../testing/fake-clock.js';
import { createRecordingLogger } from '../testing/silent-logger.js';
import { createFailureLog } from './failure-log.js';
import { badRequest, internalError, notYetVisible, serviceUnavailable } from './http-problem.js';

function setUp() {
  const { logger, lines } = createRecordingLogger('info');
  const clock = new FakeClock();
  return { lines, clock, log: createFailureLog({ logger, clock }) };
}

const away = () => serviceUnavailable('log_unavailable', 1, new Error('no broker'));

describe('createFailureLog', () => {
  it('says once in ten seconds that something is away, and how often it was', async () => {
    const { lines, clock, log } = setUp();
    for (let at = 0; at < 100; at += 1) log.report(away(), { requestId: `r${at}` });
    const first = lines.length;

    await clock.advance(10_000);
    log.report(away(), { requestId: 'last' });

    expect(first).toBe(1);
    expect(lines).toMatchObject([
      { level: 'warn', msg: 'requests fail', requestId: 'r0', suppressed: 0 },
      { level: 'warn', msg: 'requests fail', requestId: 'last', suppressed: 99 },
    ]);
    expect(lines[0]).toMatchObject({ err: { message: 'no broker' } });
  });

  it('keeps what is away apart', () => {
    const { lines, log } = setUp();

    log.report(away(), {});
    log.report(serviceUnavailable('storage_unavailable', 1), {});
    log.report(notYetVisible(), {});

    expect(lines).toHaveLength(3);
  });

  it('reports every fault, and no request that was wrong', () => {
    const { lines, log } = setUp();

    log.report(internalError(new Error('a bug')), { route: '/x' });
    log.report(internalError(new Error('a bug')), { route: '/x' });
    log.report(badRequest('no'), {});

    expect(lines).toMatchObject([
      { level: 'error', route: '/x' },
      { level: 'error', route: '/x' },
    ]);
  });
});
