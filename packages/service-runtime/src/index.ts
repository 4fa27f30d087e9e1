export {
  AppError,
  forbidden,
  toAppError,
  unauthorized,
  unreadableCredentials,
} from './app-error.js';
export { type BootedService, bootService } from './boot-service.js';
export {
  httpConfigFields,
  loggingConfigFields,
  shutdownConfigFields,
} from './config/config-fields.js';
export {
  type Config,
  ConfigError,
  type ConfigShape,
  exitOnConfigError,
  loadConfig,
} from './config/load-config.js';
export { drainStream, flatMapStream, mapStream } from './flat-map-stream.js';
export { createHealth, type Health } from './health/health.js';
export { registerHealthMetrics } from './health/health-metrics.js';
export { reachDependency } from './health/reach-dependency.js';
export { freePort } from './process/free-port.js';
export type { Lifecycle } from './process/lifecycle.js';
export { type Listener, listen } from './process/listen.js';
export { type DirectoryLock, lockDirectory } from './process/lock-directory.js';
export { requireNodeVersion } from './process/require-node-version.js';
export { createStalledClients } from './process/stalled-clients.js';
export type { ExplainFailure } from './process/start-failure.js';
export { createLogger, type Logger } from './reporting/logger.js';
export { createMeter } from './reporting/meter.js';
export { createRegistry, type Registry } from './reporting/registry.js';
export { type Backoff, createBackoff } from './time/backoff.js';
export type { Clock, Timer } from './time/clock.js';
export { Conditions } from './time/conditions.js';
export { repeat } from './time/repeat.js';
export { systemClock } from './time/system-clock.js';
export { readTokenPayload, type TokenPayloadReader, TokenPayloadWriter } from './token-payload.js';
export { createTokenSigner, type TokenSigner } from './token-signer.js';
export { openSelfTracing } from './tracing/open-self-tracing.js';
export {
  isSelfTracingExport,
  type OpenSpan,
  type Operation,
  type SelfTracer,
  selfTracingScope,
} from './tracing/self-tracer.js';
export { tracingConfigFields } from './tracing/tracing-config.js';
export { spanhouseVersion } from './version.js';
