import type { WorkerPort } from './worker-calls.js';

/** Trusted Types policy for worker addresses; see docs/security.md. */
interface ScriptAddresses {
  createScriptURL(address: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: ScriptAddresses): ScriptAddresses;
}

let addresses: ScriptAddresses | undefined;

/** Starts a worker. The policy `spanhouse` refuses addresses of other origins. */
export function startWorker(address: string): WorkerPort {
  addresses ??= policy();
  const worker = new Worker(addresses.createScriptURL(address), { type: 'module' });
  return {
    postMessage: (request) => worker.postMessage(request),
    listen(onAnswer, onFailure) {
      worker.onmessage = ({ data }) => onAnswer(data);
      worker.onerror = ({ message }) => onFailure(message);
    },
  };
}

/** Returns the Trusted Types policy. Browsers without Trusted Types check the address with the same function. */
function policy(): ScriptAddresses {
  const rules = { createScriptURL: checkAddress };
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('spanhouse', rules) ?? rules;
}

/** Returns the address if it is a script of this origin. Throws a TypeError otherwise. */
function checkAddress(address: string): string {
  const { href, origin } = new URL(address, document.baseURI);
  if (origin !== window.location.origin) {
    throw new TypeError(`'${address}' is no worker of this interface.`);
  }
  return href;
}
