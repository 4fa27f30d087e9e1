// Checks if the service in the same container is ready. Exits with 0 or 1, as HEALTHCHECK requires.
const TIMEOUT_MS = 4000;
const port = process.env.HTTP_PORT || '8080';

try {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal });
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}
