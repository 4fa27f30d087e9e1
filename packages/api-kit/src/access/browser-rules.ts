import type { RefuseForeign } from '../http/request-source.js';
import type { HttpMiddleware } from '../http/route.js';
import { createCors } from './cors.js';
import { createForeignRequestCheck, type ForeignRequestConfig } from './refuse-foreign.js';

/** The checks and headers that an app needs because browsers send requests for any page. */
export interface BrowserRules {
  readonly refuseForeign: RefuseForeign | undefined;
  readonly cors: HttpMiddleware | undefined;
}

/** Creates both rules from one configuration, so that an origin that CORS allows is never refused as foreign. */
export function createBrowserRules(config: ForeignRequestConfig): BrowserRules {
  return { refuseForeign: createForeignRequestCheck(config), cors: createCors(config) };
}
