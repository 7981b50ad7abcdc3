import type { JsonSchema } from '../../model/api/json-schema.ts';

/** A reference to a component of the document. */
export interface Reference {
  readonly $ref: string;
}

/** The subset of OpenAPI 3.1 that our documents use. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: {
    readonly title: string;
    /** The version of the API. */
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly contact: { readonly name: string };
    readonly license: { readonly name: string; readonly identifier: string };
    /** The version of the program that serves the API. */
    readonly 'x-service-version': string;
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly Tag[];
  readonly 'x-tagGroups': readonly TagGroup[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components: Components;
}

/** A heading for operations. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** A group of headings. */
export interface TagGroup {
  readonly name: string;
  readonly tags: readonly string[];
}

/** Referenced components, by kind and name. */
export interface Components {
  readonly securitySchemes?: Readonly<Record<string, unknown>>;
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
  readonly parameters?: Readonly<Record<string, ParameterObject>>;
  readonly headers?: Readonly<Record<string, HeaderObject>>;
  readonly responses?: Readonly<Record<string, ResponseObject>>;
  readonly examples?: Readonly<Record<string, ExampleObject>>;
}

/** The operations of one path, and the parameters they share. */
export interface PathItem {
  readonly servers?: OpenApiDocument['servers'];
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly get?: OperationObject;
  readonly post?: OperationObject;
  readonly put?: OperationObject;
  readonly patch?: OperationObject;
  readonly delete?: OperationObject;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Scopes of which the key needs one; absent if none is needed. */
  readonly 'x-required-scopes'?: readonly string[];
  /** Samples that generators cannot create. */
  readonly 'x-codeSamples'?: readonly {
    readonly lang: string;
    readonly label: string;
    readonly source: string;
  }[];
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

/** A parameter in the path, the query or a header. */
export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly style?: 'form';
  readonly explode?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface HeaderObject {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** A body of one media type. */
export interface MediaType {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, ExampleObject | Reference>>;
}

export interface ExampleObject {
  readonly summary?: string;
  readonly value: unknown;
}
