import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { send } from '../../http-client.js';
import { newDataDir, startSpanhouse } from '../../processes/running-spanhouse.js';

it('starts, and names the ports that another collector uses', async () => {
  const collector = createServer().listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const taken = String((collector.address() as AddressInfo).port);

  const spanhouse = await startSpanhouse(newDataDir(), { OTLP_HTTP_PORT: taken });
  const { status } = await send(`${spanhouse.url}/v1/traces`);
  await spanhouse.stop();
  const withoutGrpc = await startSpanhouse(newDataDir(), { OTLP_GRPC_PORT: taken });
  await withoutGrpc.stop();
  collector.close();

  expect(status).toBe(200);
  for (const output of [spanhouse.output(), withoutGrpc.output()]) {
    expect(output).toMatch(/Not open .*: the port is taken\. .*OTLP_(HTTP|GRPC)_PORT/);
    expect(output).not.toContain('stack');
  }
  expect(withoutGrpc.output()).not.toMatch(/OTLP\/gRPC\s+http/);
});
