export { createAdminAccess, type RequireAdmin } from './access/admin-access.js';
export {
  adminConfigFields,
  allowedHostsConfigFields,
  authConfigFields,
  refuseUnsafeOpenMode,
  tokenSecretConfigFields,
} from './access/auth-config.js';
export { createBrowserRules } from './access/browser-rules.js';
export { limitRate } from './access/limit-rate.js';
export {
  ingestRateLimitConfigFields,
  queryRateLimitConfigFields,
  toRateLimit,
} from './access/rate-limit-config.js';
export {
  createRateLimiter,
  type RateClass,
  type RateLimit,
  type RateLimiter,
} from './access/rate-limiter.js';
export { createForeignRequestCheck, createOriginCheck } from './access/refuse-foreign.js';
export { BodyReadError } from './bodies/body-read-error.js';
export { InFlightBytes } from './bodies/in-flight-bytes.js';
export { decompressWithin, type ReadBodyOptions, readBody } from './bodies/read-body.js';
export { type BytesRefusal, type BytesReservation, SharedBytes } from './bodies/shared-bytes.js';
export { createHttpApp, type HttpApp } from './http/create-http-app.js';
export { requestIdOf } from './http/request-id.js';
export { type RefuseForeign, refuseForeignRequests } from './http/request-source.js';
export type {
  HttpErrorHandler,
  HttpHandler,
  HttpMethod,
  HttpMiddleware,
  HttpRequest,
  HttpResponse,
  Route,
} from './http/route.js';
export { routeOf } from './http/route-table.js';
export {
  parseJsonRequest,
  readJsonObject,
  readRequiredJson,
} from './json/read-json.js';
export { createFailureLog, type FailureLog } from './problems/failure-log.js';
export {
  badRequest,
  badRequestAt,
  contentTooLarge,
  ForeignRequest,
  HttpProblem,
  internalError,
  methodNotAllowed,
  notFound,
  serviceUnavailable,
  toHttpProblem,
  tooComplex,
  tooManyRequests,
  unprocessable,
  unsupportedMediaType,
} from './problems/http-problem.js';
export { shownInput, toValidationDetails } from './problems/validation-details.js';
