import { AppError } from '../app-error.js';
import { createRecordingLogger } from '../testing/silent-logger.js';
import { spanhouseVersion } from '../version.js';

describe('createLogger', () => {
  it('writes JSON lines with level, service, message and fields', () => {
    const { logger, lines } = createRecordingLogger();

    logger.child({ component: 'span-log' }).info({ partition: 3 }, 'block flushed');

    expect(lines[0]).toMatchObject({
      level: 'info',
      service: 'test',
      version: spanhouseVersion,
      component: 'span-log',
      partition: 3,
      msg: 'block flushed',
    });
  });

  it('never writes secrets', () => {
    const { logger, lines } = createRecordingLogger();

    logger.info(
      {
        authorization: 'ApiKey hunter2',
        req: { headers: { authorization: 'hunter2' } },
        config: { TOKEN_SECRET: 'hunter2', password: 'hunter2' },
      },
      'request',
    );

    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('shows code, retryable and the causes of an AppError', () => {
    const { logger, lines } = createRecordingLogger();
    const cause = new Error('connect ECONNREFUSED');

    logger.error(
      { err: new AppError('CLICKHOUSE_UNAVAILABLE', 'insert failed', { retryable: true, cause }) },
      'write failed',
    );

    expect(lines[0]?.['err']).toMatchObject({ code: 'CLICKHOUSE_UNAVAILABLE', retryable: true });
    expect(JSON.stringify(lines[0])).toContain('ECONNREFUSED');
  });
});
