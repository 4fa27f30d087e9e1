package spanhouse;

import java.io.IOException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInfo;
import zipkin2.storage.ITAutocompleteTags;
import zipkin2.storage.ITDependencies;
import zipkin2.storage.ITDependenciesHeavy;
import zipkin2.storage.ITSearchEnabledFalse;
import zipkin2.storage.ITServiceAndSpanNames;
import zipkin2.storage.ITSpanStore;
import zipkin2.storage.ITSpanStoreHeavy;
import zipkin2.storage.ITStrictTraceIdFalse;
import zipkin2.storage.ITTraces;
import zipkin2.storage.StorageComponent;

/** The test kits that Zipkin runs against its own storages. Each test begins with an empty project. */
final class Kits {
  @Nested class AutocompleteTags extends ITAutocompleteTags<DoorStorage> {
    @Override protected StorageComponent.Builder newStorageBuilder(TestInfo test) {
      return new DoorStorage.Builder();
    }

    @Override public void clear() throws IOException {
      storage.clear();
    }
  }

  @Nested class Dependencies extends ITDependencies<DoorStorage> {
    @Override protected StorageComponent.Builder newStorageBuilder(TestInfo test) {
      return new DoorStorage.Builder();
    }

    @Override public void clear() throws IOException {
      storage.clear();
    }
  }

  @Nested class DependenciesHeavy extends ITDependenciesHeavy<DoorStorage> {
    @Override protected StorageComponent.Builder newStorageBuilder(TestInfo test) {
      return new DoorStorage.Builder();
    }

    @Override public void clear() throws IOException {
      storage.clear();
    }
  }

  @Nested class SearchEnabledFalse extends ITSearchEnabledFalse<DoorStorage> {
    @Override protected StorageComponent.Builder newStorageBuilder(TestInfo test) {
      return new DoorStorage.Builder();
    }

    @Override public void clear() throws IOException {
      storage.clear();
    }
  }

  @Nested class ServiceAndSpanNames extends ITServiceAndSpanNames<DoorStorage> {
    @Override protected StorageComponent.Builder newStorageBuilder(TestInfo test) {
      return new DoorStorage.Builder();
    }

    @Override public void clear() throws IOException {
      storage.clear();
    }
  }

  @Nested class SpanStore extends ITSpanStore<DoorStorage> {
    @Override protected StorageComponent.Builder newStorageBuilder(TestInfo test) {
      return new DoorStorage.Builder();
    }

    @Override public void clear() throws IOException {
      storage.clear();
    }
  }

  @Nested class SpanStoreHeavy extends ITSpanStoreHeavy<DoorStorage> {
    @Override protected StorageComponent.Builder newStorageBuilder(TestInfo test) {
      return new DoorStorage.Builder();
    }

    @Override public void clear() throws IOException {
      storage.clear();
    }
  }

  @Nested class StrictTraceIdFalse extends ITStrictTraceIdFalse<DoorStorage> {
    @Override protected StorageComponent.Builder newStorageBuilder(TestInfo test) {
      return new DoorStorage.Builder();
    }

    @Override public void clear() throws IOException {
      storage.clear();
    }
  }

  @Nested class Traces extends ITTraces<DoorStorage> {
    @Override protected StorageComponent.Builder newStorageBuilder(TestInfo test) {
      return new DoorStorage.Builder();
    }

    @Override public void clear() throws IOException {
      storage.clear();
    }
  }
}
