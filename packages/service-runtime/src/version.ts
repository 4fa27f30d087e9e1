/**
 * The version of Spanhouse in `/health`, the API document, metrics, logs and traces. It is a constant, so that no file
 * is read at run time. A test compares it with the root package.json.
 */
export const spanhouseVersion = '0.1.0';
