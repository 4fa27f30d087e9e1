type DependencyState = 'waiting' | 'reached' | 'lost';

/** The body of /readyz. */
interface HealthReport {
  readonly status: 'starting' | 'ready' | 'draining';
  readonly dependencies: Readonly<
    Record<string, { readonly state: DependencyState; readonly reason?: string }>
  >;
  /** Advice for operators, keyed by subject; absent if there is no advice. */
  readonly warnings?: Readonly<Record<string, string>>;
}

/**
 * Decides how /readyz responds. The service becomes ready when every dependency has been reached once, and stays ready
 * until draining starts. If a dependency is lost later, the body lists it, but /readyz does not fail.
 */
export interface Health {
  /** Records that a dependency responded. */
  reached(dependency: string): void;
  /** Records that a dependency failed. The report shows `reason`. */
  lost(dependency: string, reason: string): void;
  /** Shows a warning in the report without changing the readiness. `undefined` removes the warning. */
  warn(subject: string, warning: string | undefined): void;
  /** Makes every later /readyz fail. */
  startDraining(): void;
  isReady(): boolean;
  report(): HealthReport;
}

interface Dependency {
  state: DependencyState;
  reason?: string;
  wasReached: boolean;
}

export function createHealth(options: { readonly dependencies: readonly string[] }): Health {
  const known = new Map<string, Dependency>(
    options.dependencies.map((name) => [name, { state: 'waiting', wasReached: false }]),
  );
  const warnings = new Map<string, string>();
  let isDraining = false;

  const find = (name: string): Dependency => {
    const dependency = known.get(name);
    if (dependency === undefined) {
      throw new Error(`health knows no dependency "${name}"`);
    }
    return dependency;
  };
  const isStarted = () => [...known.values()].every(({ wasReached }) => wasReached);
  const status = (): HealthReport['status'] => {
    if (isDraining) {
      return 'draining';
    }
    return isStarted() ? 'ready' : 'starting';
  };

  return {
    reached(name) {
      const dependency = find(name);
      dependency.state = 'reached';
      dependency.wasReached = true;
      delete dependency.reason;
    },
    lost(name, reason) {
      const dependency = find(name);
      dependency.state = 'lost';
      dependency.reason = reason;
    },
    warn(subject, warning) {
      if (warning === undefined) {
        warnings.delete(subject);
      } else {
        warnings.set(subject, warning);
      }
    },
    startDraining() {
      isDraining = true;
    },
    isReady: () => status() === 'ready',
    report: () => ({
      status: status(),
      dependencies: Object.fromEntries(
        [...known].map(([name, { state, reason }]) => [
          name,
          reason === undefined ? { state } : { state, reason },
        ]),
      ),
      ...(warnings.size > 0 && { warnings: Object.fromEntries(warnings) }),
    }),
  };
}
