/**
 * The prices of a model, in US dollars per million tokens. A kind of tokens without a price of its own
 * costs what its side costs; output without a price is free.
 */
export interface ModelPrices {
  readonly input_mtok: number;
  readonly output_mtok?: number | undefined;
  readonly cache_read_mtok?: number | undefined;
  readonly cache_write_mtok?: number | undefined;
  readonly input_audio_mtok?: number | undefined;
  readonly output_audio_mtok?: number | undefined;
}

/** The prices that a project states for its own models, by the name of the model. */
export type ProjectPrices = Readonly<Record<string, ModelPrices>>;
