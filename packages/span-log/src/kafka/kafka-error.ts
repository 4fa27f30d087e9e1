import { AppError } from '@spanhouse/service-runtime';
import type { KafkaConfig } from '../kafka-config.js';
import { reasonOf } from '../messages/reason-of.js';

/** Returns the protocol's name of an error (`ILLEGAL_GENERATION`), also from within kafkajs' wrappers. */
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

/** The topic takes no message of this size, however often it is sent. */
const tooLarge = 'MESSAGE_TOO_LARGE';

/** Returns an AppError as it is and wraps any other error as LOG_UNAVAILABLE, which is retryable unless a message is too large. */
export function toLogUnavailable(error: unknown, what: string): AppError {
  const message = `${what}: ${reasonOf(error)}`;
  const retryable = kafkaErrorType(error) !== tooLarge;
  return error instanceof AppError
    ? error
    : new AppError('LOG_UNAVAILABLE', message, { retryable, cause: error });
}

/** Converts an error of the first contact with Kafka, naming the brokers that were tried. */
export function toKafkaUnavailable(error: unknown, config: KafkaConfig): AppError {
  return toLogUnavailable(error, `Kafka at ${config.KAFKA_BROKERS.join(', ')} does not answer`);
}
