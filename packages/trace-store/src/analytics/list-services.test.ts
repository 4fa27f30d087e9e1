import type { Statement } from '../connection/statement.js';
import { listServices } from './list-services.js';
import { ServiceProofs } from './service-proofs.js';

const project_id = '0190163d-8694-739b-aea5-966c26f8ad90';
const wanted = { project_id, limit: 10 };
const last = { shop: 'a'.repeat(32), mail: 'b'.repeat(32) };

/** The entry of a trace in the index, with one row for each span. */
function plainEntry(traceId: string): string {
  return [traceId, 1, 2, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 5, 0].join('\t');
}

/** A store whose statements wait until they are let go. */
function create() {
  const proofs = new ServiceProofs();
  const asked: string[] = [];
  let letGo = Promise.withResolvers<void>();
  const run = async ({ query, query_params }: Statement) => {
    const isOfServices = query.includes('FROM services');
    asked.push(isOfServices ? 'services' : 'traces');
    if (isOfServices) {
      await letGo.promise;
      return Buffer.from(
        Object.entries(last)
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(''),
      );
    }
    const sent = JSON.stringify(query_params);
    const found = Object.values(last).filter((traceId) => sent.includes(traceId));
    return Buffer.from(found.map((traceId) => `${plainEntry(traceId)}\n`).join(''));
  };
  return {
    asked,
    list: () => listServices(run, wanted, proofs),
    wait: () => {
      letGo = Promise.withResolvers<void>();
      return letGo.resolve;
    },
    letGo: () => letGo.resolve(),
  };
}

describe('listServices', () => {
  it('looks the traces that proved services before up while the services are read', async () => {
    const { asked, list, wait, letGo } = create();
    letGo();
    expect((await list()).toSorted()).toEqual(['mail', 'shop']);
    expect(asked.splice(0)).toEqual(['services', 'traces']);
    const proceed = wait();

    const listed = list();

    expect(asked).toEqual(['services', 'traces']);
    proceed();
    expect((await listed).toSorted()).toEqual(['mail', 'shop']);
    expect(asked).toHaveLength(2);
  });
});
