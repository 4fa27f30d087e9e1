import { addGatewayReports } from './get-ingest.js';

describe('addGatewayReports', () => {
  it('adds the rates and the codes of the gateways that reported within a minute', async () => {
    const asked: number[] = [];
    const read = addGatewayReports({
      list(maxAgeMs) {
        asked.push(maxAgeMs);
        return Promise.resolve([
          { gateway_id: 'a', accepted_per_second: 20.5, dropped: { invalid_time: 1 } },
          { gateway_id: 'b', accepted_per_second: 2, dropped: { invalid_time: 2, invalid_id: 4 } },
        ]);
      },
    });

    const totals = await read();

    expect(asked).toEqual([60_000]);
    expect(totals).toEqual({
      acceptedPerSecond: 22.5,
      dropped: new Map([
        ['invalid_time', 3],
        ['invalid_id', 4],
      ]),
      gateways: 2,
    });
  });

  it('is a sum over no gateway without reports', async () => {
    const totals = await addGatewayReports({ list: () => Promise.resolve([]) })();

    expect(totals).toEqual({ acceptedPerSecond: 0, dropped: new Map(), gateways: 0 });
  });
});
