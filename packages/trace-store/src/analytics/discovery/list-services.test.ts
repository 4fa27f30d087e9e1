import type { Statement } from '../../connection/statement.js';
import { listServices } from './list-services.js';
import { ServiceProofs } from './service-proofs.js';

const project_id = '0190163d-8694-739b-aea5-966c26f8ad90';
const wanted = { project_id, limit: 10 };
const last = { shop: 'a'.repeat(32), mail: 'b'.repeat(32) };
const DAY_NS = 86_400_000_000_000n;

/**
 * Creates a store with one trace for each service. Tests can change the row count of the traces and the current time.
 */
function create({ retentionDays = 0 } = {}) {
  const proofs = new ServiceProofs();
  const store = { rowCount: 1, now: 2n * DAY_NS };
  let asked: string[] = [];
  /** Returns the index entry of a trace that was received a day ago. */
  const entryOf = (traceId: string) => {
    const [rows, spans] = [store.rowCount, 1];
    const received = [DAY_NS, DAY_NS];
    const kept = [retentionDays, retentionDays];
    return [traceId, 1, 2, 0, rows, spans, 1, 0, 0, ...received, ...kept, store.now, 0].join('\t');
  };
  const run = ({ query, query_params }: Statement) => {
    const sent = String(Object.values(query_params));
    const known = Object.values(last).filter((traceId) => sent.includes(traceId));
    asked.push(query.includes('FROM services') ? 'services' : 'entries');
    const lines = query.includes('FROM services')
      ? [
          ...Object.entries(last).map((row) => ['service', ...row, `${store.now}`]),
          ...known.map((traceId) => ['trace', traceId, `${store.rowCount}`, '']),
        ].map((row) => JSON.stringify(row))
      : known.map(entryOf);
    return Promise.resolve(Buffer.from(lines.map((line) => `${line}\n`).join('')));
  };
  return {
    store,
    /** Returns the services and the statements that read them. */
    list: async () => {
      asked = [];
      const services = await listServices(run, wanted, proofs);
      return [services.toSorted(), asked] as const;
    },
  };
}

const services = ['mail', 'shop'];

describe('listServices', () => {
  it('counts the rows of traces that proved services before, together with the services', async () => {
    const { list } = create();

    expect(await list()).toEqual([services, ['services', 'entries']]);
    expect(await list()).toEqual([services, ['services']]);
  });

  it('looks up a trace again after it has more rows', async () => {
    const { store, list } = create();
    await list();
    store.rowCount = 2;

    const [, asked] = await list();

    expect(asked.slice(0, 2)).toEqual(['services', 'entries']);
    store.rowCount = 1;
    expect(await list()).toEqual([services, ['services', 'entries']]);
  });

  it('looks up a trace again after its rows may have expired', async () => {
    const { store, list } = create({ retentionDays: 2 });
    await list();
    expect(await list()).toEqual([services, ['services']]);
    store.now += DAY_NS;

    const [, asked] = await list();

    expect(asked.slice(0, 2)).toEqual(['services', 'entries']);
  });
});
