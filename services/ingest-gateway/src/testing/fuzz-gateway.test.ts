import { startFuzzedGateway } from './fuzz-gateway.js';

const BODIES = 400;

describe('the gateway under broken bodies and streams', () => {
  it('answers each of them as documented, never with a 5xx, and stores only readable spans', async () => {
    const firstSeed = Date.now() % 2 ** 31;
    const gateway = await startFuzzedGateway();

    for (let seed = firstSeed; seed < firstSeed + BODIES; seed++) {
      await gateway.send(seed).catch((error: unknown) => {
        throw new Error(`npm run fuzz -- --bodies 1 --seed ${seed}`, { cause: error });
      });
    }

    await gateway.close();
  });
});
