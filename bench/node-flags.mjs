/** The Node flags of `npm start`. */
export const nodeFlags = ['--single-threaded-gc', '--max-semi-space-size=16'];
