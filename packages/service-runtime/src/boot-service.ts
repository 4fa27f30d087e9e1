import type { RequestListener } from 'node:http';
import type {
  httpConfigFields,
  loggingConfigFields,
  shutdownConfigFields,
} from './config/config-fields.js';
import {
  type Config,
  type ConfigShape,
  exitOnConfigError,
  loadConfig,
} from './config/load-config.js';
import { createHealth, type Health } from './health/health.js';
import { reachDependency } from './health/reach-dependency.js';
import { createLifecycle, type Lifecycle } from './process/lifecycle.js';
import { type Listener, listen } from './process/listen.js';
import { requireNodeVersion } from './process/require-node-version.js';
import { createStalledClients } from './process/stalled-clients.js';
import { type ExplainFailure, explainListenFailure } from './process/start-failure.js';
import { createLogger, type Logger } from './reporting/logger.js';
import { createRegistry, type Registry } from './reporting/registry.js';
import type { Clock } from './time/clock.js';
import { systemClock as clock } from './time/system-clock.js';
import { openSelfTracing } from './tracing/open-self-tracing.js';
import type { SelfTracer } from './tracing/self-tracer.js';
import type { tracingConfigFields } from './tracing/tracing-config.js';

type ProcessConfigFields = typeof httpConfigFields &
  typeof loggingConfigFields &
  typeof shutdownConfigFields &
  typeof tracingConfigFields;

export interface BootServiceOptions<Shape extends ConfigShape> {
  /** The environment variables that contain the settings. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The settings of the service, including the field sets from this package. */
  readonly configFields: Shape & ProcessConfigFields;
  /** Throws a ConfigError if individually valid settings contradict each other. */
  readonly checkConfig: (config: Config<Shape>) => void;
  /** The dependencies that must have been reached at least once before /readyz succeeds. */
  readonly dependencies: readonly string[];
}

/** Waits for a dependency as `reachDependency` does, but stops waiting when the process shuts down. */
type Reach = <T>(dependency: string, open: () => Promise<T>) => Promise<T | undefined>;

/** The common parts of every Spanhouse process: settings, logs, metrics, readiness, HTTP port and shutdown. */
export interface BootedService<Shape extends ConfigShape> {
  readonly config: Config<Shape>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly health: Health;
  readonly lifecycle: Lifecycle;
  /**
   * Serves `app` until the shutdown closes the port, by default on HTTP_HOST and HTTP_PORT. Disconnects stalled
   * clients.
   */
  listen(
    app: RequestListener,
    address?: { readonly host: string; readonly port: number },
  ): Promise<Listener>;
  /** Returns a function that waits for dependencies. A shutdown ends these waits. */
  reachUntilClose(): Reach;
  /** Opens self-tracing, then runs `start`. Resolves after the shutdown; see `Lifecycle.run`. */
  run(
    start: (tracer: SelfTracer | undefined) => Promise<void>,
    explain?: ExplainFailure,
  ): Promise<void>;
}

/**
 * Prepares the process of a service; `run` then starts it. If the version of Node is too old, exits with code 1. If
 * settings are invalid, prints every problem to standard error and exits with code 78.
 */
export function bootService<const Shape extends ConfigShape>(
  name: string,
  { env, configFields, checkConfig, dependencies }: BootServiceOptions<Shape>,
): BootedService<Shape> {
  requireNodeVersion();
  const config = exitOnConfigError(() => {
    const loaded = loadConfig(configFields, env);
    checkConfig(loaded);
    return loaded;
  });
  const settings: Config<ProcessConfigFields> = config;
  const logger = createLogger({ level: settings.LOG_LEVEL, service: name });
  const registry = createRegistry(name);
  const health = createHealth({ dependencies });
  const lifecycle = createLifecycle({
    logger,
    health,
    shutdownTimeoutMs: settings.SHUTDOWN_TIMEOUT_MS,
    drainDelayMs: settings.SHUTDOWN_DRAIN_DELAY_MS,
  });
  const disconnectStalled = createStalledClients({ clock, logger, registry });
  return {
    config,
    clock,
    logger,
    registry,
    health,
    lifecycle,
    async listen(app, address = { host: settings.HTTP_HOST, port: settings.HTTP_PORT }) {
      const listener = await listen(app, { ...address, disconnectStalled });
      lifecycle.onClose('http', () => listener.close());
      return listener;
    },
    reachUntilClose() {
      const stopping = new AbortController();
      lifecycle.onClose('waiting', () => stopping.abort());
      const options = { health, clock, logger, signal: stopping.signal };
      return (dependency, open) => reachDependency(dependency, open, options);
    },
    run: (start, explain) =>
      lifecycle.run(
        async () =>
          start(await openSelfTracing(name, { config: settings, registry, lifecycle, logger })),
        (error) => explainListenFailure(error) ?? explain?.(error),
      ),
  };
}
