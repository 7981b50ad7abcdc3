/** One step of the schema: literal DDL for each database, never changed once released. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
}
