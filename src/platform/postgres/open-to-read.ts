import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Lets every user read a folder and all in it (`chmod -R a+rX`), links left alone. */
export function openToRead(path: string): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  const executable = stats.isDirectory() || (stats.mode & 0o100) !== 0
  chmodSync(path, (stats.mode & 0o777) | (executable ? 0o555 : 0o444))
  if (stats.isDirectory()) for (const name of readdirSync(path)) openToRead(join(path, name))
}
