type Resolve = (specifier: string) => string;
/** Path of the library that is ClickHouse. Throws EMBEDDED_CLICKHOUSE_UNSUPPORTED where there is none. */
export declare function findChdbLibrary(platform?: string, resolve?: Resolve): string;
export {};
//# sourceMappingURL=chdb-library.d.ts.map