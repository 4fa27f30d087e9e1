import { createCors } from './cors.js';
import { createForeignRequestCheck, type ForeignRequestConfig } from './refuse-foreign.js';

/**
 * Creates the checks and headers that an app needs because browsers send requests for any page: both rules from one
 * configuration, so that an origin that CORS allows is never refused as foreign.
 */
export function createBrowserRules(config: ForeignRequestConfig) {
  return { refuseForeign: createForeignRequestCheck(config), cors: createCors(config) };
}
