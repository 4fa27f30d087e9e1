/** Those of `npm start`. */
export const NODE_FLAGS = ['--single-threaded-gc', '--max-semi-space-size=16'];
