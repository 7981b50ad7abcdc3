declare module '*.css' {
  const style: string;
  // biome-ignore lint/style/noDefaultExport: the text of a file has no name.
  export default style;
}
