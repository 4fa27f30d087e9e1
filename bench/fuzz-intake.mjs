// Sends broken bodies to the intake functions, and every fourth body to a gateway:
// `npm run fuzz -- --bodies 100000 --seed 1`. Stops at the first body that is not answered as
// documented and prints its seed, which repeats that body alone.
import { parseArgs } from 'node:util';
import { checkIntake, createFuzzBody } from '../packages/span-intake/src/testing/fuzz.ts';
import { startFuzzedGateway } from '../services/ingest-gateway/src/testing/fuzz-gateway.ts';

const HEAP_LIMIT_MIB = 512; // a body has a few kilobytes
const BODIES_PER_LINE = 10_000;

const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const bodies = Number(values.bodies);
const firstSeed = Number(values.seed);
if (!(Number.isSafeInteger(bodies) && Number.isSafeInteger(firstSeed))) {
  throw new Error('--bodies and --seed must be integers');
}

const gateway = await startFuzzedGateway();
let accepted = 0;
let peakMiB = 0;
for (let done = 0; done < bodies; done++) {
  const seed = firstSeed + done;
  try {
    accepted += checkIntake(createFuzzBody(seed));
    if (done % 4 === 0) {
      await gateway.send(seed);
    }
    checkHeap();
  } catch (error) {
    process.stderr.write(`failed: npm run fuzz -- --bodies 1 --seed ${seed}\n`);
    throw error;
  }
  if ((done + 1) % BODIES_PER_LINE === 0 || done + 1 === bodies) {
    process.stdout.write(
      `${done + 1} bodies from seed ${firstSeed}: ${accepted} spans accepted, heap at most ${peakMiB} MiB\n`,
    );
  }
}
await gateway.close();

function checkHeap() {
  const { heapUsed, external } = process.memoryUsage();
  peakMiB = Math.max(peakMiB, Math.round((heapUsed + external) / 1024 ** 2));
  if (peakMiB > HEAP_LIMIT_MIB) {
    throw new Error(`${peakMiB} MiB are in use`);
  }
}
