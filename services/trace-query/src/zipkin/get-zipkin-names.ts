import type { Route } from '@spanhouse/api-kit';
import { ofService } from '@spanhouse/span-dialects/zipkin';
import { openNames } from '../front-doors/open-services.js';
import type { ReadContext } from '../http/read-handler.js';
import { RawJson } from '../http/send-json.js';
import { listRemoteServices, listServices, listSpanNames } from './list-zipkin-names.js';
import { ZipkinParameters } from './parse-zipkin-parameters.js';
import { type ZipkinServices, zipkinRoute } from './zipkin-services.js';

/** Lists the names of services, and the spans and remote services of a service. */
export function getZipkinNames(services: ZipkinServices): readonly Route[] {
  const { serviceCounts } = services;
  const ofWanted = (list: typeof listSpanNames, path: 'spans' | 'remoteServices') =>
    zipkinRoute(services, `GET /api/v2/${path}`, {
      kind: 'attributes',
      parse: (req) => new ZipkinParameters(req).requiredText('serviceName').toLowerCase(),
      async answer(name, context) {
        const store = await openNames(services, context);
        return namesAnswer(await list({ name, filter: ofService(name) }, store), services, context);
      },
    });
  return [
    zipkinRoute(services, 'GET /api/v2/services', {
      kind: 'attributes',
      parse: () => undefined,
      async answer(_request, context) {
        const names = await listServices(await openNames(services, context));
        serviceCounts.set(context.principal.project_id, names.length);
        return namesAnswer(names, services, context);
      },
    }),
    ofWanted(listSpanNames, 'spans'),
    ofWanted(listRemoteServices, 'remoteServices'),
  ];
}

/** Answers with a list of names. Browsers cache it for some minutes once the project has several services. */
export function namesAnswer(
  names: readonly string[],
  { serviceCounts }: ZipkinServices,
  { principal, setHeader }: ReadContext,
): RawJson {
  if (serviceCounts.isSettled(principal.project_id)) {
    setHeader('cache-control', 'max-age=300, must-revalidate');
    setHeader('vary', 'authorization, x-api-key'); // keeps shared caches from showing them to other projects
  }
  return new RawJson(JSON.stringify(names));
}
