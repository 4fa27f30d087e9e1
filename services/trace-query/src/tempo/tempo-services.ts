import type { BoundServices } from '../front-doors/dialect-routes.js';
import type { FrontDoorSettings } from '../front-doors/front-door-config.js';

/** The dependencies of the routes of the Tempo dialect. */
export interface TempoServices extends BoundServices {
  readonly tempo: FrontDoorSettings['tempo'];
}
