import { AppError } from './app-error.js';
import { bootService } from './boot-service.js';
import {
  httpConfigFields,
  loggingConfigFields,
  shutdownConfigFields,
} from './config/config-fields.js';
import { ConfigError } from './config/load-config.js';
import { tracingConfigFields } from './tracing/tracing-config.js';

const configFields = {
  ...httpConfigFields,
  ...loggingConfigFields,
  ...shutdownConfigFields,
  ...tracingConfigFields,
};
const quiet = { HTTP_PORT: '0', LOG_LEVEL: 'silent' };

class Exited extends Error {}

/** Boots a service. The process throws an `Exited` instead of exiting, and never receives a signal. */
function boot(env: Readonly<Record<string, string>>, checkConfig: () => void = () => undefined) {
  return bootService('a-service', { env, configFields, checkConfig, dependencies: ['catalog'] });
}

describe('bootService', () => {
  const exit = jest.spyOn(process, 'exit');
  const printed = jest.spyOn(process.stderr, 'write');

  beforeEach(() => {
    jest.spyOn(process, 'on').mockReturnThis();
    printed.mockReset().mockReturnValue(true);
    exit.mockReset().mockImplementation(() => {
      throw new Exited();
    });
  });

  afterAll(() => jest.restoreAllMocks());

  it('exits 78 and prints the problem of a single setting', () => {
    expect(() => boot({ ...quiet, HTTP_PORT: '70000' })).toThrow(Exited);

    expect(exit).toHaveBeenCalledWith(78);
    expect(printed).toHaveBeenCalledWith(expect.stringContaining('HTTP_PORT: '));
  });

  it('exits 78 and prints the problem of settings that contradict each other', () => {
    const refuse = () => {
      throw new ConfigError(['HTTP_HOST: is not a loopback address']);
    };

    expect(() => boot(quiet, refuse)).toThrow(Exited);

    expect(exit).toHaveBeenCalledWith(78);
    expect(printed).toHaveBeenCalledWith(expect.stringContaining('HTTP_HOST: is not a loopback'));
  });

  it('becomes ready when its dependency is reached, and closes the port at the shutdown', async () => {
    exit.mockImplementation(() => undefined as never);
    const service = boot(quiet);
    let address = '';

    await service.run(async () => {
      ({ address } = await service.listen((_, response) => response.end('hello')));
      expect(service.health.isReady()).toBe(false);
      await service.reachUntilClose()('catalog', () => Promise.resolve());
      expect(service.health.isReady()).toBe(true);
      expect(await (await fetch(address)).text()).toBe('hello');
      service.lifecycle.fail(new Error('ends the test'));
    });

    expect(exit.mock.calls).toEqual([[1]]);
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });

  it('ends the wait for an unreachable dependency at the shutdown', async () => {
    exit.mockImplementation(() => undefined as never);
    const service = boot(quiet);
    let reached: unknown = 'nothing yet';

    await service.run(async () => {
      const reach = service.reachUntilClose();
      const waiting = reach('catalog', () =>
        Promise.reject(new AppError('DOWN', 'no answer', { retryable: true })),
      );
      service.lifecycle.fail(new Error('ends the test'));
      reached = await waiting;
    });

    expect(reached).toBeUndefined();
    expect(service.health.report().dependencies).toEqual({
      catalog: { state: 'lost', reason: 'no answer' },
    });
  });
});
