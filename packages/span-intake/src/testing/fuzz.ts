export { checkIntake } from './fuzz/check-intake.js';
export { createFuzzBody, damageStream, type FuzzBody, type FuzzFormat } from './fuzz/fuzz-body.js';
