import { createCors } from './cors.js';
import { createForeignRequestCheck, type ForeignRequestConfig } from './refuse-foreign.js';

/**
 * Creates the checks and headers that protect an app from web pages, because a browser sends requests for any page.
 * Both use one configuration, so an origin that CORS allows is never refused as foreign.
 */
export function createBrowserRules(config: ForeignRequestConfig) {
  return { refuseForeign: createForeignRequestCheck(config), cors: createCors(config) };
}
