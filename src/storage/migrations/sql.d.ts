declare module '*.sql' {
  const script: string;
  // biome-ignore lint/style/noDefaultExport: the text of a file has no name.
  export default script;
}
