package spanhouse;

import java.io.IOException;
import zipkin2.Call;
import zipkin2.Callback;

/** A request that is sent when the call is executed. */
final class DoorCall<V> extends Call.Base<V> {
  interface Request<V> {
    V send() throws IOException;
  }

  private final Request<V> request;

  DoorCall(Request<V> request) {
    this.request = request;
  }

  @Override protected V doExecute() throws IOException {
    return request.send();
  }

  @Override protected void doEnqueue(Callback<V> callback) {
    try {
      callback.onSuccess(request.send());
    } catch (IOException failure) {
      callback.onError(failure);
    }
  }

  @Override public Call<V> clone() {
    return new DoorCall<>(request);
  }
}
