import { createRecordingLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import { createFailureLog } from './failure-log.js';
import { badRequest, HttpProblem, internalError, serviceUnavailable } from './http-problem.js';

function setUp() {
  const { logger, lines } = createRecordingLogger('info');
  const clock = new FakeClock();
  return { lines, clock, log: createFailureLog({ logger, clock }) };
}

function away() {
  return serviceUnavailable('log_unavailable', 1, new Error('no broker'));
}

describe('createFailureLog', () => {
  it('logs an unavailable dependency once in ten seconds, with the number of suppressed lines', async () => {
    const { lines, clock, log } = setUp();
    for (let at = 0; at < 100; at += 1) {
      log.report(away(), { requestId: `r${at}` });
    }
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

  it('counts each unavailable dependency separately', () => {
    const { lines, log } = setUp();

    log.report(away(), {});
    log.report(serviceUnavailable('storage_unavailable', 1), {});
    log.report(new HttpProblem(504, { detail: { code: 'not_yet_visible' } }), {});

    expect(lines).toHaveLength(3);
  });

  it('logs every fault of the server, but no invalid request', () => {
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
