import { createCors } from './cors.js';
import { createForeignRequestCheck, type ForeignRequestConfig } from './refuse-foreign.js';

/**
 * Creates the checks and the CORS headers that protect an app from foreign web pages, because a browser sends requests
 * on behalf of any page. Checks and headers use the same configuration, so an origin that CORS allows is never refused
 * as foreign.
 */
export function createBrowserRules(config: ForeignRequestConfig) {
  return { refuseForeign: createForeignRequestCheck(config), cors: createCors(config) };
}
