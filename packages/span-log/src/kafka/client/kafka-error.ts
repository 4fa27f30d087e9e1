import { AppError } from '@spanhouse/service-runtime';
import type { KafkaConfig } from '../../kafka-config.js';
import { reasonOf } from '../../messages/reason-of.js';

/** Returns the protocol name of an error, such as `ILLEGAL_GENERATION`, even if kafkajs has wrapped the error. */
export function kafkaErrorType(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) {
    return undefined;
  }
  if ('type' in error && typeof error.type === 'string') {
    return error.type;
  }
  if ('errors' in error && Array.isArray(error.errors)) {
    return kafkaErrorType(error.errors[0]);
  }
  return 'cause' in error ? kafkaErrorType(error.cause) : undefined;
}

/** Returns an AppError unchanged. Wraps any other error as a retryable LOG_UNAVAILABLE. */
export function toLogUnavailable(error: unknown, what: string): AppError {
  const message = `${what}: ${reasonOf(error)}`;
  return error instanceof AppError
    ? error
    : new AppError('LOG_UNAVAILABLE', message, { retryable: true, cause: error });
}

/** Converts an error from the first attempt to connect to Kafka. The message contains the configured brokers. */
export function toKafkaUnavailable(error: unknown, config: KafkaConfig): AppError {
  return toLogUnavailable(error, `Kafka at ${config.KAFKA_BROKERS.join(', ')} does not answer`);
}
