package spanhouse;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Arrays;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs all kits, and prints one line for each test: kit, test, outcome, reason; separated by tabs. */
public final class RunKits {
  public static void main(String[] none) {
    LauncherDiscoveryRequest kits = LauncherDiscoveryRequestBuilder.request()
      .selectors(selectClass(Kits.class))
      .build();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(kits, new PrintedOutcomes());
  }

  private static final class PrintedOutcomes implements TestExecutionListener {
    @Override public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      String reason = result.getThrowable().map(Throwable::toString).orElse("");
      String outcome = result.getStatus().name();
      test.getSource().ifPresent(source -> {
        if (source instanceof MethodSource method) {
          String kit = method.getJavaClass().getSimpleName();
          print(kit, method.getMethodName(), outcome, reason);
        } else if (!outcome.equals("SUCCESSFUL")) {
          print(test.getDisplayName(), "", outcome, reason);
        }
      });
    }

    private static void print(String... columns) {
      String line = String.join("\t", Arrays.stream(columns)
        .map(column -> column.replaceAll("\\s+", " "))
        .toArray(String[]::new));
      System.out.println(line);
    }
  }
}
