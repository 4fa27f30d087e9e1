/**
 * The version of Spanhouse, as shown in `/health`, the API document, the metrics, the logs and the traces. A constant,
 * so that no file is read at run time: a test compares it with the root package.json.
 */
export const spanhouseVersion = '0.1.0';
