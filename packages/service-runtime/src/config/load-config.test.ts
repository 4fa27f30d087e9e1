import { z } from 'zod';
import { httpConfigFields, loggingConfigFields } from './config-fields.js';
import { ConfigError, exitOnConfigError, loadConfig } from './load-config.js';

const shape = {
  ...httpConfigFields,
  ...loggingConfigFields,
  KAFKA_BROKERS: z.string().describe('Comma-separated host:port'),
  BATCH_MAX_SPANS: z.coerce.number().int().positive(),
};

describe('loadConfig', () => {
  it('reads variables, applies defaults and freezes the result', () => {
    const config = loadConfig(shape, { KAFKA_BROKERS: 'a:1', BATCH_MAX_SPANS: '5', PATH: '/bin' });

    expect(config).toEqual({
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: 8080,
      LOG_LEVEL: 'info',
      KAFKA_BROKERS: 'a:1',
      BATCH_MAX_SPANS: 5,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('treats an empty variable as unset', () => {
    expect(loadConfig(httpConfigFields, { HTTP_PORT: '' }).HTTP_PORT).toBe(8080);
  });

  it('lists every problem at once, with the description of a missing field', () => {
    const env = { HTTP_PORT: '70000', LOG_LEVEL: 'loud', BATCH_MAX_SPANS: '-1' };

    const problems = problemsOf(() => loadConfig(shape, env));

    expect(problems.map((line) => line.split(':')[0])).toEqual([
      'HTTP_PORT',
      'LOG_LEVEL',
      'KAFKA_BROKERS',
      'BATCH_MAX_SPANS',
    ]);
    expect(problems[2]).toBe('KAFKA_BROKERS: is required (Comma-separated host:port)');
  });

  it('never repeats a value', () => {
    const secret = { TOKEN_SECRET: z.string().min(32) };

    expect(problemsOf(() => loadConfig(secret, { TOKEN_SECRET: 'hunter2' })).join()).not.toContain(
      'hunter2',
    );
  });
});

describe('exitOnConfigError', () => {
  it('returns the loaded value, and rethrows errors that are not a ConfigError', () => {
    expect(exitOnConfigError(() => 1)).toBe(1);
    expect(() =>
      exitOnConfigError(() => {
        throw new TypeError('broken');
      }),
    ).toThrow(TypeError);
  });
});

function problemsOf(load: () => unknown): readonly string[] {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.problems;
    }
  }
  throw new Error('no ConfigError');
}
