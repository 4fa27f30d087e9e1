import { createRecordingLogger } from '@spanhouse/service-runtime/testing';
import { clickhouseLogClass } from './client.js';

describe('clickhouseLogClass', () => {
  it('logs warnings without statements and their values', () => {
    const { logger, lines } = createRecordingLogger();
    const log = new (clickhouseLogClass(logger))();

    log.warn({
      module: 'HTTP',
      message: 'idle socket',
      args: { query: 'SELECT secret', query_id: 'q' },
    });

    expect(lines[0]).toMatchObject({ level: 'warn', detail: 'idle socket', query_id: 'q' });
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('does not warn about answers whose reader stopped early', () => {
    const { logger, lines } = createRecordingLogger();
    const log = new (clickhouseLogClass(logger))();
    const message = 'Exec: socket was closed or ended before the response was fully read. This can';

    log.warn({ module: 'Connection', message });

    expect(lines[0]).toMatchObject({ level: 'debug', detail: message });
  });

  it('does not warn about the time limit of copies that take hours', () => {
    const { logger, lines } = createRecordingLogger();
    const log = new (clickhouseLogClass(logger))();
    const message = 'request_timeout is set to 604800000ms, but send_progress_in_http_headers is';

    log.warn({ module: 'Config', message });

    expect(lines[0]).toMatchObject({ level: 'debug', detail: message });
  });

  it('logs failures at debug level, because callers receive them', () => {
    const { logger, lines } = createRecordingLogger();
    const log = new (clickhouseLogClass(logger))();

    log.error({ module: 'HTTP', message: 'Exec: HTTP request error.', err: new Error('gone') });

    expect(lines[0]).toMatchObject({ level: 'debug', err: { message: 'gone' } });
  });
});
