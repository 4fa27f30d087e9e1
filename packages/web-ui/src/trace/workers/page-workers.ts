import type { FileTasks } from './file-worker.js';
import fileWorkerAddress from './file-worker.ts?worker&url';
import type { GraphTasks } from './graph-worker.js';
import graphWorkerAddress from './graph-worker.ts?worker&url';
import type { TraceTasks } from './trace-worker.js';
import traceWorkerAddress from './trace-worker.ts?worker&url';
import { WorkerCalls } from './worker-calls.js';

/** Worker that reads traces and computes layouts of their spans. */
export const traceWorker = new WorkerCalls<TraceTasks>(() => startWorker(traceWorkerAddress));

export const graphWorker = new WorkerCalls<GraphTasks>(() => startWorker(graphWorkerAddress));

export const fileWorker = new WorkerCalls<FileTasks>(() => startWorker(fileWorkerAddress));

/** Trusted Types policy for the addresses of workers; see docs/security.md. */
interface ScriptAddresses {
  createScriptURL(address: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: ScriptAddresses): ScriptAddresses;
}

let addresses: ScriptAddresses | undefined;

/** Starts a worker. The Trusted Types policy `spanhouse` rejects addresses at other origins. */
function startWorker(address: string): Worker {
  addresses ??= policy();
  return new Worker(addresses.createScriptURL(address), { type: 'module' });
}

/**
 * Returns the Trusted Types policy that checks worker addresses. If the browser does not support Trusted Types, returns
 * an object with the same check.
 */
function policy(): ScriptAddresses {
  const rules = { createScriptURL: checkAddress };
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('spanhouse', rules) ?? rules;
}

/** Returns the address if it has the page's origin. Otherwise, throws a TypeError. */
function checkAddress(address: string): string {
  const { href, origin } = new URL(address, document.baseURI);
  if (origin !== window.location.origin) {
    throw new TypeError(`'${address}' is no worker of this interface.`);
  }
  return href;
}
