export { forbidden, unauthorized } from './access-errors.js';
export { createAdminAccess, type RequireAdmin } from './admin-access.js';
export { AppError, type AppErrorOptions, toAppError } from './app-error.js';
export {
  adminConfigFields,
  authConfigFields,
  refuseOpenModeOffLoopback,
  tokenSecretConfigFields,
} from './auth-config.js';
export {
  type AuthenticationMetrics,
  createAuthenticationMetrics,
} from './authentication-metrics.js';
export { type Backoff, type BackoffOptions, createBackoff } from './backoff.js';
export type { Clock, Timer } from './clock.js';
export { httpConfigFields, loggingConfigFields, shutdownConfigFields } from './config-fields.js';
export { createHealth, type DependencyState, type Health, type HealthReport } from './health.js';
export { BodyReadError, type BodyReadFailure } from './http/body-read-error.js';
export { type CreateHttpAppOptions, createHttpApp, type HttpApp } from './http/create-http-app.js';
export { createFailureLog, type FailureLog } from './http/failure-log.js';
export {
  badRequest,
  contentTooLarge,
  deadlineExceeded,
  HttpProblem,
  type HttpProblemOptions,
  internalError,
  jsonInvalid,
  methodNotAllowed,
  notFound,
  notYetVisible,
  serviceUnavailable,
  tooManyRequests,
  type UnavailableCode,
  unprocessable,
  unsupportedMediaType,
  type ValidationDetail,
} from './http/http-problem.js';
export {
  type BytesReservation,
  InFlightBytes,
  type InFlightBytesOptions,
} from './http/in-flight-bytes.js';
export { limitRate } from './http/limit-rate.js';
export {
  decodeJsonText,
  type ParseJsonRequestOptions,
  parseJsonRequest,
  requireJsonContentType,
} from './http/parse-json-request.js';
export { type ReadBodyOptions, readBody } from './http/read-body.js';
export { requestIdOf } from './http/request-id.js';
export type {
  HttpHandler,
  HttpMethod,
  HttpRequest,
  HttpResponse,
  Route,
} from './http/route.js';
export { toHttpProblem } from './http/to-http-problem.js';
export { shownInput, toValidationDetails } from './http/validation-details.js';
export { isLoopbackHost } from './is-loopback-host.js';
export { createLifecycle, type Lifecycle, type LifecycleOptions } from './lifecycle.js';
export { type Listener, listen } from './listen.js';
export {
  type Config,
  ConfigError,
  type ConfigShape,
  exitOnConfigError,
  loadConfig,
} from './load-config.js';
export { type DirectoryLock, lockDirectory } from './lock-directory.js';
export { type CreateLoggerOptions, createLogger, type Logger } from './logger.js';
export {
  ingestRateLimitConfigFields,
  queryRateLimitConfigFields,
  toRateLimit,
} from './rate-limit-config.js';
export {
  createRateLimiter,
  type RateClass,
  type RateLimit,
  type RateLimiter,
} from './rate-limiter.js';
export { type ReachDependencyOptions, reachDependency } from './reach-dependency.js';
export { createReceiptClock, type ReceiptClock } from './receipt-clock.js';
export { createRegistry, type Registry } from './registry.js';
export { requireNodeVersion } from './require-node-version.js';
export { createSystemClock, systemClock } from './system-clock.js';
export { createTokenSigner, type TokenSigner } from './token-signer.js';
export { openSelfTracing } from './tracing/open-self-tracing.js';
export {
  type OpenSpan,
  type Operation,
  SELF_TRACING_SCOPE,
  type SelfTracer,
} from './tracing/self-tracer.js';
export { tracingConfigFields } from './tracing/tracing-config.js';
