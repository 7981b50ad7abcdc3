import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  Reference,
} from '../openapi/open-api-document.ts';
import { resolveReference } from './resolve-reference.ts';

/** An operation with where it stands in the document. */
export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
  readonly sharedParameters: readonly (ParameterObject | Reference)[];
}

/** The parameters of an operation, those of its path too, headers last. */
export function parametersOf(
  document: OpenApiDocument,
  { sharedParameters, operation }: PlacedOperation,
): ParameterObject[] {
  const all = [...sharedParameters, ...(operation.parameters ?? [])].map((parameter) =>
    resolveReference<ParameterObject>(document, parameter),
  );
  return [
    ...all.filter((parameter) => parameter.in !== 'header'),
    ...all.filter((parameter) => parameter.in === 'header'),
  ];
}
