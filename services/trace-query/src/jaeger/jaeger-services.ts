import type { BoundServices } from '../front-doors/dialect-routes.js';
import type { FrontDoorSettings } from '../front-doors/front-door-config.js';

/** The dependencies of the routes of the Jaeger dialect. */
export interface JaegerServices extends BoundServices {
  readonly jaeger: FrontDoorSettings['jaeger'];
}
