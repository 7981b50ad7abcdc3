/** Query parameters in the order they were sent, repeated ones too. */
export type QueryParameters = readonly (readonly [name: string, value: string])[];

/** What a request asks for behind the `?`. */
export interface Query {
  /** As it was sent, without the `?`. */
  readonly text: string;
  readonly parameters: QueryParameters;
}

/** Reads a query; its parameters are looked at only when somebody asks for them. */
export function queryOfText(text: string): Query {
  let parameters: QueryParameters | undefined;
  return {
    text,
    get parameters() {
      parameters ??= text === '' ? [] : [...new URLSearchParams(text)];
      return parameters;
    },
  };
}

/** The query that sends the parameters. */
export function queryOf(parameters: QueryParameters): Query {
  return queryOfText(String(new URLSearchParams(parameters as [string, string][])));
}
