/** Stand for what is in Secrets that somebody else makes. */
const OF_EXISTING_SECRETS = {
  TOKEN_SECRET: 'x'.repeat(32),
  ADMIN_KEY: 'x'.repeat(16),
  CATALOG_URL: 'postgresql://user:password@host:5432/database',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=ApiKey%20x',
};

/** The variables of a pod's container, and what is wrong with where they come from. */
export function environmentOf(pod, objects) {
  const [{ env: listed = [], envFrom = [] }] = pod.spec.containers;
  const find = (kind, name) =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);
  const maps = envFrom.map(({ configMapRef }) => configMapRef.name);
  const env = Object.assign({}, ...maps.map((name) => find('ConfigMap', name)?.data));
  const problems = maps
    .filter((name) => !find('ConfigMap', name))
    .map((name) => `no ConfigMap ${name}`);
  for (const { name, valueFrom } of listed) {
    if (name in env) problems.push(`${name} is set twice`);
    const { name: secretName, key } = valueFrom.secretKeyRef;
    const secret = find('Secret', secretName);
    if (secret && !(key in secret.data)) problems.push(`Secret ${secretName} has no ${key}`);
    env[name] = secret
      ? Buffer.from(secret.data[key] ?? '', 'base64').toString()
      : (OF_EXISTING_SECRETS[name] ?? 'placeholder');
  }
  return { env, problems };
}
