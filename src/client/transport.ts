/** A body that is too large to be had at once; it is read anew for every sending. */
export interface BodySource {
  readonly bytes: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/** A request as it goes to the server. */
export interface ClientRequest {
  readonly method: string;
  /** Path with its query, from the root of the server: `/v1/platform/flocks?limit=5`. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** In place of a body. */
  readonly file?: BodySource;
  readonly signal?: AbortSignal;
}

/** An answer, read to its end. */
export interface ClientResponse {
  readonly status: number;
  /** Names in lower case; several values of one name joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer that is read while it comes. */
export interface OpenResponse {
  readonly status: number;
  /** Names in lower case; several values of one name joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body; throws `ConnectionFailed` when it breaks or is silent for too long. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The way to a server: HTTP, or the service in the same process. */
export interface Transport {
  /** Where it leads, for messages: `http://127.0.0.1:8787` or `embedded /home/x/.farmctl/data`. */
  readonly server: string;
  /** Sends once; throws `ConnectionFailed` when no answer comes. */
  send(request: ClientRequest): Promise<ClientResponse>;
  /**
   * Sends once and resolves when the answer begins; its body may be silent for `silenceMs`.
   * Absent where there is nothing between the two sides that could stay open.
   */
  open?(request: ClientRequest, silenceMs: number): Promise<OpenResponse>;
  /** Sends once and resolves when the answer begins, which has an end: a file. */
  download?(request: ClientRequest, silenceMs: number): Promise<OpenResponse>;
  close(): Promise<void>;
}
