declare module '*.sql' {
  const script: string;
  // biome-ignore lint/style/noDefaultExport: a text import has no name.
  export default script;
}
