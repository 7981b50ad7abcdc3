const VFS = '?vfs=memdb';

/**
 * The place of a database in memory, for `openSqlite`: all connections of this process that open
 * the same name share its rows, those of other threads too. It lasts as long as one of them.
 */
export function sharedMemory(name: string): string {
  return `file:/${name}${VFS}`;
}

/** Whether a place is one of `sharedMemory`. */
export function isSharedMemory(place: string): boolean {
  return place.startsWith('file:/') && place.endsWith(VFS);
}
