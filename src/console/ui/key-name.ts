/**
 * The name of the key of a keyboard event, in lower case. A layout without Latin letters, such as
 * Hebrew and Thai, writes its own letter: the key is then named by the Latin letter at its place.
 */
export function keyName({ key, code }: { readonly key: string; readonly code: string }): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const isForeign = key.length === 1 && key > '~';
  return (isForeign && letter !== undefined ? letter : key).toLowerCase();
}
