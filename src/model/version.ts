/** The version of the program; the same as in package.json, which a test holds. */
export const version = '0.1.0';

/** The version of the API, as the specification states it (9.1); independent of the program's. */
export const apiVersion = '1.0';
