export { freePort } from '../process/free-port.js';
export { openCuttableProxy } from './cuttable-proxy.js';
export { addressOfBackend, describeWithBackend } from './describe-with-backend.js';
export { FakeClock } from './fake-clock.js';
export { createRecordingLogger, createSilentLogger, type RecordedLog } from './silent-logger.js';
export { type Credentials, splitCredentials } from './split-credentials.js';
export { timeLimits, waitUntil } from './wait-until.js';
